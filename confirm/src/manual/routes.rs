//! The routes: which way leads to a person.
//!
//! The route of a call follows from four things: the [`Tier`](crate::Tier) of the operation, what
//! the client can do, the [`Settings`](crate::Settings), and whether the tool takes codes, that is
//! [`Parameters`](crate::Parameters) of this library. It never depends on the arguments. It is
//! settled for each call anew.
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
//! `always_code` has every client count as one that cannot be asked, and `fallback` as `code`.
//!
//! # What the client can do
//!
//! From revision 2026-07-28 on a client that declares forms is asked **between calls**. The request's
//! own declaration counts, also where an `initialize` before it said otherwise:
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
//! Before that revision it is asked **during a call**, if it declared forms in its `initialize`.
//! Where there was none, as over HTTP without sessions, an older client cannot be asked. The SDK takes
//! a mode that it does not know for `{}`; [`Gate::watch`](crate::Gate::watch) on stdio, and the
//! [session layer](super::_9_over_http) over HTTP, read the declaration before the SDK does.
//!
//! # The ways, from the strongest
//!
//! - **`round_trip`, `in_call`**: a form that the client shows to its user.
//! - **`code`**: the model is handed a code with the preview, is told to show it, and passes the code
//!   back. It proves that a preview was made and that the change is still the same. It does not prove
//!   that a person read it.
//! - **`client_hint`**: the dialogue that many clients show before they call a tool with
//!   `destructiveHint`, which [`annotate`](crate::annotate) sets. Whether it was shown, and what it
//!   said, the server does not learn; it goes on as if it was.
//! - **`auto`**: nothing, for operations that need no consent.
//!
//! A call that passes a code where the client could be asked is confirmed by the code: the route says
//! how a fresh call is asked, and this one is not fresh. Under `require_elicitation`, under
//! another fallback and for a `Handoff` that call is refused, and the code is not spent.
//!
//! # What the operator sets
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
//! The variables start with a prefix of the server's choice, see
//! [`Settings::from_env`](crate::Settings::from_env); their values stand without quotes. The durations
//! have [bounds](super::_5_what_can_still_go_wrong#bounds), in a file as in the environment. No setting
//! makes an absence, an error or a silence mean yes.
