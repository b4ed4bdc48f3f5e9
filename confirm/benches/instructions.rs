//! Counts the instructions of a fingerprint beside the compression of SHA-256. Times can vary by
//! half on a shared machine, but instructions are the same in every run, so this benchmark can
//! fail: `cargo bench -p confirm-benches --bench instructions`
//!
//! It runs itself under valgrind and reads the output of callgrind.

#![allow(missing_docs)]

mod changes;

use std::{
    collections::HashMap,
    env, fs,
    hint::black_box,
    process::{Command, ExitCode, Stdio},
};

use changes::{Ordered, Unordered, changes};
use confirm::Fingerprint;

/// The most instructions for each change of eight fields, with the sorting of an unordered list.
const MOST: u64 = 1_300;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.as_slice() {
        [run, kind, length] if run == "run" => {
            let measured = changes(length.parse().expect("a length"));
            // Run once before counting, so that one-time work such as setting up the heap does not
            // count.
            let changes = changes(1);
            black_box(Fingerprint::of("plan-1", &Unordered { changes }));
            match kind.as_str() {
                "ordered" => _ = black_box(measured_ordered(&Ordered { changes: measured })),
                _ => _ = black_box(measured_unordered(&Unordered { changes: measured })),
            }
            ExitCode::SUCCESS
        }
        _ => gate(),
    }
}

#[inline(never)]
fn measured_ordered(subject: &Ordered) -> Fingerprint {
    Fingerprint::of("plan-1", subject)
}

#[inline(never)]
fn measured_unordered(subject: &Unordered) -> Fingerprint {
    Fingerprint::of("plan-1", subject)
}

fn gate() -> ExitCode {
    let valgrind = Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if !valgrind.is_ok_and(|status| status.success()) {
        println!("skipped: there is no valgrind here");
        return ExitCode::SUCCESS;
    }
    let mut passes = true;
    println!("| list | changes | instructions a change | of them in the compression |");
    println!("|---|---|---|---|");
    let mut of_few = None;
    // An ordered list takes the same work for each change, however many there are. Sorting takes more
    // for longer lists, and people change 20 to 100 rows.
    for (kind, length) in [
        ("ordered", 1_000),
        ("ordered", 10_000),
        ("unordered", 20),
        ("unordered", 100),
    ] {
        let (all, compression) = instructions(kind, length);
        let each = (all - compression) / length;
        println!("| {kind} | {length} | {each} | {} |", compression / length);
        passes &= each <= MOST;
        if kind == "ordered" {
            let before = *of_few.get_or_insert(each);
            passes &= each.abs_diff(before) * 20 <= before;
        }
    }
    if passes {
        ExitCode::SUCCESS
    } else {
        println!("more than {MOST}, or more than 5 % apart");
        ExitCode::FAILURE
    }
}

/// Returns the instructions of one fingerprint: all of them, and those of the compression.
fn instructions(kind: &str, length: u64) -> (u64, u64) {
    let out = env::temp_dir().join(format!("callgrind.{}.{kind}.{length}", std::process::id()));
    let status = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*measured_*"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(env::current_exe().expect("this program"))
        .args(["run", kind, &length.to_string()])
        .stderr(Stdio::null())
        .status()
        .expect("valgrind starts");
    assert!(status.success(), "valgrind failed");
    let profile = fs::read_to_string(&out).expect("callgrind wrote it");
    _ = fs::remove_file(out);
    let costs = costs(&profile);
    let compression = costs.iter().filter(|(name, _)| name.contains("compress"));
    (
        costs.values().sum(),
        compression.map(|(_, cost)| cost).sum(),
    )
}

/// Sums the own cost of each function from callgrind's format: a line `fn=(7) name` or `fn=(7)`,
/// then lines `position cost`. The cost line after `calls=` belongs to the callee and is counted
/// there.
fn costs(profile: &str) -> HashMap<&str, u64> {
    let mut names = HashMap::new();
    let mut costs = HashMap::new();
    let mut name = "";
    let mut lines = profile.lines();
    while let Some(line) = lines.next() {
        if let Some(function) = line.strip_prefix("fn=").or(line.strip_prefix("cfn=")) {
            let (id, full) = function.split_once(' ').unwrap_or((function, ""));
            let full = if full.is_empty() { names[id] } else { full };
            names.insert(id, full);
            if line.starts_with("fn=") {
                name = full;
            }
        } else if line.starts_with("calls=") {
            lines.next();
        } else if line.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '*')) {
            let cost = line.split(' ').nth(1).and_then(|cost| cost.parse().ok());
            *costs.entry(name).or_insert(0) += cost.unwrap_or(0);
        }
    }
    costs
}
