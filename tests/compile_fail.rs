//! Tests code that must not compile, with the error that a developer sees.

#[rustversion::attr(not(stable(1.95)), ignore = "the texts are those of Rust 1.95")]
#[test]
fn every_misuse() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/derive/*.rs");
    cases.compile_fail("tests/ui/gate/*.rs");
    cases.compile_fail("tests/ui/ynab/*.rs");
}
