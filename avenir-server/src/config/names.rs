//! Checks the names of the environment's variables, because a misspelt one would go unnoticed.

use std::env;

use super::{
    ADDRESS, ConfigError, HOST, HOURLY_LIMIT, HTTP_TOKEN, JOURNAL, LOG_FORMAT, LOG_LEVEL, PORT,
    PREFIX, TRANSPORT, WRITE,
};

/// Every variable of this server.
const KNOWN: [&str; 19] = [
    ADDRESS,
    WRITE,
    JOURNAL,
    HOURLY_LIMIT,
    TRANSPORT,
    HOST,
    PORT,
    HTTP_TOKEN,
    LOG_LEVEL,
    LOG_FORMAT,
    "AVENIR_MCP_FALLBACK",
    "AVENIR_MCP_REQUIRE_ELICITATION",
    "AVENIR_MCP_ALWAYS_CODE",
    "AVENIR_MCP_DEADLINE",
    "AVENIR_MCP_LIFETIME",
    "AVENIR_MCP_COOL_DOWN",
    "AVENIR_MCP_INSTANT_DECLINE",
    "AVENIR_MCP_DISCLOSURE",
    "AVENIR_MCP_LANGUAGE",
];
/// The most letters by which a misspelt name may differ from the name that is meant.
const SLIPS: usize = 4;
/// The same for a name without our prefix, because other programs may have similar names.
const SLIPS_ELSEWHERE: usize = 1;

/// Refuses a variable whose name looks like one of ours, because its value would go unnoticed.
pub(crate) fn names() -> Result<(), ConfigError> {
    let mut names: Vec<String> = env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .collect();
    names.sort_unstable();
    names.iter().try_for_each(|name| known_name(name))
}

fn known_name(name: &str) -> Result<(), ConfigError> {
    if KNOWN.contains(&name) {
        return Ok(());
    }
    let capitals = name.to_uppercase();
    let distance = |known: &&str| {
        let without_mcp = known.replacen("MCP_", "", 1);
        let to = |known: &str| strsim::osa_distance(&capitals, known);
        to(known).min(to(&without_mcp))
    };
    let nearest = KNOWN.into_iter().min_by_key(distance);
    let is_ours = capitals.starts_with(PREFIX);
    let slips = if is_ours { SLIPS } else { SLIPS_ELSEWHERE };
    let nearest = nearest.filter(|known| distance(known) <= slips);
    let may_be_ours = capitals.starts_with("AVENIR") && nearest.is_some();
    if !is_ours && !may_be_ours {
        return Ok(());
    }
    let name = confirm::preview::visible(name, 80);
    let meant = match nearest {
        Some(nearest) => format!(": is {nearest} meant?"),
        None => ": leave it out; the README lists those that are".to_owned(),
    };
    Err(ConfigError::Unknown { name, meant })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{TOKEN, TOKEN_FILE};

    #[test]
    fn a_misspelt_name_is_refused_with_the_nearest() {
        for (name, meant) in [
            ("AVENIR_MCP_LANGAUGE", "AVENIR_MCP_LANGUAGE"),
            ("AVENIR_MCP_WRTIE", "AVENIR_MCP_WRITE"),
            ("avenir_mcp_write", "AVENIR_MCP_WRITE"),
            ("AVENIR_MPC_JOURNAL", "AVENIR_MCP_JOURNAL"),
            ("AVENIR_JOURNAL", "AVENIR_MCP_JOURNAL"),
            ("AVENIR_MCP_COOLDOWN", "AVENIR_MCP_COOL_DOWN"),
            (
                "AVENIR_MCP_REQUIRE_ELICITATIONS",
                "AVENIR_MCP_REQUIRE_ELICITATION",
            ),
        ] {
            let error = known_name(name).unwrap_err().to_string();
            assert!(error.ends_with(&format!("is {meant} meant?")), "{error}");
        }
        let error = known_name("AVENIR_MCP_SOMETHING_ELSE")
            .unwrap_err()
            .to_string();
        assert!(error.contains("not a setting"), "{error}");
        for name in KNOWN
            .into_iter()
            .chain(["AVENIR", "AVENIRS_HOUSE", "PATH", "YNAB_API_KEY"])
        {
            assert!(known_name(name).is_ok(), "{name}");
        }
    }

    /// Checks that the README lists exactly the variables that exist.
    #[test]
    fn the_readme_lists_every_name() {
        let readme = include_str!("../../README.md");
        for name in KNOWN.into_iter().chain([TOKEN, TOKEN_FILE]) {
            assert!(readme.contains(&format!("`{name}`")), "{name}");
        }
        let listed = readme.split('`').filter(|word| word.starts_with(PREFIX));
        for name in listed.map(|word| word.split('=').next().unwrap_or_default()) {
            assert!(KNOWN.contains(&name), "{name}");
        }
    }
}
