//! Reads the lines of a client, with a bound on their length.

use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

use crate::{bounds::LARGEST_LINE, serve::message};

/// The bytes at the beginning and at the end of a line that is too long which are searched for its id.
const KEPT: usize = 4_096;

/// One line that was read.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    Whole(Vec<u8>),
    /// A line that is too long, with its id as JSON.
    TooLong(Option<String>),
    End,
}

/// Reads lines.
pub(super) struct Reader<R> {
    stdin: BufReader<R>,
    /// The part of the next line that was read so far.
    line: Vec<u8>,
    rest: Rest,
}

/// The treatment of the rest of a line.
enum Rest {
    Kept,
    /// The line is too long, and this was reported.
    Skipped,
    /// The line is too long, and its id may be at its end. This is the end so far.
    Searched(Vec<u8>),
}

impl<R: AsyncRead + Unpin> Reader<R> {
    pub(super) fn new(stdin: R) -> Self {
        Self {
            stdin: BufReader::new(stdin),
            line: Vec::new(),
            rest: Rest::Kept,
        }
    }

    /// Reads a line. The future may be dropped: what was read is kept.
    pub(super) async fn line(&mut self) -> io::Result<Line> {
        loop {
            let read = self.stdin.fill_buf().await?;
            let is_over = read.is_empty();
            let end = read.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(read.len(), |end| end + 1);
            match &mut self.rest {
                Rest::Kept => self.line.extend_from_slice(&read[..taken]),
                Rest::Skipped => {}
                Rest::Searched(tail) => {
                    tail.extend_from_slice(&read[..taken]);
                    tail.drain(..tail.len().saturating_sub(KEPT));
                }
            }
            self.stdin.consume(taken);
            if self.line.len() > LARGEST_LINE {
                let line = std::mem::take(&mut self.line);
                let tail = &line[line.len() - KEPT..];
                match (message::id_of_beginning(&line[..KEPT]), end) {
                    (None, None) => self.rest = Rest::Searched(tail.to_vec()),
                    (None, Some(_)) => return Ok(Line::TooLong(message::id_of_end(tail))),
                    (id, Some(_)) => return Ok(Line::TooLong(id)),
                    (id, None) => {
                        self.rest = Rest::Skipped;
                        return Ok(Line::TooLong(id));
                    }
                }
            }
            if end.is_none() && !is_over {
                continue;
            }
            // The last line may lack its line feed.
            match self.rest {
                Rest::Kept if is_over && self.line.is_empty() => return Ok(Line::End),
                Rest::Kept => return Ok(Line::Whole(std::mem::take(&mut self.line))),
                Rest::Skipped => self.rest = Rest::Kept,
                Rest::Searched(ref tail) => {
                    let id = message::id_of_end(tail);
                    self.rest = Rest::Kept;
                    return Ok(Line::TooLong(id));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_line_that_is_too_long_is_answered_with_its_id_wherever_it_stands() {
        let long = "x".repeat(LARGEST_LINE);
        let sent = [
            format!(r#"{{"id":1,"a":"{long}"}}"#),
            format!(r#"{{"a":"{long}","id":2}}"#),
            // Make it longer than one read, and longer than what is kept.
            format!(r#"{{"a":"{long}{long}","id":"three","method":"ping"}}"#),
            format!(r#"{{"a":"{long}","id":4,"b":"{long}"}}"#),
            r#"{"id":5}"#.to_owned(),
            format!(r#"{{"a":"{long}","id":6}}"#),
        ];
        let sent = sent.join("\n");
        let mut reader = Reader::new(sent.as_bytes());
        let too_long = |id: &str| Line::TooLong(Some(id.to_owned()));
        for expected in [
            too_long("1"),
            too_long("2"),
            too_long(r#""three""#),
            Line::TooLong(None),
            Line::Whole(b"{\"id\":5}\n".to_vec()),
            too_long("6"),
            Line::End,
        ] {
            let read = reader.line().await.unwrap();
            assert!(read == expected, "expected {expected:?}");
        }
    }
}
