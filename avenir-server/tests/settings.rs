//! Settings in the environment and on the command line, spelled as people spell them.

#![cfg(unix)]

mod common;

use std::{
    fs::{self, File},
    process::Stdio,
    time::Duration,
};

use serde_json::json;
use tokio::process::Command;

use self::common::{
    World, server,
    session::{Client, Session},
};

/// Runs a command to its end and returns its exit code and stderr. Panics after 60 seconds.
async fn ran(command: &mut Command) -> (Option<i32>, String) {
    let output = command.stdin(Stdio::null()).output();
    let output = tokio::time::timeout(Duration::from_secs(60), output);
    let output = output.await.expect("it does not end").unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// Starts the server with a setting that it refuses and returns the one line on stderr.
async fn refused(world: &World, name: &str, value: &str) -> String {
    let mut command = world.command();
    let (code, said) = ran(command.env(name, value)).await;
    assert_eq!(code, Some(2), "{name}={value}: {said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

/// Starts the server and returns whether it reads the plans.
async fn reads(command: Command) -> bool {
    let mut session = Session::start(command, Client::modern()).await;
    let call = json!({"name": "list_plans", "arguments": {}});
    let answer = session.request("tools/call", call).await;
    answer["result"]["structuredContent"]["plans"].is_array()
}

#[tokio::test]
async fn a_path_is_absolute_or_from_home() {
    let world = World::new().await;
    let home = tempfile::tempdir().unwrap();
    let work = tempfile::tempdir().unwrap();
    for (number, text) in ["~/1/j.db", "$HOME/2/j.db", "${HOME}/3/j.db", "\"~/4/j.db\""]
        .into_iter()
        .enumerate()
    {
        let mut command = world.command();
        command
            .env("AVENIR_MCP_JOURNAL", text)
            .env("HOME", home.path())
            .current_dir(work.path());
        assert!(reads(command).await, "{text}");
        let journal = home.path().join(format!("{}/j.db", number + 1));
        assert!(journal.exists(), "{text}");
    }
    for text in [
        "j.db",
        "./j.db",
        "../j.db",
        "~other/j.db",
        "$NOWHERE/j.db",
        "${NOWHERE}",
    ] {
        for name in ["AVENIR_MCP_JOURNAL", "YNAB_API_KEY_FILE"] {
            let mut command = world.command();
            if name == "YNAB_API_KEY_FILE" {
                command.env_remove("YNAB_API_KEY");
            }
            let (code, said) = ran(command.env(name, text).current_dir(work.path())).await;
            assert_eq!(code, Some(2), "{said}");
            assert!(said.contains(name) && said.contains("absolute"), "{said}");
        }
    }
    let left: Vec<_> = fs::read_dir(work.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn a_token_file_is_found_from_home() {
    use std::os::unix::fs::PermissionsExt as _;

    let world = World::new().await;
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("token");
    fs::write(&file, format!("\u{feff}\"{}\"\r\n", world.token)).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    for text in ["~/token", "$HOME/token"] {
        let mut command = world.command();
        command
            .env_remove("YNAB_API_KEY")
            .env("YNAB_API_KEY_FILE", text)
            .env("HOME", home.path());
        assert!(reads(command).await, "{text}");
    }
    let said = refused(&world, "YNAB_API_KEY", "${YNAB_API_KEY}").await;
    assert!(said.contains("did not replace"), "{said}");
    let said = refused(&world, "AVENIR_MCP_LOG_LEVEL", "${LEVEL}").await;
    assert!(
        said.contains("AVENIR_MCP_LOG_LEVEL holds a placeholder"),
        "{said}"
    );
    let mut command = world.command();
    command
        .arg("http")
        .env("AVENIR_MCP_HTTP_TOKEN", "${AVENIR_MCP_HTTP_TOKEN}");
    let (code, said) = ran(&mut command).await;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("placeholder"), "{said}");
}

/// Starts a read-only server where a journal cannot be kept, because it does not need a journal.
/// Refuses to start a server that writes there.
#[tokio::test]
async fn reading_needs_no_home() {
    let world = World::new().await;
    for home in ["/dev/null", "/proc/nowhere", ""] {
        let mut command = world.command();
        command
            .env_remove("AVENIR_MCP_WRITE")
            .env_remove("AVENIR_MCP_JOURNAL")
            .env_remove("XDG_STATE_HOME")
            .env("HOME", home);
        assert!(reads(command).await, "{home}");
    }
    let mut command = world.command();
    command
        .env_remove("AVENIR_MCP_JOURNAL")
        .env_remove("XDG_STATE_HOME")
        .env("HOME", "/dev/null");
    let (code, said) = ran(&mut command).await;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("the journal cannot be kept"), "{said}");
}

#[tokio::test]
async fn a_misspelt_name_is_refused() {
    let world = World::new().await;
    let said = refused(&world, "AVENIR_MCP_LANGAUGE", "es").await;
    assert!(said.contains("AVENIR_MCP_LANGUAGE"), "{said}");
    for command in ["tour", "journal", "http", "sandbox", "undo"] {
        let mut command = cmd(&world, &[command]);
        let (code, said) = ran(command.env("AVENIR_MCP_WRITTE", "1")).await;
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("is AVENIR_MCP_WRITE meant?"), "{said}");
    }
    let mut doctor = cmd(&world, &["doctor"]);
    doctor.env("AVENIR_MCP_PROT", "1");
    let out = doctor.output().await.unwrap().stdout;
    let out = String::from_utf8(out).unwrap();
    assert!(out.contains("AVENIR_MCP_PORT"), "{out}");
}

#[tokio::test]
async fn the_usual_spellings_are_taken() {
    let world = World::new().await;
    let tools = async |value: &str| {
        let mut command = world.command();
        command
            .env("AVENIR_MCP_WRITE", value)
            .env("AVENIR_MCP_REQUIRE_ELICITATION", value)
            .env("AVENIR_MCP_LANGUAGE", "es_ES.UTF-8");
        let mut session = Session::start(command, Client::modern()).await;
        let tools = session.request("tools/list", json!({})).await;
        tools["result"]["tools"].as_array().unwrap().len()
    };
    for (value, count) in [
        ("yes", 26),
        ("on", 26),
        ("TRUE", 26),
        ("no", 12),
        ("Off", 12),
        ("FALSE", 12),
        ("0", 12),
    ] {
        assert_eq!(tools(value).await, count, "{value}");
    }
    for (name, value, why) in [
        ("AVENIR_MCP_WRITE", "perhaps", "yes"),
        ("AVENIR_MCP_LANGUAGE", "fr_FR", "en, es or nl"),
        ("AVENIR_MCP_DEADLINE", "0", "1 or more"),
        ("AVENIR_MCP_LIFETIME", "0", "1 or more"),
    ] {
        let said = refused(&world, name, value).await;
        assert!(said.contains(name) && said.contains(why), "{said}");
    }
}

#[tokio::test]
async fn localhost_is_an_address() {
    let world = World::new().await;
    for host in ["localhost", "LOCALHOST", "127.0.0.1"] {
        let mut command = cmd(&world, &["http", "--port", "0", "--host", host]);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let stderr = child.stderr.take().unwrap();
        let mut lines = tokio::io::AsyncBufReadExt::lines(tokio::io::BufReader::new(stderr));
        let line = lines.next_line().await.unwrap().unwrap();
        assert!(line.contains("listening on http://127.0.0.1:"), "{line}");
    }
    let (code, said) = ran(&mut cmd(&world, &["http", "--host", "my.host"])).await;
    assert_eq!(code, Some(2));
    assert!(said.contains("IP address"), "{said}");
}

fn cmd(world: &World, arguments: &[&str]) -> Command {
    let mut command = world.command();
    command.args(arguments);
    command
}

/// Checks that no command panics when its output cannot be written.
#[tokio::test]
async fn nobody_reads_what_is_printed() {
    let world = World::new().await;
    let home = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 12] = [
        &["--help"],
        &["--version"],
        &["--wrong"],
        &["journal"],
        &["journal", "--format", "json"],
        &["doctor"],
        &["tour", "--answer", "yes"],
        &["undo", "--answer", "yes"],
        &["config", "goose"],
        &["config", "claude-code", "--install", "--demo"],
        &["http", "--host", "192.0.2.1"],
        &[],
    ];
    for arguments in commands {
        for (out, err) in [(true, false), (true, true)] {
            let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
            let closed = || Stdio::from(std::io::pipe().unwrap().1);
            for lost in [&full as &dyn Fn() -> Stdio, &closed] {
                let to = |lose: bool| if lose { lost() } else { Stdio::piped() };
                let mut command = cmd(&world, arguments);
                command
                    .env("HOME", home.path())
                    .stdin(Stdio::null())
                    .stdout(to(out))
                    .stderr(to(err));
                let output = command.spawn().unwrap().wait_with_output();
                let output = tokio::time::timeout(Duration::from_secs(60), output);
                let output = output.await.expect("it does not end").unwrap();
                let said = String::from_utf8_lossy(&output.stderr);
                let code = output.status.code();
                let expected: &[i32] = if arguments == ["--wrong"] {
                    &[2]
                } else {
                    &[0, 1]
                };
                assert!(
                    code.is_some_and(|code| expected.contains(&code)),
                    "{arguments:?}: {code:?} {said}"
                );
                assert!(!said.contains("panicked"), "{arguments:?}: {said}");
            }
        }
    }
    let mut sandbox = server();
    sandbox
        .arg("sandbox")
        .stdout(File::options().write(true).open("/dev/full").unwrap())
        .stderr(Stdio::piped());
    let output = sandbox.spawn().unwrap().wait_with_output();
    let output = tokio::time::timeout(Duration::from_secs(60), output);
    let output = output.await.expect("it does not end").unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot be printed"), "{said}");
}
