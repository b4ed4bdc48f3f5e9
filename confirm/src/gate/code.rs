//! Confirmation codes, for a client that cannot ask.
//!
//! A code proves that a preview was made, not that a person read it. It is 8 random bytes and works
//! once, for the change it was issued for, by the same principal and tool. A call that presents a
//! code spends it, even if the change, the tool or the principal is another. It is not spent if
//! codes are not taken, or if an answer came in the same call.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::{
    Binding, Gate,
    pending::{Pending, random},
};
use crate::tool::Stop;

impl Gate {
    /// Issues a new code for the pending question.
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

    /// Spends a code, whatever it was issued for, and returns its question if the code is valid
    /// here.
    pub(super) async fn redeem(
        &self,
        binding: &Binding<'_>,
        code: &str,
    ) -> Result<Option<Pending>, Stop> {
        self.take(&key(code), &bound_to(binding)).await
    }
}

/// Returns the key of a code in the store. The store sees only the hash of the code.
fn key(code: &str) -> String {
    format!("code/{}", URL_SAFE_NO_PAD.encode(Sha256::digest(code)))
}

/// Returns everything that a code is bound to. The arguments are left out: a model may word the
/// same change in another way, and the fingerprint decides whether it is the same.
fn bound_to<'a>(binding: &'a Binding<'_>) -> impl Serialize + use<'a> {
    (binding.principal, binding.tool, binding.kind)
}
