use std::error::Error;

use bytes::Bytes;
use http::{Request, StatusCode, header::CONTENT_LENGTH};
use http_body::Body;
use http_body_util::{BodyExt as _, Either, Full, LengthLimitError, Limited};

use super::RequestBody;
use crate::{gate::bounds, tool::without_unknown_modes};

/// Reads a request that may be an `initialize`, and removes the elicitation modes that the SDK
/// would take for forms.
///
/// # Errors
///
/// Fails if the body is too long, or ends too early.
pub(super) async fn read<B>(request: Request<B>) -> Result<Request<RequestBody<B>>, StatusCode>
where
    B: Body<Data = Bytes>,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let (mut parts, body) = request.into_parts();
    let read = Limited::new(body, bounds::INITIALIZE).collect().await;
    let body = read.map_err(|error| {
        if error.is::<LengthLimitError>() {
            StatusCode::PAYLOAD_TOO_LARGE
        } else {
            StatusCode::BAD_REQUEST
        }
    })?;
    let body = body.to_bytes();
    let body = match without_unknown_modes(&body) {
        Some(message) => {
            parts.headers.remove(CONTENT_LENGTH);
            Bytes::from(message)
        }
        None => body,
    };
    Ok(Request::from_parts(parts, Either::Right(Full::new(body))))
}
