//! What the derive refuses, and the words it finds for it.

#[rustversion::attr(not(stable(1.95)), ignore = "the snapshots are taken on Rust 1.95")]
#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/derive/*.rs");
}
