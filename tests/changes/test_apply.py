"""The helper of the change tests: unified diffs applied to files."""

import pytest

from .apply import apply_patch

PATCH = """\
--- a/words.txt
+++ b/words.txt
@@ -7,3 +7,3 @@
 one
-two
+zwei

--- /dev/null
+++ b/new/file.txt
@@ -0,0 +1 @@
+first
"""


def test_lines_are_found_wherever_they_stand(tmp_path):
    (tmp_path / "words.txt").write_text("zero\none\ntwo\n\nthree\n")
    assert apply_patch(PATCH, tmp_path) == ["new/file.txt", "words.txt"]
    assert (tmp_path / "words.txt").read_text() == "zero\none\nzwei\n\nthree\n"
    assert (tmp_path / "new/file.txt").read_text() == "first\n"


@pytest.mark.parametrize("text", ["one\nthree\n", "one\ntwo\n\none\ntwo\n\n"])
def test_lines_must_stand_there_once(text, tmp_path):
    (tmp_path / "words.txt").write_text(text)
    with pytest.raises(ValueError, match=r"words\.txt"):
        apply_patch(PATCH, tmp_path)
