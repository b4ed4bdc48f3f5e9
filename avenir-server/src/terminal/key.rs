use std::{
    io::{self, IsTerminal as _},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use crossterm::{
    event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    terminal,
};
use tokio::io::AsyncBufReadExt as _;
use tokio_util::sync::CancellationToken;

use crate::cli::Answer;

/// The time between two checks whether the question was withdrawn.
const TICK: Duration = Duration::from_millis(50);

/// Reads the person's answer. Returns `None` if the question was withdrawn or nobody can answer.
pub(super) async fn read(withdrawn: CancellationToken) -> Option<Answer> {
    if !io::stdin().is_terminal() {
        return line(withdrawn).await;
    }
    tokio::task::spawn_blocking(move || one_key(&withdrawn))
        .await
        .ok()?
        .ok()?
}

/// The error of a command whose question was ended by Ctrl-C. Its exit code is 130, as in a shell.
#[derive(Debug, thiserror::Error)]
#[error("interrupted: nothing was changed")]
pub(crate) struct Interrupted;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Fails if Ctrl-C ended a question.
pub(crate) fn check_interrupt() -> Result<(), Interrupted> {
    if INTERRUPTED.load(Ordering::Relaxed) {
        return Err(Interrupted);
    }
    Ok(())
}

/// Reads one key of a terminal. Esc, Ctrl-C and q dismiss the question.
fn one_key(withdrawn: &CancellationToken) -> io::Result<Option<Answer>> {
    let _raw = Raw::enter()?;
    // Drop keys that were typed before the question was shown.
    while event::poll(Duration::ZERO)? {
        event::read()?;
    }
    loop {
        if withdrawn.is_cancelled() {
            return Ok(None);
        }
        if !event::poll(TICK)? {
            continue;
        }
        if let Event::Key(key) = event::read()?
            && key.kind == KeyEventKind::Press
            && let Some(answer) = of_key(key)
        {
            return Ok(Some(answer));
        }
    }
}

fn of_key(key: KeyEvent) -> Option<Answer> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        if key.code == KeyCode::Char('c') {
            // In raw mode the terminal sends no signal.
            INTERRUPTED.store(true, Ordering::Relaxed);
        }
        let dismisses = matches!(key.code, KeyCode::Char('c' | 'd'));
        return dismisses.then_some(Answer::Cancel);
    }
    match key.code {
        KeyCode::Char('y' | 'Y') => Some(Answer::Yes),
        KeyCode::Char('n' | 'N') => Some(Answer::No),
        KeyCode::Esc | KeyCode::Char('q') => Some(Answer::Cancel),
        _ => None,
    }
}

/// The terminal's raw mode, which delivers single keys. Dropping this ends the mode, also after an error.
struct Raw;

impl Raw {
    fn enter() -> io::Result<Self> {
        terminal::enable_raw_mode()?;
        Ok(Self)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // Ignore an error: nothing more can be done about it.
        _ = terminal::disable_raw_mode();
    }
}

/// Reads one line of a pipe. Only `y` and `yes` are a yes; the end of the pipe is not an answer.
async fn line(withdrawn: CancellationToken) -> Option<Answer> {
    let mut lines = tokio::io::BufReader::new(tokio::io::stdin()).lines();
    loop {
        let line = tokio::select! {
            line = lines.next_line() => line.ok()??,
            () = withdrawn.cancelled() => return None,
        };
        match line.trim().to_lowercase().as_str() {
            "y" | "yes" => return Some(Answer::Yes),
            "n" | "no" => return Some(Answer::No),
            _ => {}
        }
    }
}
