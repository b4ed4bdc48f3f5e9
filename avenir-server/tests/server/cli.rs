//! The commands other than serving.

use std::{path::Path, process::Stdio};

use avenir_sandbox::demo as known;
use serde_json::{Value, json};
use tokio::{io::AsyncWriteExt as _, process::Command};

use crate::common::{
    World, diner_to_restaurants, server,
    session::{Client, Session, status, yes},
};

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

async fn run(mut command: Command, typed: &str) -> Ran {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Ignore an error, because the command may not read its stdin.
    _ = stdin.write_all(typed.as_bytes()).await;
    drop(stdin);
    let output = child.wait_with_output().await.unwrap();
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

async fn ran(world: &World, arguments: &[&str], typed: &str) -> Ran {
    let mut command = world.command();
    command.args(arguments);
    run(command, typed).await
}

/// Applies one change and declines another.
async fn two_changes(world: &World) {
    let mut session = Session::start(world.command(), Client::older()).await;
    let question = session.apply(diner_to_restaurants()).await;
    session.answer(&question, yes()).await;
    assert_eq!(status(&session.next().await), "applied");
    let other = crate::common::assign(&[(known::GREENGROCER, known::GROCERIES)]);
    let question = session.apply(other).await;
    session
        .answer(&question, json!({"action": "decline"}))
        .await;
    assert_eq!(status(&session.next().await), "declined");
}

#[tokio::test]
async fn the_journal_lists_operations_and_decisions() {
    let world = World::new().await;
    two_changes(&world).await;
    let table = ran(&world, &["journal"], "").await;
    assert_eq!(table.code, Some(0), "{}", table.err);
    assert_eq!(table.out.lines().count(), 2, "{}", table.out);
    assert!(
        table.out.contains("apply_categories  applied  in_call"),
        "{}",
        table.out
    );
    let listed = ran(&world, &["journal", "--format", "json"], "").await;
    let listed: Value = serde_json::from_str(&listed.out).unwrap();
    assert_eq!(listed[0]["plan_id"], known::PLAN);
    assert_eq!(listed[0]["fingerprint"].as_str().unwrap().len(), 64);
    let decisions = ran(&world, &["journal", "--decisions", "--format", "json"], "").await;
    let decisions: Value = serde_json::from_str(&decisions.out).unwrap();
    let outcomes: Vec<&str> = decisions
        .as_array()
        .unwrap()
        .iter()
        .map(|decided| decided["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["agreed", "declined"]);
    assert_eq!(decisions[0]["confirmation"], listed[0]["operation_id"]);
    let none = ran(&world, &["journal", "--limit", "0"], "").await;
    assert_eq!(none.out.lines().count(), 1);
}

/// Asks in the terminal before an undo. Only a yes undoes anything.
#[tokio::test]
async fn undo_asks_here() {
    let world = World::new().await;
    two_changes(&world).await;
    for typed in ["n\n", ""] {
        let declined = ran(&world, &["undo"], typed).await;
        assert!(
            declined
                .out
                .contains("Undo: recategorise 1 transaction(s)?"),
            "{}",
            declined.out
        );
        assert_eq!(
            world.category_of(known::DINER).as_deref(),
            Some(known::RESTAURANTS)
        );
    }
    let nowhere = ran(&world, &["undo", "nowhere", "--answer", "yes"], "").await;
    assert_eq!(nowhere.code, Some(1));
    assert!(
        nowhere.err.contains("avenir-server journal"),
        "{}",
        nowhere.err
    );
    let done = ran(&world, &["undo"], "y\n").await;
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(
        done.out
            .contains("‘Joe’s Diner’ -23.40: ‘Restaurants’ → no category"),
        "{}",
        done.out
    );
    assert_eq!(world.category_of(known::DINER), None);
    assert_eq!(world.operations(), ["undone", "applied"]);
}

#[tokio::test]
async fn nothing_to_undo_is_said() {
    let world = World::new().await;
    let ran = ran(&world, &["undo", "--answer", "yes"], "").await;
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("nothing to undo"), "{}", ran.err);
}

fn at_home(mut command: Command, home: &Path) -> Command {
    command
        .env("HOME", home)
        .env_remove("XDG_CONFIG_HOME")
        .env("XDG_STATE_HOME", home);
    command
}

#[tokio::test]
async fn the_doctor_says_what_to_mend() {
    let world = World::new().await;
    let home = tempfile::tempdir().unwrap();
    let well = run(at_home(cmd(&world, &["doctor"]), home.path()), "").await;
    assert_eq!(well.code, Some(0), "{}{}", well.out, well.err);
    for fine in [
        "ok    token: YNAB accepts it, and it opens 3 plans",
        "ok    clock",
        "ok    journal",
    ] {
        assert!(well.out.contains(fine), "{}", well.out);
    }

    let mut ill = at_home(cmd(&world, &["doctor"]), home.path());
    ill.env("YNAB_API_KEY", "wrong")
        .env("AVENIR_MCP_JOURNAL", "/dev/null/journal.db")
        .env("AVENIR_MCP_DEADLINE", "soon")
        .env("AVENIR_MCP_PORT", "x");
    let ill = run(ill, "").await;
    assert_eq!(ill.code, Some(1));
    for wrong in [
        "FIX   token: YNAB does not accept the token",
        "FIX   journal: the journal cannot be kept at /dev/null/journal.db",
        "FIX   questions: ",
        "FIX   HTTP: AVENIR_MCP_PORT",
    ] {
        assert!(ill.out.contains(wrong), "{wrong}: {}", ill.out);
    }
    assert!(ill.err.contains("4 problems found"), "{}", ill.err);

    let mut none = at_home(server(), home.path());
    none.arg("doctor");
    let none = run(none, "").await;
    assert!(
        none.out.contains("FIX   token: no token: set YNAB_API_KEY"),
        "{}",
        none.out
    );
}

fn cmd(world: &World, arguments: &[&str]) -> Command {
    let mut command = world.command();
    command.args(arguments);
    command
}

#[tokio::test]
async fn every_client_has_its_configuration() {
    for (client, part) in [
        ("claude-desktop", "\"mcpServers\""),
        ("claude-code", "\"mcpServers\""),
        ("cursor", "\"mcpServers\""),
        ("vscode", "\"servers\""),
        ("goose", "extensions:\n  avenir:"),
        ("codex", "[mcp_servers.avenir]"),
        ("lm-studio", "\"mcpServers\""),
    ] {
        let mut command = server();
        command
            .args(["config", client, "--write"])
            .env("YNAB_API_KEY", "a-secret-token");
        let ran = run(command, "").await;
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(
            ran.out.contains(part) && ran.out.contains("--write"),
            "{}",
            ran.out
        );
        assert!(ran.err.contains("Merge it into"), "{}", ran.err);
        assert!(!(ran.out + &ran.err).contains("a-secret-token"));
    }
}

/// Checks that the page of each client shows the configuration that the server prints.
#[tokio::test]
async fn every_client_has_its_page() {
    for client in [
        "claude-desktop",
        "claude-code",
        "cursor",
        "vscode",
        "goose",
        "codex",
        "lm-studio",
    ] {
        let mut command = server();
        command.args(["config", client, "--write"]);
        let printed = run(command, "").await.out;
        let printed = printed.replace(crate::common::SERVER, "/path/to/avenir-server");
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("clients/{client}.md"));
        let page = std::fs::read_to_string(page).unwrap();
        assert!(page.contains(printed.trim_end()), "{client}:\n{printed}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn it_installs_beside_what_is_there() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join(".claude.json");
    let own = "{\"theme\": \"dark\", \"mcpServers\": {\"other\": {\"command\": \"x\"}}}";
    std::fs::write(&file, own).unwrap();
    let mut command = at_home(server(), home.path());
    command.args(["config", "claude-code", "--install", "--demo", "--write"]);
    let ran = run(command, "").await;
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let settings: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(settings["theme"], "dark");
    assert_eq!(settings["mcpServers"]["other"]["command"], "x");
    let avenir = &settings["mcpServers"]["avenir"];
    assert_eq!(avenir["args"], json!(["--demo", "--write"]));
    let backup = home.path().join(".claude.json.backup-1");
    assert_eq!(std::fs::read_to_string(backup).unwrap(), own);

    // The installed command starts a server.
    let mut installed = Command::new(avenir["command"].as_str().unwrap());
    installed.args(["--demo", "--write"]).kill_on_drop(true);
    let mut session = Session::start(installed, Client::older()).await;
    let plans = session
        .request("tools/call", json!({"name": "list_plans", "arguments": {}}))
        .await;
    assert!(plans.to_string().contains("Household"), "{plans}");

    // A token does not belong in a client's settings.
    let mut command = at_home(server(), home.path());
    command
        .args(["config", "claude-desktop", "--install"])
        .env("YNAB_API_KEY", "secret");
    let refused = run(command, "").await;
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("YNAB_API_KEY_FILE"), "{}", refused.err);
}

/// Succeeds although the reader of stdout goes away.
#[cfg(unix)]
#[tokio::test]
async fn a_closed_stdout() {
    let mut tour = server();
    tour.args(["tour", "--answer", "yes"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = tour.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().await.unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
