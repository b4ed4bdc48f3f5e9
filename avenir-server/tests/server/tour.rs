//! The tour, run by a script and by a person at a pipe.

use std::{process::Stdio, time::Duration};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    process::Command,
};

use crate::common::server;

async fn tour(arguments: &[&str], typed: &str) -> String {
    let mut child = server()
        .arg("tour")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(typed.as_bytes()).await.unwrap();
    drop(stdin);
    let output = child.wait_with_output().await.unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn uncategorised(text: &str) -> usize {
    text.lines()
        .filter(|line| line.starts_with("   20") && line.ends_with("no category"))
        .count()
}

#[tokio::test]
async fn a_yes_writes() {
    for (arguments, typed) in [(&["--answer", "yes"][..], ""), (&[], "what?\ny\n")] {
        let text = tour(arguments, typed).await;
        assert_eq!(uncategorised(&text), 2, "only before: {text}");
        assert!(text.contains("Recategorise 2 transaction(s)?"), "{text}");
        assert!(text.contains("apply_categories  applied"), "{text}");
        assert!(text.contains("‘Joe’s Diner’"), "{text}");
        assert!(!text.contains('\u{1b}'), "colour is for terminals");
        for line in text.lines() {
            assert!(textwrap::core::display_width(line) <= 80, "{line}");
        }
    }
}

#[tokio::test]
async fn nothing_else_does() {
    for (arguments, typed) in [
        (&["--answer", "no"][..], ""),
        (&["--answer", "cancel"], ""),
        (&[], "n\n"),
        // Nobody answers.
        (&[], ""),
    ] {
        let text = tour(arguments, typed).await;
        assert_eq!(uncategorised(&text), 4, "before and after: {text}");
        assert!(text.contains("nothing was written"), "{text}");
        assert!(text.contains("Nothing was written."), "{text}");
    }
}

/// Runs the tour in a terminal of 40 columns, and presses keys after the question. Returns the exit
/// code and the printed text.
#[cfg(target_os = "linux")]
async fn in_a_terminal(keys: &[u8]) -> (Option<i32>, String) {
    let tour = format!(
        "stty cols 40; exec {} tour",
        env!("CARGO_BIN_EXE_avenir-server")
    );
    let mut child = Command::new("script")
        .args(["-qec", &tour, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (mut text, mut chunk) = (Vec::new(), [0; 1024]);
    // The terminal drops keys that were pressed before the question, so press until the end.
    let mut pause = tokio::time::interval(Duration::from_millis(100));
    loop {
        tokio::select! {
            read = stdout.read(&mut chunk) => match read.unwrap() {
                0 => break,
                length => text.extend(&chunk[..length]),
            },
            _ = pause.tick() => {
                let shown = String::from_utf8_lossy(&text);
                let is_answered = ["→ yes", "→ dismissed"].iter().any(|line| shown.contains(line));
                if shown.contains("dismiss") && !is_answered {
                    _ = stdin.write_all(keys).await;
                }
            }
        }
    }
    let status = child.wait().await.unwrap();
    (status.code(), String::from_utf8_lossy(&text).into_owned())
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn it_fits_into_a_narrow_terminal() {
    let (code, text) = in_a_terminal(b"y").await;
    assert_eq!(code, Some(0), "{text}");
    let is_command = |line: &str| line.contains("avenir-server config");
    for line in text.lines().filter(|line| !is_command(line)) {
        assert!(textwrap::core::display_width(line) <= 41, "{line:?}");
    }
    assert!(text.lines().any(is_command), "{text}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn control_c_ends_it() {
    let (code, text) = in_a_terminal(b"\x03").await;
    assert_eq!(code, Some(130), "{text}");
    assert!(text.contains("interrupted: nothing was changed"), "{text}");
    assert!(!text.contains("The journal"), "{text}");
}
