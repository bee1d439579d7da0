"""The equations again: slow, scalar, obvious, and in any number type.

Every function is called as its measure and takes the grades of one list in rank order (``None`` for an unjudged
item), the grades of all judged items of the query, and the measure's parameters. In ``aspects`` and ``cube_test``
the grades of an item are a mapping from aspect to grade; in ``text`` there are also the lengths of the list's items,
in ``recall`` the size of the corpus and the providers of the items, and in ``preferences`` a second list. In
``recommendation`` an item has aspects and perhaps a rating, and the second argument is the catalogue of all items.
``number`` makes numbers: ``float``, ``fractions.Fraction`` or ``mpmath.mpf``. An undefined value is ``None``.
"""

from axiometer.reference import adhoc, aspects, cube_test, preferences, recall, recommendation, text

__all__ = ["adhoc", "aspects", "cube_test", "preferences", "recall", "recommendation", "text"]
