"""Runs calls of the conformance suite: one JSON object per line on stdin, one per line on stdout."""

from __future__ import annotations

import json
import logging
import os
import sys
from typing import Any, Callable, Dict, Iterable, Optional

from access import access_calls
from arguments import Args, every, file_options

import bundlewire
from bundlewire import Client, OwnRecord, Retries


def new_client() -> Client:
    env = os.environ
    return Client(
        env["BUNDLEWIRE_BASE_URL"],
        env["BUNDLEWIRE_API_KEY"],
        timeout=float(env.get("BUNDLEWIRE_TIMEOUT_MS", "30000")) / 1_000,
        retries=Retries(
            attempts=int(env.get("BUNDLEWIRE_RETRY_ATTEMPTS", "20")),
            within=float(env.get("BUNDLEWIRE_RETRY_WITHIN_MS", "60000")) / 1_000,
        ),
        poll_interval=float(env.get("BUNDLEWIRE_POLL_MS", "1000")) / 1_000,
        sandbox=env.get("BUNDLEWIRE_SANDBOX"),
    )


def calls_of(client: Client) -> Dict[str, Callable[[Args], Any]]:
    batches, statements = client.batches, client.statements
    return {
        "buy": lambda args: client.purchases.buy(**args)._asdict(),
        "get_purchase": lambda args: client.purchases.get(args["id"]),
        "find_purchase": lambda args: client.purchases.find(args["reference"]),
        "wait_purchase": lambda args: client.purchases.wait(args["id"]),
        "list_purchases": lambda args: every(client.purchases.list, args),
        "list_bundles": lambda args: every(client.bundles.list, args),
        "list_networks": lambda args: every(client.networks.list, args),
        "get_bundle": lambda args: client.bundles.get(args["id"]),
        "get_network": lambda args: client.networks.get(args["id"]),
        "get_batch": lambda args: batches.get(args["id"]),
        "list_batches": lambda args: every(batches.list, args),
        "list_events": lambda args: every(client.events.list, args),
        "balance": lambda args: client.balance(),
        "status": lambda args: client.status(),
        "lookup": lambda args: client.lookup(args["phone_number"]),
        "upload_batch": lambda args: upload(client, args),
        "wait_batch_checked": lambda args: batches.wait_checked(args["id"]),
        "wait_batch": lambda args: batches.wait(args["id"]),
        "accept_corrections": lambda args: batches.accept_corrections(args["id"]),
        "reject_corrections": lambda args: batches.reject_corrections(args["id"]),
        "start_batch": lambda args: batches.start(**args),
        "schedule_batch": lambda args: batches.schedule(**args),
        "request_batch_start": lambda args: batches.request_start(**args),
        "start_batch_now": lambda args: batches.start_now(args["id"]),
        "unschedule_batch": lambda args: batches.unschedule(args["id"]),
        "pause_batch": lambda args: batches.pause(args["id"]),
        "resume_batch": lambda args: batches.resume(**args),
        "cancel_batch": lambda args: batches.cancel(args["id"]),
        **row_calls(client),
        **recurring_calls(client),
        "statement": lambda args: statements.get(args["date"]),
        "statement_lines": lambda args: summed(statements.lines(args["date"], wait=bool(args.get("wait")))),
        "download_statement": lambda args: {
            "bytes": statements.download(args["date"], args["path"], **file_options(args))
        },
        "reconcile": lambda args: reconcile(client, args),
        **endpoint_calls(client),
        **access_calls(client),
        "get_event": lambda args: client.events.get(args["id"]),
        "resend_event": lambda args: client.events.resend(args["id"], endpoint_id=args.get("endpoint_id")),
        "ip_allowlist": lambda args: client.settings.ip_allowlist(),
        "replace_ip_allowlist": lambda args: client.settings.replace_ip_allowlist(**args),
        "low_balance_alert": lambda args: client.settings.low_balance_alert(),
        "replace_low_balance_alert": lambda args: client.settings.replace_low_balance_alert(**args),
        "allowed_bundles": lambda args: client.settings.allowed_bundles(),
        "replace_allowed_bundles": lambda args: client.settings.replace_allowed_bundles(args["bundle_ids"]),
        "spending_limits": lambda args: client.settings.spending_limits(),
        "replace_spending_limits": lambda args: client.settings.replace_spending_limits(**args),
        "notices": lambda args: client.settings.notices(),
        "replace_notices": lambda args: client.settings.replace_notices(**args),
        "blocklist": lambda args: client.settings.blocklist(),
        "block_numbers": lambda args: client.settings.add_blocked_numbers(args["phone_numbers"]),
        "unblock_numbers": lambda args: client.settings.remove_blocked_numbers(args["phone_numbers"]),
        "blocked_number": lambda args: client.settings.lookup_blocked_number(args["phone_number"]),
        "set_sandbox_balance": lambda args: client.sandbox.set_balance(args["available"]),
        "verify_webhook": verify,
        "request": lambda args: vars(client.request(**args)),
        "user_agent": lambda args: client.user_agent,
    }


def endpoint_calls(client: Client) -> Dict[str, Callable[[Args], Any]]:
    endpoints = client.webhook_endpoints
    return {
        "create_endpoint": lambda args: endpoints.create(**args),
        "get_endpoint": lambda args: endpoints.get(args["id"]),
        "list_endpoints": lambda args: every(endpoints.list, args),
        "update_endpoint": lambda args: endpoints.update(args["id"], **args["changes"]),
        "delete_endpoint": lambda args: endpoints.delete(args["id"]),
        "rotate_secret": lambda args: endpoints.rotate_secret(**args),
        "send_test": lambda args: endpoints.send_test(**args),
        "list_attempts": lambda args: list(endpoints.attempts(args["id"], **(args.get("query") or {}))),
    }


def row_calls(client: Client) -> Dict[str, Callable[[Args], Any]]:
    batches = client.batches
    return {
        "list_rows": lambda args: list(batches.rows(args["id"], **(args.get("query") or {}))),
        "download_rows": lambda args: {
            "bytes": batches.download_rows(args["id"], args["path"], **file_options(args))
        },
        "download_template": lambda args: {"bytes": batches.download_template(args["path"])},
        "change_row": lambda args: batches.change_row(args["id"], args["line"], **args["changes"]),
        "change_rows": lambda args: batches.change_rows(**args),
        "batch_breakdown": lambda args: batches.breakdown(args["id"]),
        "recheck_batch": lambda args: batches.recheck(args["id"]),
        "retry_batch": lambda args: batches.retry(**args),
    }


def recurring_calls(client: Client) -> Dict[str, Callable[[Args], Any]]:
    recurring = client.recurring_batches
    return {
        "create_recurring_batch": lambda args: recurring.create(**args),
        "get_recurring_batch": lambda args: recurring.get(args["id"]),
        "list_recurring_batches": lambda args: every(recurring.list, args),
        "pause_recurring_batch": lambda args: recurring.pause(args["id"]),
        "resume_recurring_batch": lambda args: recurring.resume(args["id"]),
        "delete_recurring_batch": lambda args: recurring.delete(args["id"]),
    }


def upload(client: Client, args: Args) -> Any:
    options = dict(args.get("query") or {})
    columns = {
        name[len("column.") :]: options.pop(name) for name in list(options) if name.startswith("column.")
    }
    return client.batches.upload(
        args["path"], reference=args.get("reference", ""), columns=columns or None, **options
    )


def summed(lines: Iterable[Any]) -> Args:
    found = list(lines)
    return {"lines": found, "sum": sum(line["amount"] for line in found)}


def reconcile(client: Client, args: Args) -> Args:
    records = [OwnRecord(record["type"], record["reference"], record["price"]) for record in args["records"]]
    result = client.statements.reconcile(args["date"], records, wait=bool(args.get("wait")))
    return {
        "statement": result.statement,
        "adds_up": result.adds_up,
        "matched": result.matched,
        "differing": [{"record": item.record._asdict(), "line": item.line} for item in result.differing],
        "missing": [{**item._asdict(), "record": item.record._asdict()} for item in result.missing],
        "unexpected": result.unexpected,
        "others": result.others,
    }


def verify(args: Args) -> Any:
    return bundlewire.verify_webhook(
        args["body"],
        args["headers"],
        args["secrets"],
        tolerance=args.get("tolerance_seconds", 300),
        now=args.get("now"),
    )


TYPES = {
    bundlewire.ApiError: "api",
    bundlewire.NoAnswerError: "no_answer",
    bundlewire.WaitTimeoutError: "no_answer",
    bundlewire.WebhookError: "webhook",
    bundlewire.StatementMismatchError: "statement_mismatch",
    bundlewire.StatementOpenError: "statement_open",
    bundlewire.BatchRejectedError: "batch_rejected",
    ValueError: "invalid",
    TypeError: "invalid",
    FileNotFoundError: "invalid",
}
FIELDS = ("status", "code", "param", "details", "request_id", "retryable", "reference")


def described(error: Exception) -> Args:
    kind: Optional[str] = next((name for cls, name in TYPES.items() if isinstance(error, cls)), None)
    found = {name: getattr(error, name) for name in FIELDS if hasattr(error, name)}
    if isinstance(error, bundlewire.WebhookError):
        found["code"] = error.reason
    # A suite shows a type that it does not know, and so a fault of the package.
    return {**found, "type": kind or type(error).__name__, "message": str(error)}


def main() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.INFO)
    client: Optional[Client] = None
    for text in sys.stdin:
        message = json.loads(text)
        answer: Args = {"id": message["id"]}
        try:
            # Within the loop, because refused settings are an answer too.
            client = client or new_client()
            answer["ok"] = calls_of(client)[message["call"]](message.get("args") or {})
        except Exception as error:
            answer["error"] = described(error)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
