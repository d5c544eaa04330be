"""What to say when the package of an extra is not installed."""

from __future__ import annotations


def missing(module: str, extra: str, error: ImportError) -> ImportError:
    """The error that names the extra.

    >>> print(missing("toledo_rules.adapters.gymnasium", "gymnasium", ImportError(name="numpy")))
    toledo_rules.adapters.gymnasium needs numpy: pip install 'toledo-rules[gymnasium]'
    """
    text = f"{module} needs {error.name}: pip install 'toledo-rules[{extra}]'"
    return ImportError(text, name=error.name)
