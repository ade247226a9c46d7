# Generated from _async/api_keys.py by tools/generate.py. Do not edit.
from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, Optional, Sequence, Union, cast

from .._wire import UNSET, Request, Unset, given, listed, path_of, query_of, sent
from ..models import ApiKey, ApiKeyWithSecret, ReplaceSpendCaps
from .listing import Listing
from .transport import Transport

KIND = "api-keys"
PATH = f"/v1/{KIND}"
CREATED = (
    "The key may have been created. List the keys, and revoke the one that you do not have. "
    "Then create another."
)
ROTATED = (
    "The key may have been replaced. Read it: if it has former_key_until, the former key works until "
    "then. Rotate it again with overlap_seconds 0."
)


class ApiKeys:
    """API keys of your account. Needs the rights `keys:read` and `keys:write`.

    `create` and `rotate` send no second request after a lost answer, because the answer is the only one
    that has the new key.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        name: str,
        scopes: Sequence[str],
        expires_at: Union[str, datetime, None, Unset] = UNSET,
        spend_caps: Union[ReplaceSpendCaps, Unset] = UNSET,
    ) -> ApiKeyWithSecret:
        """Creates a key, which works immediately. The answer has the key itself, which is never shown again.

        Raises ApiError with the code `permission_denied` for rights that you do not have. Raises
        NoAnswerError if the answer was lost: list the keys, and revoke the one that you do not have.
        """
        json = sent(
            name=name,
            scopes=listed("scopes", scopes),
            expires_at=_time(expires_at),
            spend_caps=spend_caps,
        )
        return cast(ApiKeyWithSecret, self._send("POST", PATH, json, CREATED))

    def get(self, id: str) -> ApiKey:
        """The key, without the key itself."""
        return cast(ApiKey, self._transport.get(path_of(KIND, id), "api_key"))

    def list(self, *, limit: Optional[int] = None) -> Listing[ApiKey]:
        """Newest first, including keys that expired or were revoked."""
        return Listing(self._transport, PATH, query_of({"limit": limit}))

    def update(
        self,
        id: str,
        *,
        name: Union[str, Unset] = UNSET,
        scopes: Union[Sequence[str], Unset] = UNSET,
        expires_at: Union[str, datetime, None, Unset] = UNSET,
        spend_caps: Union[ReplaceSpendCaps, Unset] = UNSET,
    ) -> ApiKey:
        """Changes the fields that you give, within a second. `expires_at=None` removes the end."""
        json = sent(
            name=name,
            scopes=scopes if isinstance(scopes, Unset) else listed("scopes", scopes),
            expires_at=_time(expires_at),
            spend_caps=spend_caps,
        )
        return cast(ApiKey, self._send("PATCH", path_of(KIND, id), json))

    def rotate(self, id: str, *, overlap_seconds: Optional[int] = None) -> ApiKeyWithSecret:
        """Replaces the key. The answer has the new one, which is never shown again.

        The former key works too for `overlap_seconds`, a day by default. If you rotate the key of this
        client, keep an overlap. While a former key works, another rotation raises ApiError with the code
        `secret_rotation_under_way`, unless `overlap_seconds` is 0. Raises NoAnswerError if the answer was
        lost: if the key then has `former_key_until`, rotate it again with `overlap_seconds=0`.
        """
        json = given(overlap_seconds=overlap_seconds)
        return cast(ApiKeyWithSecret, self._send("POST", path_of(KIND, id, "rotate"), json, ROTATED))

    def revoke(self, id: str) -> ApiKey:
        """Ends the key forever, within a second. To revoke it again changes nothing."""
        return cast(ApiKey, self._send("POST", path_of(KIND, id, "revoke"), None))

    def _send(
        self, method: str, path: str, json: Optional[Dict[str, Any]], if_lost: Optional[str] = None
    ) -> Any:
        request = Request(method, path, expects="api_key", json=json, if_lost=if_lost)
        return (self._transport.send(request)).body


def _time(value: Union[str, datetime, None, Unset]) -> Union[str, None, Unset]:
    if value is None or isinstance(value, Unset):
        return value
    return query_of({"expires_at": value})["expires_at"]
