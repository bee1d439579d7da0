"""The equations again: slow, scalar, obvious, and in any number type.

Every function is called as its measure and takes the grades of one list in rank order (``None`` for an unjudged
item), the grades of all judged items of the query, what is ``Known`` beside them, and the measure's parameters, each by
its name. In ``aspects`` and ``cube_test`` the grades of an item are a mapping from aspect to grade; in ``preferences``
there is a second list. In ``recommendation`` an item has aspects and perhaps a rating, and the second argument is the
catalogue of all items. An undefined value is ``None``.
"""

from axiometer.reference import adhoc, aspects, cube_test, preferences, recall, recommendation, text
from axiometer.reference.numbers import Known

__all__ = ["Known", "adhoc", "aspects", "cube_test", "preferences", "recall", "recommendation", "text"]
