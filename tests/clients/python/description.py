"""Makes a strict description for Schemathesis out of YNAB's: description.py FROM.yaml TO.yaml

YNAB's description leaves some things out that its API does, and that a test has to know:

- every operation may be refused, with a body of one shape;
- what a creation makes can be used by other operations (links, for sequences of requests);
- `nullable` is OpenAPI 3.0's word, where the description is in 3.1;
- the category of a transfer has no name.

Plan and month have one value each, so that requests get past them.
"""

import sys

import yaml

METHODS = {"get", "post", "put", "patch", "delete"}
PLAN, MONTH = "last-used", "current"

# For each creation: the place of the id in its answer, the parameter for it, and its users.
USES = {
    "createAccount": ("account/id", "account_id", "getAccountById getTransactionsByAccount"),
    "createCategory": (
        "category/id",
        "category_id",
        "getCategoryById getMonthCategoryById getTransactionsByCategory updateCategory updateMonthCategory",
    ),
    "createCategoryGroup": ("category_group/id", "category_group_id", "updateCategoryGroup"),
    "createPayee": (
        "payee/id",
        "payee_id",
        "getPayeeById getPayeeLocationsByPayee getTransactionsByPayee updatePayee",
    ),
    "createTransaction": (
        "transaction_ids/0",
        "transaction_id",
        "getTransactionById updateTransaction deleteTransaction",
    ),
    "createScheduledTransaction": (
        "scheduled_transaction/id",
        "scheduled_transaction_id",
        "getScheduledTransactionById updateScheduledTransaction deleteScheduledTransaction",
    ),
}


def operations(document):
    for path in document["paths"].values():
        for method in METHODS & path.keys():
            yield path[method]


def allow_refusals(document):
    schema = {"$ref": "#/components/schemas/ErrorResponse"}
    for operation in operations(document):
        refusal = {"description": "Refused", "content": {"application/json": {"schema": schema}}}
        operation["responses"].setdefault("default", refusal)


def fix_parameters(document):
    values = {"plan_id": PLAN, "month": MONTH}
    for operation in operations(document):
        for parameter in operation.get("parameters", []):
            if parameter["name"] in values:
                parameter["schema"] = {"type": "string", "enum": [values[parameter["name"]]]}


def link(document):
    by_id = {operation["operationId"]: operation for operation in operations(document)}
    for creation, (pointer, parameter, users) in USES.items():
        links = by_id[creation]["responses"]["201"].setdefault("links", {})
        for user in users.split():
            needed = {one["name"] for one in by_id[user].get("parameters", [])}
            given = {"plan_id": PLAN, "month": MONTH, parameter: f"$response.body#/data/{pointer}"}
            links[user] = {
                "operationId": user,
                "parameters": {name: value for name, value in given.items() if name in needed},
            }


def write_nulls(node):
    """Writes `nullable` as OpenAPI 3.1 has it, all the way down."""
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for child in list(children):
        write_nulls(child)
    # A schema that describes a field of that name has a schema there, and no boolean.
    if isinstance(node, dict) and isinstance(node.get("nullable"), bool) and node.pop("nullable"):
        if "allOf" in node:
            node["anyOf"] = [*node.pop("allOf"), {"type": "null"}]
        else:
            node["type"] = [node["type"], "null"]


def let_transfers_be(document):
    for part in document["components"]["schemas"]["HybridTransaction"]["allOf"]:
        name = part.get("properties", {}).get("category_name")
        if name is not None:
            name["type"] = ["string", "null"]


def main(source, target):
    with open(source, encoding="utf-8") as file:
        document = yaml.safe_load(file)
    allow_refusals(document)
    fix_parameters(document)
    link(document)
    write_nulls(document)
    let_transfers_be(document)
    with open(target, "w", encoding="utf-8") as file:
        yaml.safe_dump(document, file, allow_unicode=True)


main(*sys.argv[1:])
