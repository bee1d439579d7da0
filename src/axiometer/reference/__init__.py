"""The equations again: slow, scalar, obvious, and in any number type.

Every function is called as its measure and takes the grades of one list in rank order (``None`` for an unjudged
item), the grades of all judged items of the request, and the measure's parameters. ``number`` makes numbers:
``float``, ``fractions.Fraction`` or ``mpmath.mpf``. An undefined value is ``None``.
"""

from axiometer.reference import adhoc

__all__ = ["adhoc"]
