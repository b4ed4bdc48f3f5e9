use std::{fmt, fs::File, io::Read as _, path::Path};

use confirm::preview::quoted;
use reqwest::{
    Url,
    header::{HeaderValue, InvalidHeaderValue},
};

use crate::{bounds::LARGEST_KEY_FILE, foreign::Foreign};

/// The address of YNAB, with the token for it. `Debug` does not show the token.
#[derive(Clone)]
pub struct Endpoint {
    pub(crate) base: Url,
    pub(crate) authorization: HeaderValue,
}

/// An error in an endpoint.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EndpointError {
    /// The address cannot be used.
    #[error(
        "`{address}` is not a usable address ({reason}); an example is {}",
        Endpoint::YNAB
    )]
    Address {
        /// The given address, without credentials, query, fragment and token.
        address: String,
        /// The problem with the address.
        reason: String,
    },
    /// The token is empty, or holds a character that is not visible ASCII.
    #[error(
        "the YNAB token is empty or holds characters that no token has; copy it again from YNAB's developer settings"
    )]
    Token,
    /// The token is a placeholder that nobody replaced.
    #[error(
        "the YNAB token is the placeholder {placeholder}, which the client did not replace: put the token itself there"
    )]
    Placeholder {
        /// The placeholder.
        placeholder: String,
    },
    /// The key file cannot be read or used.
    #[error(
        "the key file {path} cannot be read ({reason}): write the token, and nothing else, to it"
    )]
    KeyFile {
        /// The path of the file.
        path: String,
        /// The failure.
        reason: String,
    },
    /// The permissions of the key file give others on this machine access.
    #[error("the key file {path} can be read by others (mode {mode:03o}): chmod 600 it")]
    KeyFileIsOpen {
        /// The path of the file.
        path: String,
        /// The permissions of the file.
        mode: u32,
    },
}

const SCHEME: &str = "Bearer ";

impl Endpoint {
    /// The address of YNAB's API.
    pub const YNAB: &'static str = "https://api.ynab.com/v1";

    /// Makes an endpoint at `address`, which is `https`, or `http` on loopback, with `token`.
    ///
    /// # Errors
    ///
    /// Fails if the address is neither, or has credentials, a query or a fragment. Fails also if
    /// the token cannot be sent, or is a placeholder.
    pub fn new(address: &str, token: &str) -> Result<Self, EndpointError> {
        let token = plain_token(token)?;
        let wrong = |reason: String| {
            // Show only a part: the text before an @ may be a password, and a query may be a token.
            let shown = address.rsplit('@').next().unwrap_or_default();
            let shown = shown.split(['?', '#']).next().unwrap_or_default();
            EndpointError::Address {
                address: Foreign::new(token).line(shown),
                reason,
            }
        };
        let base = Url::parse(address).map_err(|error| wrong(error.to_string()))?;
        let secure = match base.scheme() {
            "https" => true,
            "http" => is_loopback(&base),
            _ => false,
        };
        if !secure {
            return Err(wrong("it must be https, or http on this machine".into()));
        }
        if base.query().is_some()
            || base.fragment().is_some()
            || !base.username().is_empty()
            || base.password().is_some()
        {
            return Err(wrong("it must be a plain address".into()));
        }
        let mut authorization = HeaderValue::from_str(&format!("{SCHEME}{token}"))
            .map_err(|_: InvalidHeaderValue| EndpointError::Token)?;
        authorization.set_sensitive(true);
        Ok(Self {
            base,
            authorization,
        })
    }

    /// Makes an endpoint at `address`, with the token in the file at `path`. On Unix the file must
    /// belong to the user of this process, and others must not have any permission.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is not a regular file, is too large or is not UTF-8, if
    /// its owner or permissions are wrong, and like [`new`](Self::new).
    pub fn with_key_file(address: &str, path: &Path) -> Result<Self, EndpointError> {
        let failed = |reason: String| EndpointError::KeyFile {
            path: path.display().to_string(),
            reason,
        };
        let mut options = File::options();
        options.read(true);
        // Do not wait for a pipe without a writer. Follow links, because secrets are often linked.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            rustix::fs::OFlags::NONBLOCK.bits().cast_signed(),
        );
        let file = options.open(path);
        let file = file.map_err(|error| failed(error.to_string()))?;
        // Check the open file, because the path may name another file by now.
        let about = file.metadata().map_err(|error| failed(error.to_string()))?;
        if !about.is_file() {
            return Err(failed("it is not a regular file".to_owned()));
        }
        #[cfg(unix)]
        {
            let owner = std::os::unix::fs::MetadataExt::uid(&about);
            if owner != rustix::process::geteuid().as_raw() {
                return Err(failed(
                    "it belongs to another user: copy it to a file of your own".to_owned(),
                ));
            }
            let mode = std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o777;
            if mode & 0o077 != 0 {
                let path = path.display().to_string();
                return Err(EndpointError::KeyFileIsOpen { path, mode });
            }
        }
        let mut bytes = Vec::new();
        file.take(LARGEST_KEY_FILE + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| failed(error.to_string()))?;
        if bytes.len() as u64 > LARGEST_KEY_FILE {
            return Err(failed("it is larger than any token".to_owned()));
        }
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            return Err(failed("it is UTF-16: save it as UTF-8".to_owned()));
        }
        let token = String::from_utf8(bytes);
        let token = token.map_err(|_| failed("it is not text".to_owned()))?;
        Self::new(address, &token)
    }
}

/// Returns the token out of a pasted text. Removes a byte order mark, blanks, quotes and the name
/// of the scheme around it.
fn plain_token(text: &str) -> Result<&str, EndpointError> {
    let is_around = |c: char| c.is_whitespace() || c == '\u{feff}';
    let mut token = text.trim_matches(is_around);
    for (open, close) in [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’')] {
        let inside = token
            .strip_prefix(open)
            .and_then(|rest| rest.strip_suffix(close));
        token = inside.map_or(token, |inside| inside.trim_matches(is_around));
    }
    let scheme = SCHEME.len();
    if token
        .get(..scheme)
        .is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
    {
        token = token[scheme..].trim_start();
    }
    let is_placeholder = token.starts_with('$')
        || [("{{", "}}"), ("%", "%"), ("<", ">")]
            .iter()
            .any(|(open, close)| token.starts_with(open) && token.ends_with(close));
    if is_placeholder && token.len() > 1 {
        return Err(EndpointError::Placeholder {
            placeholder: quoted(token, 60),
        });
    }
    let is_scheme_alone = token.eq_ignore_ascii_case(SCHEME.trim_end());
    if token.is_empty() || is_scheme_alone || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(EndpointError::Token);
    }
    Ok(token)
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || host
            .parse()
            .is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
}

impl Endpoint {
    /// Returns the token. No text from elsewhere may show it.
    pub(crate) fn token(&self) -> String {
        let header = self.authorization.to_str().unwrap_or_default();
        header.strip_prefix(SCHEME).unwrap_or_default().to_owned()
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("base", &self.base.as_str())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_addresses() {
        for good in [
            Endpoint::YNAB,
            "http://127.0.0.1:8080/v1",
            "http://localhost/v1",
            "http://[::1]:1/v1",
        ] {
            assert!(Endpoint::new(good, "t").is_ok(), "{good}");
        }
        for bad in [
            "http://api.ynab.com/v1",
            "http://localhost.example.com/v1",
            "http://127.0.0.1.example.com/v1",
            "ftp://127.0.0.1/v1",
            "https://user@api.ynab.com/v1",
            "https://:password@api.ynab.com/v1",
            "https://api.ynab.com/v1?x=1",
            "api.ynab.com",
            "",
        ] {
            assert!(Endpoint::new(bad, "t").is_err(), "{bad}");
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let error = Endpoint::new("https://user:s3cret@api.ynab.com/v1", "t").unwrap_err();
        assert!(!error.to_string().contains("s3cret"));
    }

    #[test]
    fn the_token_is_not_shown() {
        let endpoint = Endpoint::new(Endpoint::YNAB, "s3cret").unwrap();
        assert!(!format!("{endpoint:?}").contains("s3cret"));
        for bad in ["", "  ", "a\nb", "é\u{0}"] {
            let error = Endpoint::new(Endpoint::YNAB, bad).unwrap_err();
            assert!(matches!(error, EndpointError::Token), "{bad:?}");
        }
    }

    #[test]
    fn what_people_paste_around_a_token_is_taken_off() {
        for pasted in [
            "\u{feff}s3cret\r\n",
            "\"s3cret\"",
            "'s3cret'\n",
            " “s3cret” ",
            "\u{feff}\"s3cret\"",
            "Bearer s3cret",
            "\"bearer  s3cret\"",
        ] {
            let endpoint = Endpoint::new(Endpoint::YNAB, pasted).unwrap();
            assert_eq!(endpoint.authorization, "Bearer s3cret", "{pasted:?}");
        }
        for placeholder in [
            "${YNAB_API_KEY}",
            "$YNAB_API_KEY",
            "\"${input:ynab-token}\"",
            "%YNAB_API_KEY%",
            "{{token}}",
            "<your token>",
        ] {
            let error = Endpoint::new(Endpoint::YNAB, placeholder).unwrap_err();
            assert!(
                matches!(error, EndpointError::Placeholder { .. }),
                "{error}"
            );
        }
        for bad in ["\"\"", "Bearer ", "a b", "a\u{200b}b", "\u{feff}", "ключ"] {
            let error = Endpoint::new(Endpoint::YNAB, bad).unwrap_err();
            assert!(matches!(error, EndpointError::Token), "{bad:?}: {error}");
        }
    }

    #[test]
    fn an_address_shows_no_token() {
        for address in [
            "https://api.ynab.com/v1?access_token=s3cret-token",
            "https://api.ynab.com/v1#s3cret-token",
            "http://api.ynab.com/s3cret-token",
            "https://s3cret-token@api.ynab.com",
        ] {
            let error = Endpoint::new(address, "s3cret-token").unwrap_err();
            assert!(!error.to_string().contains("s3cret"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_key_file_is_for_its_owner_only() {
        use std::{fs, os::unix::fs::PermissionsExt as _};

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let open = |token: &str, mode: u32| {
            fs::write(&path, token).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            Endpoint::with_key_file(Endpoint::YNAB, &path)
        };
        for mode in [0o600, 0o400] {
            let endpoint = open("s3cret\n", mode).unwrap();
            assert_eq!(endpoint.authorization, "Bearer s3cret");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
        for mode in [0o640, 0o604, 0o620, 0o601, 0o777] {
            let error = open("s3cret", mode).unwrap_err();
            assert!(error.to_string().contains(&format!("{mode:o}")), "{error}");
            assert!(!error.to_string().contains("s3cret"));
        }
        assert!(matches!(open("", 0o600), Err(EndpointError::Token)));
        assert!(open("s3cret\nanother", 0o600).is_err());
        for (bytes, why) in [
            (b"\xff\xfes\0".as_slice(), "UTF-16"),
            (b"\xfe\xff\0s", "UTF-16"),
            (b"\xe9", "not text"),
            (&[b'x'; 4097], "larger"),
        ] {
            fs::write(&path, bytes).unwrap();
            let error = Endpoint::with_key_file(Endpoint::YNAB, &path).unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        }
        // Make a pipe without a writer.
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo")
            .args(["-m", "600"])
            .arg(&pipe)
            .status();
        assert!(made.unwrap().success());
        let error = Endpoint::with_key_file(Endpoint::YNAB, &pipe).unwrap_err();
        assert!(error.to_string().contains("not a regular file"), "{error}");
        if rustix::process::geteuid().is_root() {
            open("s3cret", 0o600).unwrap();
            std::os::unix::fs::chown(&path, Some(65_534), None).unwrap();
            let error = Endpoint::with_key_file(Endpoint::YNAB, &path).unwrap_err();
            assert!(error.to_string().contains("another user"), "{error}");
        }
        for wrong in [folder.path(), &folder.path().join("none")] {
            let error = Endpoint::with_key_file(Endpoint::YNAB, wrong).unwrap_err();
            assert!(matches!(error, EndpointError::KeyFile { .. }), "{error}");
        }
    }
}
