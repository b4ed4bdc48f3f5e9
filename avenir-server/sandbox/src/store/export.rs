//! The export of a whole plan.

use serde_json::{Value, json};

use super::{Scope, accounts, categories, months, payees, schedules, transactions};
use crate::answer::Money;
use crate::failure::Failure;

/// Returns the whole plan with its lists side by side and amounts in milliunits only.
///
/// With `since`, the lists hold only the rows that changed after that server knowledge.
pub(crate) fn plan(scope: &Scope<'_>, since: Option<i64>) -> Result<Value, Failure> {
    let scope = Scope {
        money: Money::Bare,
        plan: scope.plan.clone(),
        ..*scope
    };
    let mut answer = scope.plan.summary();
    answer["accounts"] = json!(accounts::list(&scope, since)?);
    answer["payees"] = json!(payees::list(&scope, since)?);
    answer["payee_locations"] = json!([]);
    answer["category_groups"] = json!(categories::groups(&scope, since)?);
    answer["categories"] = json!(categories::list(&scope, since)?);
    answer["months"] = json!(months::export(&scope, since)?);
    answer["transactions"] = json!(transactions::summaries(&scope, since)?);
    answer["subtransactions"] = json!(transactions::lines(&scope, since)?);
    answer["scheduled_transactions"] = json!(schedules::summaries(&scope, since)?);
    answer["scheduled_subtransactions"] = json!(schedules::lines(&scope, since)?);
    Ok(answer)
}
