// There is no way past the client to what holds the token.

use avenir_ynab::Client;

fn raw(client: &Client) {
    let _http = &client.http;
}

fn main() {}
