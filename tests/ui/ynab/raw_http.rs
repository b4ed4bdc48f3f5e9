// Nothing outside the client reaches the token.

use avenir_ynab::Client;

fn raw(client: &Client) {
    let _http = &client.http;
}

fn main() {}
