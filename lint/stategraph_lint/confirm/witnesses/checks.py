"""What an update's fault looks like: code that compares the state before, what was written, and the state afterwards.

Each defines `check(error, before, wrote, after)`, which calls `fault` where its fault shows, and only then.
"""

from __future__ import annotations

DOUBLED = """\
def times(part, whole):
    return sum(part == one for one in whole) if isinstance(whole, (list, tuple)) else 0


def check(error, before, wrote, after):
    update = getattr(wrote, "update", None) if type(wrote).__name__ == "Command" else wrote
    for key in {keys!r} if error is None else ():
        old, new = got(before, key), got(after, key)
        part = got(update, key)
        told = f"{{key}}: before {{old!r}}, node wrote {{part!r}}, after {{new!r}}"
        if isinstance(old, (list, tuple)) and any(times(one, new) > times(one, old) for one in old):
            fault(told)
        if isinstance(old, str) and old and isinstance(new, str) and new.count(old) > 1:
            fault(told)
        if is_number(old) and is_number(part) and old and new == old + part and abs(part) >= abs(old):
            fault(told)
        if isinstance(old, dict) and isinstance(part, dict) and isinstance(new, dict):
            for name, count in old.items():
                if is_number(count) and count and new.get(name) == count + part.get(name, 0) != count:
                    fault(told)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


"""

APART = """\
def check(error, before, wrote, after):
    update = getattr(wrote, "update", None) if type(wrote).__name__ == "Command" else wrote
    part = got(update, {key!r})
    if part is None or isinstance(part, (list, tuple, set)):
        return
    if isinstance(error, TypeError):
        fault(f"node wrote {{part!r}}: TypeError: {{error}}")
    new = got(after, {key!r})
    if error is None and part and isinstance(new, (list, tuple)) and part not in new:
        fault(f"node wrote {{part!r}}, after {{new!r}}")


"""

NONE = """\
def check(error, before, wrote, after):
    update = getattr(wrote, "update", None) if type(wrote).__name__ == "Command" else wrote
    if error is not None and (update is None or {key!r} in dict(update) and dict(update)[{key!r}] is None):
        if type(error).__name__ != "InvalidUpdateError":
            fault(f"the node wrote None to {key}: {{type(error).__name__}}: {{error}}")


"""

NOT_AN_UPDATE = """\
def same(before, after):
    return all(repr(got(after, key)) == repr(value) for key, value in before.items())


def check(error, before, wrote, after):
    if type(error).__name__ == "InvalidUpdateError" and "Expected dict" in str(error):
        fault(f"the node returned {{wrote!r}}: InvalidUpdateError: {{error}}")
    given = wrote.update if type(wrote).__name__ == "Command" else wrote
    if error is None and given is not None and not isinstance(given, (dict, list, tuple)) and same(before, after):
        fault(f"the node returned {{wrote!r}}, and nothing was written")


"""

DROPPED = """\
def in_state(part, old, new):
    return new is not None and (not part or part == old or new != old)


def check(error, before, wrote, after):
    update = getattr(wrote, "update", None) if type(wrote).__name__ == "Command" else wrote
    keys = dict(update) if isinstance(update, (dict, list, tuple)) else vars(update) if update is not None else ()
    if error is None and {key!r} in keys and not in_state(keys[{key!r}], got(before, {key!r}), got(after, {key!r})):
        fault(f"node returned {{wrote!r}}; [{key!r}] dropped")


"""

WRAPPED = """\
def check(error, before, wrote, after):
    held = got(after, {key!r}) if error is None else None
    if type(held).__name__ == "Overwrite" or "__overwrite__" in repr(held):
        fault(f"state[{key!r}] is {{held!r}}")


"""

WIPED = """\
def check(error, before, wrote, after):
    old, new = got(before, {key!r}), got(after, {key!r})
    given = wrote.update if type(wrote).__name__ == "Command" else wrote
    if error is None and given is not None and not isinstance(given, dict) and new != old:
        fault(f"{key}: before {{old!r}}, node returned {{wrote!r}}, after {{new!r}}")


"""

NOT_CLEARED = """\
def check(error, before, wrote, after):
    update = getattr(wrote, "update", None) if type(wrote).__name__ == "Command" else wrote
    part, old, new = got(update, {key!r}), got(before, {key!r}), got(after, {key!r})
    if error is None and part is not None and not part and type(part).__name__ != "Overwrite" and old and new == old:
        fault(f"{key}: before {{old!r}}, {{part!r}} written, after {{new!r}}")


"""

KEPT_MESSAGES = """\
def check(error, before, wrote, after):
    update = getattr(wrote, "update", None) if type(wrote).__name__ == "Command" else wrote
    part, old, new = got(update, {key!r}), got(before, {key!r}), got(after, {key!r})
    if error is None and isinstance(part, list) and len(part) < len(old) and len(new) >= len(old):
        if not any(type(one).__name__ == "RemoveMessage" for one in part):
            fault(f"{key}: {{len(part)}} of {{len(old)}} messages written, {{len(new)}} there afterwards")


"""

COPIED_MESSAGES = """\
def check(error, before, wrote, after):
    old, new = got(before, {key!r}), got(after, {key!r})
    texts = [one.content for one in old or ()]
    if error is None and texts and len(new) > len(old) and len([one for one in new if one.content in texts]) > len(old):
        fault(f"{key}: {{len(old)}} messages before, {{len(new)}} afterwards: {{[one.content for one in new]!r}}")


"""

STORED_REMOVAL = """\
def check(error, before, wrote, after):
    new = got(after, {key!r}) if error is None else None
    kinds = [type(one).__name__ for one in new] if isinstance(new, list) else [type(new).__name__]
    if "RemoveMessage" in kinds:
        fault(f"{key} holds {{kinds!r}} afterwards")
    ids = [one.id for one in new if getattr(one, "id", None)] if isinstance(new, list) else []
    if len(ids) != len(set(ids)):
        fault(f"{key} holds the same id twice afterwards: {{ids!r}}")


"""

UNKNOWN_ID = """\
def check(error, before, wrote, after):
    if isinstance(error, ValueError) and "ID that doesn't exist" in str(error):
        fault(f"the node wrote a RemoveMessage: ValueError: {{error}}")


"""
