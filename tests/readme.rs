//! Checks that both READMEs show the same code. The library's own is compiled as a doctest.

/// Returns the first block of Rust code.
fn code(text: &str) -> &str {
    let (_, rest) = text.split_once("```rust\n").expect("a block of Rust code");
    rest.split_once("```").expect("the end of the block").0
}

#[test]
fn both_readmes_show_the_same_code() {
    let library = code(include_str!("../confirm/README.md"));
    assert_eq!(code(include_str!("../README.md")), library);
}
