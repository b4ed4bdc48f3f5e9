use expect_test::{ExpectFile, expect_file};
use syn::{DeriveInput, parse_quote};

use super::expand;

#[expect(clippy::needless_pass_by_value, reason = "it reads like an assertion")]
fn check(input: DeriveInput, expected: ExpectFile) {
    expected.assert_eq(&expand(&input));
}

#[test]
fn a_subject_and_its_rows() {
    check(
        parse_quote! {
            #[subject(
                kind = "apply_categories",
                question("Recategorise {count} transaction(s)?", count = count(changes)),
                context("Plan {plan}", plan),
                rows = changes,
            )]
            struct Recategorise {
                #[subject(unordered)]
                changes: Vec<CategoryChange>,
                #[subject(shown)]
                plan: Option<String>,
            }
        },
        expect_file!["expanded/recategorise.rs"],
    );
    check(
        parse_quote! {
            #[subject(row(
                "{date} {payee} {amount}: {before} → {after}",
                date = date(date),
                payee = or(payee, "no payee"),
                amount = decimal(amount, scale = 3, digits = digits),
                before = or(before, "no category"),
            ))]
            struct CategoryChange {
                #[serde(rename = "id")]
                transaction_id: String,
                category_id: String,
                #[subject(shown)]
                date: String,
                #[subject(shown)]
                payee: Option<String>,
                #[subject(shown)]
                amount: i64,
                #[subject(shown)]
                digits: u32,
                #[subject(shown)]
                before: Option<String>,
                #[subject(shown)]
                after: String,
            }
        },
        expect_file!["expanded/category_change.rs"],
    );
}

#[test]
fn keys_that_may_be_left_out() {
    check(
        parse_quote! {
            struct Patch {
                #[serde(skip_serializing_if = "Option::is_none")]
                memo: Option<String>,
                #[serde(skip_serializing_if = "Option::is_none")]
                amount: Option<i64>,
            }
        },
        expect_file!["expanded/patch.rs"],
    );
}

#[test]
fn a_tagged_enum() {
    check(
        parse_quote! {
            #[serde(tag = "op", rename_all = "snake_case")]
            #[subject(sensitive, consequence("It cannot be restored."))]
            enum Transfer {
                #[subject(question("Send {amount} to {to}?", amount = decimal(cents, scale = 2, digits = 2)))]
                SendMoney { to: String, cents: i64, zero: bool },
                #[subject(
                    question("Stop all transfers?"),
                    warning("{open} are under way", when = open),
                )]
                Stop { open: Option<u32> },
                #[subject(question("Close it?"))]
                Close,
            }
        },
        expect_file!["expanded/transfer.rs"],
    );
}

#[test]
fn a_generic_list() {
    check(
        parse_quote! {
            #[subject(question("Delete {count} thing(s)?", count = count(self)), rows = self)]
            struct Deletes<'a, T: Clone, const N: usize>(#[subject(unordered)] &'a [Delete<T>; N])
            where
                T: Send;
        },
        expect_file!["expanded/deletes.rs"],
    );
}

#[test]
fn a_type_with_mistakes_has_its_impls_all_the_same() {
    check(
        parse_quote! {
            #[subject(question("Pay {payee}?"), colour = "red")]
            struct Pay<T> {
                payer: T,
            }
        },
        expect_file!["expanded/mistakes.rs"],
    );
}
