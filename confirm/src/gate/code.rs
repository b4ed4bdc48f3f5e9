//! Confirmation codes, for a client that cannot ask.
//!
//! A code proves that a preview was made, not that a person read it, so it is the weakest of the
//! routes. It is 8 random bytes; it works once, for exactly the change it was issued for; and it
//! is spent by whoever presents it, even for something else.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::{
    Binding, Gate,
    pending::{Pending, random},
};
use crate::tool::Stop;

impl Gate {
    /// A new code for what is pending.
    pub(super) async fn issue(
        &self,
        binding: &Binding<'_>,
        pending: &Pending,
    ) -> Result<String, Stop> {
        let code = URL_SAFE_NO_PAD.encode(random::<8>());
        self.keep(binding.principal, &key(&code), &bound_to(binding), pending)
            .await?;
        Ok(code)
    }

    /// Spends a code, whatever it was issued for.
    pub(super) async fn redeem(
        &self,
        binding: &Binding<'_>,
        code: &str,
    ) -> Result<Option<Pending>, Stop> {
        self.take(&key(code), &bound_to(binding)).await
    }
}

/// Only the hash of a code is kept.
fn key(code: &str) -> String {
    format!("code/{}", URL_SAFE_NO_PAD.encode(Sha256::digest(code)))
}

/// Not the arguments: a model may word the same change another way, and the fingerprint settles
/// whether it is the same.
fn bound_to<'a>(binding: &'a Binding<'_>) -> impl Serialize + use<'a> {
    (binding.principal, binding.tool, binding.kind)
}
