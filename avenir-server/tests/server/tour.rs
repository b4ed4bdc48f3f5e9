//! The tour, run by a script and by a person at a pipe.

use std::process::Stdio;

use tokio::io::AsyncWriteExt as _;

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
        assert!(text.contains("no operation"), "{text}");
    }
}
