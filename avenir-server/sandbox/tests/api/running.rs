//! Starting and stopping.

use avenir_sandbox::{DEFAULT_TOKEN, Options, Sandbox, Store};
use tokio::net::TcpStream;

use crate::harness::{Api, TODAY, client};

#[tokio::test]
async fn a_sandbox_listens_on_loopback_on_a_free_port() {
    let (one, two) = (Api::start().await.running, Api::start().await.running);
    assert!(one.address().ip().is_loopback());
    assert_ne!(one.address().port(), two.address().port());
    assert_eq!(one.base_url(), format!("http://{}/v1", one.address()));
    assert_eq!(one.token(), DEFAULT_TOKEN);
}

#[tokio::test]
async fn a_sandbox_stops_on_shutdown_and_when_dropped() {
    let running = Api::start().await.running;
    let address = running.address();
    running.shutdown().await;
    assert!(TcpStream::connect(address).await.is_err());

    let running = Api::start().await.running;
    let address = running.address();
    drop(running);
    // The task needs a moment to notice.
    for _ in 0..100 {
        if TcpStream::connect(address).await.is_err() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("still accepting");
}

#[tokio::test]
async fn only_the_configured_token_is_accepted() {
    let options = Options::default().today(TODAY).token("my own");
    let running = Sandbox::open(&Store::Memory, options)
        .unwrap()
        .start(0)
        .await
        .unwrap();
    let url = format!("{}/user", running.base_url());
    let client = client();
    for (token, status) in [("my own", 200), (DEFAULT_TOKEN, 401)] {
        let response = client.get(&url).bearer_auth(token).send().await.unwrap();
        assert_eq!(response.status(), status);
    }
}
