use serde_json::{Value, json};

use super::*;

/// Returns the reply to a refused message.
fn refusal(bytes: &[u8]) -> Value {
    match read(bytes) {
        Incoming::Refused(refusal) => serde_json::from_str(&refusal.to_json()).unwrap(),
        other => panic!("{} is {other:?}", String::from_utf8_lossy(bytes)),
    }
}

fn deep(levels: usize) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","method":"tools/call","params":{{"name":"x","arguments":{{"a":{}{}}}}},"id":7}}"#,
        "[".repeat(levels),
        "]".repeat(levels)
    )
}

#[test]
fn a_message_that_is_not_json_is_answered_with_its_id() {
    for (line, id) in [
        (r#"{"jsonrpc":"2.0","id":7,"method":"ping""#, json!(7)),
        (r#"{"id":"a\u0062c","x":1e999}"#, json!("abc")),
        (r#"{"x":1e999,"id":-3}"#, json!(-3)),
        (&deep(130), json!(7)),
        (
            r#"{"id":18446744073709551616,"x":tru}"#,
            json!(18_446_744_073_709_551_616_f64),
        ),
        (r#"{"id":[1],"x":1e999}"#, Value::Null),
        // Put a raw control character into a string before the id, and into the id.
        ("{\"method\":\"a\u{1}\\\"\tb\",\t\"id\":7}", json!(7)),
        ("{\"id\":\"a\u{1}b\",\"method\":\"ping\"}", json!("a\u{1}b")),
        ("hello", Value::Null),
        (r#"{"method":"#, Value::Null),
    ] {
        let reply = refusal(line.as_bytes());
        assert_eq!(reply["error"]["code"], -32700, "{line}");
        assert_eq!(reply["id"], id, "{line}");
    }
}

#[test]
fn a_message_of_another_form_is_answered_with_its_id() {
    let ping = |id: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
    for (line, id) in [
        ("[]".to_owned(), Value::Null),
        (format!("[{}]", ping("1")), Value::Null),
        ("5".to_owned(), Value::Null),
        ("{}".to_owned(), Value::Null),
        (r#"{"id":5}"#.to_owned(), json!(5)),
        (
            r#"{"jsonrpc":"2.0","id":5,"method":7}"#.to_owned(),
            json!(5),
        ),
        (
            r#"{"jsonrpc":"1.0","id":5,"method":"ping"}"#.to_owned(),
            json!(5),
        ),
        (r#"{"id":5,"method":"ping"}"#.to_owned(), json!(5)),
        (ping("null"), Value::Null),
        (ping("1.5"), json!(1.5)),
        (
            ping("9223372036854775808"),
            json!(9_223_372_036_854_775_808_u64),
        ),
        (ping("true"), Value::Null),
    ] {
        let reply = refusal(line.as_bytes());
        assert_eq!(reply["error"]["code"], -32600, "{line}");
        assert_eq!(reply["id"], id, "{line}");
    }
}

#[test]
fn parameters_of_another_form_say_what_is_wrong() {
    for (method, params, named) in [
        (
            "tools/call",
            json!({"name": "list_plans", "arguments": []}),
            "arguments",
        ),
        ("tools/call", json!({"arguments": {}}), "name"),
        ("tools/call", json!({"name": 7}), "name"),
        ("tools/call", Value::Null, "object"),
        ("tools/call", json!([]), "object"),
        ("tools/list", json!("all"), "object"),
        ("prompts/get", json!({}), "name"),
        ("resources/read", json!({"uri": 1}), "uri"),
        ("initialize", json!({"capabilities": {}}), "protocolVersion"),
    ] {
        let line = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let reply = refusal(line.to_string().as_bytes());
        assert_eq!(reply["error"]["code"], -32602, "{line}");
        let text = reply["error"]["message"].as_str().unwrap();
        assert!(text.contains(method) && text.contains(named), "{text}");
    }
}

#[test]
fn a_message_with_broken_text_is_mended() {
    let mut line = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":"_"}}}"#
        .to_vec();
    let blank = line.iter().position(|byte| *byte == b'_').unwrap();
    line[blank] = 0xe9;
    for line in [
        line,
        b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".to_vec(),
        br#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\ud83d"}}"#.to_vec(),
        br#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}"#.to_vec(),
    ] {
        assert!(
            matches!(read(&line), Incoming::Message(_)),
            "{:?}",
            read(&line)
        );
    }
}

#[test]
fn a_notification_that_nobody_understands_has_no_reply() {
    for line in [
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}"#,
        r#"{"jsonrpc":"2.0","id":{},"result":{}}"#,
    ] {
        assert!(
            matches!(read(line.as_bytes()), Incoming::Ignored),
            "{line}: {:?}",
            read(line.as_bytes())
        );
    }
}

#[test]
fn the_id_at_the_end_of_a_long_message_is_found() {
    for (end, id) in [
        (r#"xxx"}},"id":7}"#, Some("7")),
        (r#"xxx"}} , "id" : "a\"b" }  "#, Some(r#""a\"b""#)),
        (
            r#"xxx"},"id":7,"jsonrpc":"2.0","method":"ping"}"#,
            Some("7"),
        ),
        ("x\u{1}x\"},\"id\":\"a\tb\"}\r\n", Some(r#""a\u0009b""#)),
        // Put an id there that is not the message's.
        (r#"xxx","id":7}}"#, None),
        (r#"xxx","id":7}],"jsonrpc":"2.0"}"#, None),
        (r#"xxx,\"id\":7}"#, None),
        (r#"xxx"},"id":[7]}"#, None),
        (r#"xxx"},"id":7"#, None),
        ("", None),
    ] {
        assert_eq!(id_of_end(end.as_bytes()).as_deref(), id, "{end}");
    }
}
