//! Routes: how a person is asked for a call.
//!
//! The route of a call follows from four things: the [`Tier`](crate::Tier) of the operation, what
//! the client can do, the [`Settings`](crate::Settings), and whether the tool takes codes, that is,
//! takes [`Parameters`](crate::Parameters) of this library. It never depends on the arguments, and
//! is chosen again for each call.
//!
//! # Every cell
//!
//! | tier | the client | `fallback` | `require_elicitation` | takes codes | route |
//! |---|---|---|---|---|---|
//! | `Auto` | any | any | any | any | `auto` |
//! | `Confirm` | can be asked between calls | any | any | any | `round_trip` |
//! | `Confirm` | can be asked during a call | any | any | any | `in_call` |
//! | `Confirm` | cannot be asked | `code` | no | yes | `code` |
//! | `Confirm` | cannot be asked | `code` | no | no | refused: `cannot_ask` |
//! | `Confirm` | cannot be asked | `client_hint` | no | any | `client_hint` |
//! | `Confirm` | cannot be asked | `refuse` | no | any | refused: `cannot_ask` |
//! | `Confirm` | cannot be asked | any | yes | any | refused: `cannot_ask` |
//! | `Handoff` | can be asked between calls | any | any | any | `round_trip` |
//! | `Handoff` | can be asked during a call | any | any | any | `in_call` |
//! | `Handoff` | cannot be asked | any | any | any | refused: `cannot_ask` |
//! | `Blocked` | any | any | any | any | refused: `blocked` |
//!
//! Under `always_code` every client counts as one that cannot be asked, and `fallback` as `code`.
//!
//! # Capabilities of the client
//!
//! From revision 2026-07-28 on, a client that declares forms is asked **between calls**. The
//! request's own declaration counts, even where an earlier `initialize` declared something else:
//!
//! | `elicitation` | |
//! |---|---|
//! | `{}` | can be asked |
//! | `{"form": {}}` | can be asked |
//! | `{"form": {}, "url": {}}` | can be asked |
//! | `{"url": {}}` | cannot be asked |
//! | `{"form": null}` | cannot be asked |
//! | `{"voice": {}}` | cannot be asked |
//! | `null` | cannot be asked |
//! | `true` | cannot be asked |
//! | `[]` | cannot be asked |
//!
//! Before that revision a client is asked **during a call**, if it declared forms in its
//! `initialize`. Without an `initialize`, as over HTTP without sessions, an older client cannot be
//! asked. The SDK reads an unknown mode as `{}`. So [`Gate::cancel_on_disconnect`](crate::Gate::cancel_on_disconnect) on stdio,
//! and the [session layer](super::_9_over_http) over HTTP, read the declaration before the SDK
//! does.
//!
//! # The routes, from the strongest
//!
//! - **`round_trip`, `in_call`**: a form that the client shows to its user.
//! - **`code`**: the model gets a code with the preview, is told to show the preview, and passes
//!   the code back. The code proves that a preview was made and that the change is still the same.
//!   It does not prove that a person read it.
//! - **`client_hint`**: the dialog that many clients show before they call a tool with
//!   `destructiveHint`, which [`annotate`](crate::annotate) sets. The server does not learn whether
//!   the dialog was shown or what it displayed; it goes on as if the person had agreed.
//! - **`auto`**: no question, for operations that need no consent.
//!
//! A call that passes a code is confirmed by the code even where the client could be asked: the
//! route decides only how a fresh call is asked. Under `require_elicitation`, under another
//! fallback and for a `Handoff` such a call is refused, and the code is not spent.
//!
//! # Settings of the operator
//!
//! | setting | variable | default | |
//! |---|---|---|---|
//! | `fallback` | `FALLBACK` | `"code"` | what stands in for a client that cannot ask: `"code"`, `"client_hint"` or `"refuse"` |
//! | `require_elicitation` | `REQUIRE_ELICITATION` | `false` | only an answer in the client confirms |
//! | `always_code` | `ALWAYS_CODE` | `false` | every client is taken to be unable to ask, and nothing weaker than a code stands in |
//! | `deadline` | `DEADLINE` | `55` | seconds a question during a call stays open |
//! | `lifetime` | `LIFETIME` | `600` | seconds a question between calls, or a code, stays good |
//! | `cool_down` | `COOL_DOWN` | `10` | seconds a declined change is not asked about again |
//! | `instant_decline` | `INSTANT_DECLINE` | `0` | milliseconds under which a decline during a call counts as never asked |
//! | `disclosure` | `DISCLOSURE` | `"full"` | `"minimal"` shows the operation and its consequence only |
//! | `language` | `LANGUAGE` | `"en"` | what people read: `"en"`, `"es"` or `"nl"` |
//!
//! The variables start with a prefix that the server chooses, see
//! [`Settings::from_env`](crate::Settings::from_env). Their values stand without quotes. The
//! durations have [bounds](super::_5_what_can_still_go_wrong#bounds), in a file as in the
//! environment. No setting makes an absence, an error or a silence mean yes.
