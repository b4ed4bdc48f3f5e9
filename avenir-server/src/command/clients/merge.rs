//! Merges one entry into a file of the user's.

use std::{
    error::Error,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstObject, CstRootNode},
};
use serde_json::Value;

use crate::{config::ConfigError, private};

/// Sets `mcpServers.{name}` in the file. Keeps every other character of the file, and a backup beside
/// it. Returns a sentence about what was done.
pub(super) fn into(file: &Path, name: &str, server: &Value) -> Result<String, Box<dyn Error>> {
    // Keep a link, such as one into a folder of dotfiles.
    let file = &fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    if let Ok(about) = fs::metadata(file) {
        private::check(&about).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let old = match fs::read_to_string(file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(format!("{}: {error}", file.display()).into()),
    };
    let text = old.as_deref().filter(|text| !text.trim().is_empty());
    let new =
        with_server(text.unwrap_or("{}\n"), name, server).ok_or_else(|| ConfigError::NotJson {
            path: file.to_owned(),
        })?;
    let mut said = String::new();
    if let Some(old) = &old {
        if *old == new {
            return Ok(format!("{} has it already.", file.display()));
        }
        let backup = back_up(file, old)?;
        said = format!("What was there is kept as {}.\n", backup.display());
    } else if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    // Move the new file into its place, so that nobody reads a half-written one.
    let folder = file.parent().unwrap_or(Path::new("."));
    // Let only the owner read it, because it can hold other secrets.
    let mut half = tempfile::NamedTempFile::new_in(folder)?;
    half.write_all(new.as_bytes())?;
    if let Ok(known) = fs::metadata(file) {
        fs::set_permissions(half.path(), known.permissions())?;
    }
    half.persist(file)?;
    Ok(format!("{said}{} has it now.", file.display()))
}

fn with_server(text: &str, name: &str, server: &Value) -> Option<String> {
    let root = CstRootNode::parse(text, &ParseOptions::default()).ok()?;
    let servers = root
        .object_value_or_create()?
        .object_value_or_create("mcpServers")?;
    let Some(known) = servers.object_value(name) else {
        // An entry of another kind, such as null, is not a setting of the user's.
        if let Some(odd) = servers.get(name) {
            odd.remove();
        }
        servers.append(name, value(server));
        return Some(root.to_string());
    };
    // Keep the user's other settings for this server, such as requiring elicitation.
    let fields = server.as_object()?;
    for (key, field) in fields.iter().filter(|(key, _)| *key != "env") {
        set(&known, key, field);
    }
    let env = known.object_value_or_create("env")?;
    for token in ["YNAB_API_KEY", "YNAB_API_KEY_FILE"] {
        if let Some(old) = env.get(token) {
            old.remove();
        }
    }
    for (key, field) in fields.get("env")?.as_object()? {
        set(&env, key, field);
    }
    Some(root.to_string())
}

fn set(object: &CstObject, key: &str, field: &Value) {
    match object.get(key) {
        Some(known) => known.set_value(value(field)),
        None => {
            object.append(key, value(field));
        }
    }
}

fn value(json: &Value) -> CstInputValue {
    match json {
        Value::Null => CstInputValue::Null,
        Value::Bool(is) => CstInputValue::Bool(*is),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(value).collect()),
        Value::Object(fields) => {
            let field = |(name, field): (&String, &Value)| (name.clone(), value(field));
            CstInputValue::Object(fields.iter().map(field).collect())
        }
    }
}

/// Copies the file's content beside it, under a name that does not exist yet, not even as a link.
fn back_up(file: &Path, text: &str) -> io::Result<PathBuf> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    for number in 1..10_000 {
        let path = file.with_file_name(format!("{name}.backup-{number}"));
        match fs::File::create_new(&path) {
            Ok(mut backup) => {
                // Give the backup the same permissions, because it holds the same secrets.
                backup.set_permissions(fs::metadata(file)?.permissions())?;
                backup.write_all(text.as_bytes())?;
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there are too many backups: remove some"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_one_entry_changes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/settings.json");
        let server = |command: &str| json!({"command": command, "args": [], "env": {}});
        into(&file, "avenir", &server("/a")).unwrap();
        let read = || fs::read_to_string(&file).unwrap();
        let parsed = || serde_json::from_str::<Value>(&read()).unwrap();
        assert_eq!(parsed(), json!({"mcpServers": {"avenir": server("/a")}}));

        let own = "{\n  \"zeta\": 1.50,\n  // mine\n  \"mcpServers\": {\"other\": {\"command\": \"x\"}},\n  \"alpha\": [1,2]\n}\n";
        fs::write(&file, own).unwrap();
        into(&file, "avenir", &server("/b")).unwrap();
        for kept in [
            "\"zeta\": 1.50",
            "// mine",
            "\"other\": {\"command\": \"x\"}",
            "[1,2]",
        ] {
            assert!(read().contains(kept), "{kept}: {}", read());
        }
        assert!(read().contains("\"/b\""));
        let backup = folder.path().join("deep/settings.json.backup-1");
        assert_eq!(fs::read_to_string(&backup).unwrap(), own);

        let before = read();
        assert!(
            into(&file, "avenir", &server("/b"))
                .unwrap()
                .contains("already")
        );
        assert_eq!(read(), before);
        into(&file, "avenir", &server("/c")).unwrap();
        assert!(read().contains("\"/c\"") && !read().contains("\"/b\""));

        // Check that the user's settings stay.
        let careful = "{\"mcpServers\": {\"avenir\": {\"command\": \"/c\", \"args\": [], \
            \"env\": {\"YNAB_API_KEY\": \"old\", \"AVENIR_MCP_REQUIRE_ELICITATION\": \"1\"}}}}";
        fs::write(&file, careful).unwrap();
        into(
            &file,
            "avenir",
            &json!({"command": "/d", "args": [], "env": {"YNAB_API_KEY_FILE": "f"}}),
        )
        .unwrap();
        let env = json!({"AVENIR_MCP_REQUIRE_ELICITATION": "1", "YNAB_API_KEY_FILE": "f"});
        assert_eq!(parsed()["mcpServers"]["avenir"]["env"], env);

        fs::write(&file, "{ not json").unwrap();
        let error = into(&file, "avenir", &server("/d"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("settings.json"), "{error}");
        assert_eq!(read(), "{ not json");
    }
}
