"""The calls for keys, the audit log, approvals and people."""

from __future__ import annotations

from typing import Any, Callable, Dict

from arguments import Args, every, file_options

from bundlewire import Client


def access_calls(client: Client) -> Dict[str, Callable[[Args], Any]]:
    keys, log, approvals, settings = client.api_keys, client.audit_log, client.approvals, client.settings
    people, organisation = client.people, client.organisation
    return {
        "list_keys": lambda args: every(keys.list, args),
        "create_key": lambda args: keys.create(**args),
        "get_key": lambda args: keys.get(args["id"]),
        "update_key": lambda args: keys.update(args["id"], **args["changes"]),
        "rotate_key": lambda args: keys.rotate(**args),
        "revoke_key": lambda args: keys.revoke(args["id"]),
        "list_requests": lambda args: every(client.request_log.list, args),
        "get_request": lambda args: client.request_log.get(args["id"]),
        "list_audit_log": lambda args: every(log.list, args),
        "download_audit_log": lambda args: {"bytes": log.download(args["path"], **file_options(args))},
        "list_approvals": lambda args: every(approvals.list, args),
        "get_approval": lambda args: approvals.get(args["id"]),
        "approve": lambda args: approvals.approve(**args),
        "reject_approval": lambda args: approvals.reject(**args),
        "withdraw_approval": lambda args: approvals.withdraw(**args),
        "approval_rules": lambda args: settings.approval_rules(),
        "replace_approval_rules": lambda args: settings.replace_approval_rules(**args),
        "list_people": lambda args: every(people.list, args),
        "get_person": lambda args: people.get(args["id"]),
        "update_person": lambda args: people.update(args["id"], **args["changes"]),
        "remove_person": lambda args: people.remove(args["id"]),
        "list_roles": lambda args: every(client.roles.list, args),
        "get_role": lambda args: client.roles.get(args["id"]),
        "create_role": lambda args: client.roles.create(**args),
        "update_role": lambda args: client.roles.update(args["id"], **args["changes"]),
        "delete_role": lambda args: client.roles.delete(args["id"]),
        "list_invitations": lambda args: every(client.invitations.list, args),
        "create_invitation": lambda args: client.invitations.create(**args),
        "withdraw_invitation": lambda args: client.invitations.withdraw(args["id"]),
        "list_sessions": lambda args: every(client.sessions.list, args),
        "end_session": lambda args: client.sessions.end(args["id"]),
        "list_erasures": lambda args: every(client.erasures.list, args),
        "get_erasure": lambda args: client.erasures.get(args["id"]),
        "erase_number": lambda args: client.erasures.create(**args),
        "export_number": lambda args: client.number_exports.create(**args),
        "organisation": lambda args: organisation.get(),
        "update_organisation": lambda args: organisation.update(**args),
    }
