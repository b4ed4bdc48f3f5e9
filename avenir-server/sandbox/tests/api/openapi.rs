//! Validation of every response against YNAB's OpenAPI specification.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use jsonschema::Validator;
use reqwest::Method;
use serde_json::{Value, json};

struct Spec {
    document: Value,
    /// Validators by schema name, each created when first needed.
    validators: Mutex<HashMap<String, &'static Validator>>,
}

/// Panics if the status or body of a response does not match the specification.
pub(crate) fn check(method: &Method, path: &str, status: u16, answer: &Value) {
    let path = path.split('?').next().unwrap_or(path);
    // The specification no longer has the old paths and keys.
    let Some(operation) = spec().operation(method, path) else {
        assert!(
            status == 404 || path.starts_with("/budgets"),
            "{method} {path} is no operation, and was answered with {status}"
        );
        return;
    };
    // The specification lists refusals for some operations only, but YNAB returns them for all.
    let schema = match &operation["responses"][status.to_string()] {
        Value::String(name) => name.as_str(),
        _ if status >= 400 => "ErrorResponse",
        _ => panic!("{method} {path}: {status} is not described"),
    };
    let validator = spec().validator(schema);
    if let Err(error) = validator.validate(answer) {
        panic!(
            "{method} {path}: {status} is no {schema}: {error} at {}",
            error.instance_path()
        );
    }
}

fn spec() -> &'static Spec {
    static SPEC: OnceLock<Spec> = OnceLock::new();
    SPEC.get_or_init(|| Spec {
        document: serde_json::from_str(include_str!("../openapi/ynab-1.86.0.json")).unwrap(),
        validators: Mutex::default(),
    })
}

impl Spec {
    fn operation(&self, method: &Method, path: &str) -> Option<&Value> {
        let paths = self.document["paths"].as_object()?;
        let fits = |template: &str| {
            let (mut own, mut given) = (template.split('/'), path.split('/'));
            own.by_ref()
                .zip(given.by_ref())
                .all(|(own, given)| own == given || own.starts_with('{'))
                && template.split('/').count() == path.split('/').count()
        };
        // A literal segment takes precedence over a placeholder: `import` is not a transaction id.
        let template = paths
            .keys()
            .filter(|template| fits(template))
            .min_by_key(|template| template.matches('{').count())?;
        paths[template].get(method.as_str().to_lowercase())
    }

    fn validator(&self, name: &str) -> &'static Validator {
        let mut validators = self
            .validators
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        validators.entry(name.to_owned()).or_insert_with(|| {
            let schema = json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "$ref": format!("#/components/schemas/{name}"),
                "components": self.document["components"],
            });
            let validator = jsonschema::options()
                .should_validate_formats(true)
                .build(&schema)
                .unwrap();
            Box::leak(Box::new(validator))
        })
    }
}

/// Checks that the validation rejects wrong responses.
#[test]
fn a_wrong_answer_is_found() {
    let good = json!({"data": {"user": {"id": "a73613dd-adf5-56a2-9fdb-1832ca789d86"}}});
    check(&Method::GET, "/user", 200, &good);
    for (status, answer) in [
        (200, json!({"data": {"user": {"id": 1}}})),
        (200, json!({"data": {"user": {"id": "no uuid"}}})),
        (200, json!({"data": {}})),
        (201, good.clone()),
        (401, good),
        (
            401,
            json!({"error": {"id": 401, "name": "n", "detail": "d"}}),
        ),
    ] {
        let found = std::panic::catch_unwind(|| check(&Method::GET, "/user", status, &answer));
        assert!(found.is_err(), "{status}: {answer}");
    }
}
