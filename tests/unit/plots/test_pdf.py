from axiometer.plots.writing import in_one_order


def pdf(*objects, root=1):
    """Write a small file; objects are texts by their numbers."""
    data, offsets = b"%PDF-1.7\n", []
    for number, text in objects:
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n\n" % (number, text)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f\r\n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n\r\n" % offset for offset in offsets)
    return data + b"trailer\n<<\n  /Root %d 0 R\n>>\nstartxref\n%d\n%%%%EOF" % (root, start)


def test_the_order_of_objects_and_of_what_they_name_is_no_matter():
    one = pdf((1, b"<<\n  /A 2 0 R\n  /B 3 0 R\n>>"), (2, b"(first)"), (3, b"<< >>\nstream\n9 0 R endobj\nendstream"))
    two = pdf(
        (4, b"<< >>\nstream\n9 0 R endobj\nendstream"), (7, b"(first)"), (5, b"<<\n  /B 4 0 R\n  /A 7 0 R\n>>"), root=5
    )
    assert one != two
    assert in_one_order(one) == in_one_order(two)
    assert b"9 0 R endobj\nendstream" in in_one_order(one)


def test_objects_stand_where_the_table_says():
    found = in_one_order(pdf((3, b"(x)"), (2, b"<< /A 3 0 R >>"), root=2))
    table = found[int(found.rsplit(b"startxref\n", 1)[1].split()[0]) :]
    offsets = [int(line[:10]) for line in table.splitlines() if line.endswith(b" n")]
    assert [found[offset:].split(b"\n")[0] for offset in offsets] == [b"1 0 obj", b"2 0 obj"]


def test_other_files_stay_as_they_are():
    for other in (b"", b"%PDF-1.7 something else", pdf((1, b"(root)"), (2, b"(alone)"))):
        assert in_one_order(other) == other


def test_a_file_with_older_objects_stays_as_it_is():
    other = pdf((1, b"<< /A 2 0 R >>"), (2, b"(x)")).replace(b"2 0 obj", b"2 1 obj")
    assert in_one_order(other) == other
