//! Tests that the client contacts only the configured address.
//!
//! The test starts itself again with every proxy variable set to a trap, because a running process
//! cannot safely change its environment.

use std::{
    net::{Ipv4Addr, TcpListener},
    process::Command,
};

use avenir_sandbox::{CannedAnswer, Fault, demo};
use avenir_ynab::{Error, Outcome};
use serde_json::json;

use crate::world::World;

const TRAP: &str = "AVENIR_TEST_TRAP";
const PROXIES: [&str; 6] = [
    "HTTP_PROXY",
    "http_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
];

#[tokio::test]
async fn nobody_else_is_contacted() {
    if let Ok(trap) = std::env::var(TRAP) {
        return tempt(&trap).await;
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let trap = format!("http://{}/", listener.local_addr().unwrap());
    let mut again = Command::new(std::env::current_exe().unwrap());
    again
        .args(["--exact", "only_there::nobody_else_is_contacted"])
        .envs(PROXIES.map(|name| (name, trap.as_str())))
        .env_remove("NO_PROXY")
        .env_remove("no_proxy")
        .env(TRAP, &trap);
    let output = again.output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}");
    assert!(stdout.contains("1 passed"), "{stdout}");
    listener.set_nonblocking(true).unwrap();
    let fallen = listener.accept();
    assert!(fallen.is_err(), "the trap was contacted: {fallen:?}");
}

/// Checks that the client does not follow redirects, other headers that name an address, or ids
/// that name a host.
async fn tempt(trap: &str) {
    let world = World::new().await;
    world.client.plans().await.unwrap();
    for status in [301, 302, 303, 307, 308] {
        let away = Fault::answer(
            CannedAnswer::status(status)
                .header("Location", trap)
                .header("Refresh", &format!("0; url={trap}"))
                .header("Alt-Svc", "h2=\"127.0.0.1:1\""),
        );
        world.sandbox.inject(away.clone());
        let error = world.client.plans().await.unwrap_err();
        assert!(matches!(error, Error::Failed { .. }), "{error:?}");
        world.sandbox.inject(away.on("PATCH", "/"));
        let rows = json!({"transactions": [{"id": demo::DINER, "memo": "x"}]});
        let outcomes = world.write(&[("PATCH", "/transactions", rows)]).await;
        assert!(
            matches!(&outcomes[..], [Outcome::Unknown(_)]),
            "{outcomes:?}"
        );
    }
    // Check that an id cannot name another host either.
    for id in ["//127.0.0.1", "@127.0.0.1", "..", "\\\\127.0.0.1\\x"] {
        let error = world.client.accounts(id).await.unwrap_err();
        assert!(matches!(error, Error::NoId { .. }), "{error:?}");
    }
    world.client.plans().await.unwrap();
}
