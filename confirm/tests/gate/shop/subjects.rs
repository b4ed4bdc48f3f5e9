//! The changes of the shop.

use confirm::{Preview, Subject, Text};

/// A new price. The price before is only shown.
#[derive(Subject)]
#[subject(
    question(
        "Set the price of {thing} to {price}?",
        price = decimal(price, scale = 2, digits = 2)
    ),
    context("It was {before}.", before = decimal(before, scale = 2, digits = 2))
)]
pub(super) struct SetPrice {
    pub(super) thing: String,
    pub(super) price: i64,
    #[subject(shown)]
    pub(super) before: i64,
}

/// The same change, at other tiers and with a preview by hand.
#[derive(Subject)]
#[subject(tier = Auto, question("Look at {thing}?"))]
pub(super) struct Look {
    pub(super) thing: String,
}

#[derive(Subject)]
#[subject(tier = Handoff, question("Sell {thing}?"), consequence("It cannot be bought back."))]
pub(super) struct Sell {
    pub(super) thing: String,
}

#[derive(Subject)]
#[subject(tier = Blocked, question("Burn {thing}?"))]
pub(super) struct Burn {
    pub(super) thing: String,
}

#[derive(Subject)]
#[subject(preview_by_hand = label)]
pub(super) struct Label {
    pub(super) thing: String,
}

/// Makes a preview by hand, for a subject that the derive cannot show. It may be wrong.
fn label(change: &Label) -> Preview {
    assert_ne!(change.thing, "lamp", "this preview panics");
    Preview::new(Text::new("Label {thing}?").arg("thing", &change.thing))
}
