//! Checks that others can recompute a fingerprint: here an RFC 8785 library in another language.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use confirm::{Fingerprint, Subject};
use serde::Serialize;

#[derive(Subject, Serialize)]
#[subject(question("Pay {count} invoice(s)?", count = count(invoices)))]
struct Pay<'a> {
    #[serde(rename = "zürich")]
    invoices: Vec<Invoice<'a>>,
    #[serde(rename = "\u{1F600}")]
    urgent: bool,
    // This key sorts before the emoji by UTF-8, and after it by UTF-16 code unit.
    #[serde(rename = "\u{FFFD}")]
    note: Option<&'a str>,
    #[serde(rename = "1")]
    limit: u64,
}

#[derive(Subject, Serialize)]
struct Invoice<'a> {
    payee: &'a str,
    amount: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
}

const SCOPE: &str = "ledger \"7\"\n";

fn subject() -> Pay<'static> {
    let invoice = |payee, amount, reference: Option<&str>| Invoice {
        payee,
        amount,
        reference: reference.map(str::to_owned),
    };
    Pay {
        invoices: vec![
            invoice(
                "Joe’s\\Diner\u{8}\u{c}\r\n\t\u{1}\u{7f}\u{2028}",
                -86_400,
                None,
            ),
            invoice("קפה \"גרג\" /", 9_007_199_254_740_991, Some("é")),
            invoice("", -9_007_199_254_740_991, Some("e\u{301}")),
        ],
        urgent: true,
        note: None,
        limit: 0,
    }
}

/// The hash by PyPI's rfc8785 0.1.4, for machines that cannot run it.
const PINNED: &str = "f1772c9400a320d815e670834456e84258a22b7b33eb331e2e1c9e51820a14eb";

#[test]
fn it_is_what_it_was() {
    assert_eq!(Fingerprint::of(SCOPE, &subject()).to_string(), PINNED);
}

#[test]
fn it_is_what_another_library_says() {
    let Some(python) = other_clients::python(env!("CARGO_TARGET_TMPDIR")) else {
        return;
    };
    let program = "import hashlib, json, rfc8785, sys\n\
                   print(hashlib.sha256(rfc8785.dumps(json.load(sys.stdin))).hexdigest())";
    let mut child = Command::new(python)
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let plain = serde_json::to_string(&(SCOPE, subject())).unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(plain.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let theirs = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        Fingerprint::of(SCOPE, &subject()).to_string(),
        theirs.trim()
    );
}
