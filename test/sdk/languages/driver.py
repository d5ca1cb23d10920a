# The SDK for Python as a test drives it: a command of JSON on each line of the input, an outcome on each line of the output.
import base64
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "..", "sdk", "python"))
sys.dont_write_bytecode = True

from porteira import (  # noqa: E402
    ApiError,
    NoAnswerError,
    Pages,
    Porteira,
    VerificationError,
    verify_postback,
    verify_webhook,
)


def verified(command):
    body = base64.b64decode(command["body"])
    named = {"body": body if command.get("as") != "text" else "text", "headers": command["headers"], **command["secrets"]}
    if "brand" in command:
        named["brand"] = command["brand"]
    if command["kind"] == "postback":
        return {"payload": verify_postback(**named).payload}
    event = verify_webhook(now=command.get("now"), **named)
    return {"type": event.type, "eventId": event.event_id, "redelivery": event.is_redelivery, "payload": event.payload}


def called(command):
    client = Porteira(**{**client_options, **command.get("client", {})})
    method = getattr(getattr(client, command["resource"]), command["method"])
    answer = method(*command.get("arguments", []), **command.get("named", {}))
    if isinstance(answer, Pages):
        first = answer.first()
        everything = [item for item in answer] if command.get("everything") else None
        return {"data": first.data, "hasMore": first.has_more, "everything": everything}
    return {"answer": answer}


def failed(error):
    fields = ["status", "code", "field", "request_id", "idempotency_key", "attempts", "reason", "status_code"]
    return {"error": type(error).__name__, "message": str(error), **{name: getattr(error, name, None) for name in fields}}


client_options = json.loads(os.environ.get("CLIENT", "{}"))
for line in sys.stdin:
    command = json.loads(line)
    try:
        outcome = verified(command) if "kind" in command else called(command)
    except (VerificationError, ApiError, NoAnswerError, ValueError) as error:
        outcome = failed(error)
    print(json.dumps(outcome), flush=True)
