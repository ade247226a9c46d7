"""Client of the Bundlewire API: prepaid data bundles, bought exactly once."""

import logging

from ._async.client import AsyncClient
from ._async.listing import AsyncListing
from ._files import FileFormat
from ._matching import Differing, Missing, OwnRecord, Reconciliation
from ._results import Bought, Page
from ._retry import Retries
from ._sync.client import Client
from ._sync.listing import Listing
from ._version import __version__
from ._wire import UNSET, Answer
from .errors import (
    ApiError,
    BatchRejectedError,
    BundlewireError,
    NoAnswerError,
    OutcomeUnknownError,
    StatementMismatchError,
    StatementOpenError,
    WaitTimeoutError,
    WebhookError,
)
from .webhooks import check_signature, verify_webhook

__all__ = [
    "UNSET",
    "Answer",
    "ApiError",
    "AsyncClient",
    "AsyncListing",
    "BatchRejectedError",
    "Bought",
    "BundlewireError",
    "Client",
    "Differing",
    "FileFormat",
    "Listing",
    "Missing",
    "NoAnswerError",
    "OutcomeUnknownError",
    "OwnRecord",
    "Page",
    "Reconciliation",
    "Retries",
    "StatementMismatchError",
    "StatementOpenError",
    "WaitTimeoutError",
    "WebhookError",
    "__version__",
    "check_signature",
    "verify_webhook",
]

# Nothing is printed unless the program configures logging.
logging.getLogger("bundlewire").addHandler(logging.NullHandler())
