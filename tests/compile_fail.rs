//! What must not compile, with the text that a developer sees.

#[rustversion::attr(not(stable(1.95)), ignore = "the texts are those of Rust 1.95")]
#[test]
fn the_gate() {
    trybuild::TestCases::new().compile_fail("tests/ui/gate/*.rs");
}
