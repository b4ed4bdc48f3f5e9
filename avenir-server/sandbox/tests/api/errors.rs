//! Refused requests and their error texts.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Api, client, text};
use avenir_sandbox::demo;

#[tokio::test]
async fn a_request_without_the_token_is_unauthorized() {
    let api = Api::start().await;
    let url = format!("{}/user", api.running.base_url());
    let client = client();
    let requests = [
        client.get(&url),
        client.get(&url).bearer_auth("another"),
        client.get(&url).bearer_auth(""),
        client
            .get(&url)
            .basic_auth(api.running.token(), None::<&str>),
        client.get(format!("{}/nowhere", api.running.base_url())),
    ];
    for request in requests {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 401);
        let expected = r#"{"error":{"id":"401","name":"unauthorized","detail":"Unauthorized"}}"#;
        assert_eq!(response.text().await.unwrap(), expected);
    }
}

#[tokio::test]
async fn an_unknown_address_is_404_1() {
    let api = Api::start().await;
    let error = json!({"id": "404.1", "name": "not_found", "detail": "Not Found"});
    for (method, path) in [
        (Method::GET, "/nowhere".to_owned()),
        (Method::GET, format!("/plans/{}/nowhere", demo::PLAN)),
        (Method::DELETE, format!("/plans/{}/accounts", demo::PLAN)),
        (Method::POST, "/user".to_owned()),
    ] {
        let (status, body) = api.send(method, &path, None).await;
        assert_eq!((status, &body["error"]), (404, &error), "{path}");
    }
}

#[tokio::test]
async fn an_unknown_row_is_404_2() {
    let api = Api::start().await;
    let stranger = "00000000-0000-4000-8000-000000000000";
    for path in [
        format!("/plans/{stranger}"),
        "/plans/default/accounts".to_owned(),
        "/plans/no-uuid/accounts".to_owned(),
        format!("/plans/{}/accounts/{stranger}", demo::PLAN),
        format!("/plans/{}/categories/{stranger}", demo::PLAN),
        format!("/plans/{}/payees/{stranger}", demo::PLAN),
        format!("/plans/{}/transactions/{stranger}", demo::PLAN),
        format!("/plans/{}/accounts/{stranger}/transactions", demo::PLAN),
        format!("/plans/{}/categories/{stranger}/transactions", demo::PLAN),
        format!("/plans/{}/payees/{stranger}/transactions", demo::PLAN),
        format!("/plans/{}/months/1999-01-01", demo::PLAN),
        format!("/plans/{}/months/current/categories/{stranger}", demo::PLAN),
    ] {
        let (status, body) = api.send(Method::GET, &path, None).await;
        let error = &body["error"];
        assert_eq!((status, text(&error["id"])), (404, "404.2"), "{path}");
        assert_eq!(error["name"], "resource_not_found");
    }
}

#[tokio::test]
async fn a_bad_parameter_is_400_and_named() {
    let api = Api::start().await;
    for (parameter, name) in [
        ("since_date=yesterday", "since_date"),
        ("until_date=2026-13-01", "until_date"),
        ("type=strange", "type"),
        ("last_knowledge_of_server=x", "last_knowledge_of_server"),
    ] {
        let path = format!("/plans/{}/transactions?{parameter}", demo::PLAN);
        let (status, body) = api.send(Method::GET, &path, None).await;
        assert_eq!(
            (status, text(&body["error"]["id"])),
            (400, "400"),
            "{parameter}"
        );
        assert_eq!(body["error"]["name"], "bad_request");
        assert!(text(&body["error"]["detail"]).starts_with(name), "{body}");
    }
    let (status, _) = api
        .send(
            Method::GET,
            &format!("/plans/{}/months/soon", demo::PLAN),
            None,
        )
        .await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn a_body_that_is_not_a_json_object_is_400() {
    let api = Api::start().await;
    let url = format!(
        "{}/plans/{}/transactions",
        api.running.base_url(),
        demo::PLAN
    );
    for body in [
        "",
        "{",
        "[]",
        "null",
        "\"text\"",
        "{\"transactions\": 1}",
        "{}",
        "\u{fffd}",
    ] {
        let request = client()
            .patch(&url)
            .bearer_auth(api.running.token())
            .body(body);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 400, "{body}");
        let answer: Value = response.json().await.unwrap();
        assert_eq!(answer["error"]["id"], "400", "{body}");
    }
}

#[tokio::test]
async fn every_broken_rule_is_named_with_its_row() {
    let api = Api::start().await;
    let cases = [
        (
            json!({"memo": "x".repeat(501)}),
            "memo is too long (maximum is 500 characters)",
        ),
        (
            json!({"memo": "a\0b"}),
            "memo must not contain a null character",
        ),
        (json!({"memo": 7}), "memo must be a string"),
        (
            json!({"payee_name": "x".repeat(201)}),
            "payee_name is too long",
        ),
        (
            json!({"payee_name": "Transfer : Savings"}),
            "payee_name must not begin with",
        ),
        (
            json!({"payee_id": "Lidl"}),
            "payee must be formatted as a uuid (universally unique identifier)",
        ),
        (json!({"payee_id": demo::GROCERIES}), "payee does not exist"),
        (
            json!({"category_id": "groceries"}),
            "category must be formatted as a uuid",
        ),
        (
            json!({"category_id": demo::PLAN}),
            "category does not exist",
        ),
        (json!({"account_id": demo::PLAN}), "account does not exist"),
        (
            json!({"amount": 1.5}),
            "amount must be an integer of milliunits",
        ),
        (
            json!({"amount": 1_000_000_000_000_000_i64}),
            "amount is out of range",
        ),
        (
            json!({"date": "2026-03-20"}),
            "date must not be in the future or over 5 years ago",
        ),
        (
            json!({"date": "2021-03-17"}),
            "date must not be in the future or over 5 years ago",
        ),
        (json!({"date": "18/03/2026"}), "date must be a date"),
        (json!({"cleared": "maybe"}), "cleared must be one of"),
        (json!({"approved": "yes"}), "approved must be true or false"),
        (json!({"flag_color": "pink"}), "flag_color must be one of"),
        (
            json!({"subtransactions": 1}),
            "subtransactions must be an array",
        ),
        (
            json!({"subtransactions": [{"amount": -1}]}),
            "subtransactions must add up",
        ),
    ];
    for (mut fields, rule) in cases {
        fields["id"] = json!(demo::DINER);
        let good = json!({"id": demo::GREENGROCER, "memo": "must not be saved"});
        let body = json!({"transactions": [good, fields]});
        let (status, error) = api.refused(Method::PATCH, "/transactions", &body).await;
        assert_eq!(status, 400, "{rule}");
        let detail = text(&error["detail"]);
        assert!(detail.contains(rule), "{rule}: {detail}");
        assert!(detail.contains("(index: 1)"), "{detail}");
        let path = format!("/transactions/{}", demo::GREENGROCER);
        assert_eq!(
            api.get(&path).await["transaction"]["memo"],
            Value::Null,
            "{rule}"
        );
    }
}

#[tokio::test]
async fn all_broken_rules_come_at_once() {
    let api = Api::start().await;
    let body = json!({"transactions": [{"date": "2030-01-01"}, {"id": "nobody"}, 3]});
    let (_, error) = api.refused(Method::PATCH, "/transactions", &body).await;
    assert_eq!(error["detail"], "must be an object (index: 2)");
    let body = json!({"transactions": [{"date": "2030-01-01"}, {"id": "nobody"}]});
    let (_, error) = api.refused(Method::PATCH, "/transactions", &body).await;
    assert_eq!(
        error["detail"],
        "id or import_id is required (index: 0), transaction does not exist (index: 1)"
    );
}
