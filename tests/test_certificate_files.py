"""Files of certificates, and the commands that write and verify them."""

from __future__ import annotations

import hashlib
import json
import lzma
import signal
import threading
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from longhorn_certificates import ENTRIES, certify, value_of

from protocol.base.errors import ProtocolError
from protocol.cli.main import main
from protocol.cli.proving import claim_words
from protocol.matches.certificates import Certificate, load
from solver.games import GAMES

#: A deal of which one start is proved at once.
DEAL = 2
SMALL = next(entry for entry in ENTRIES if entry["work"] > 100 and abs(value_of(entry)) == 1)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture(scope="module")
def small() -> Certificate:
    return certify(SMALL["position"], 0)


def test_a_file_is_read_as_it_was_written(tmp_path: Path, small: Certificate) -> None:
    file = tmp_path / "small.cert"
    assert small.save(file) == file.stat().st_size
    assert load(file) == small
    kind, header, _ = file.read_bytes().split(b"\n", 2)
    assert kind == b"herdmind-certificate 1"
    fields = json.loads(header)
    digest = fields.pop("digest")
    whole = json.dumps(fields, sort_keys=True).encode() + small.moves
    assert digest == hashlib.sha256(whole).hexdigest()


def changed(file: bytes, **fields: Any) -> bytes:
    """The file with other fields in its header; the digest stays."""
    kind, header, moves = file.split(b"\n", 2)
    return b"\n".join((kind, json.dumps(json.loads(header) | fields).encode(), moves))


def damages(file: bytes) -> dict[str, bytes]:
    """Damaged files, by a word of the error."""
    kind, header, packed = file.split(b"\n", 2)
    return {
        "no certificate": b"something else\n" + file,
        "layout '2'": file.replace(b"certificate 1", b"certificate 2", 1),
        "no header": kind + b"\n{\n" + packed,
        "should have": kind + b"\n{}\n" + packed,
        "moves in its header is": changed(file, moves="many"),
        "out of range": changed(file, cut=-1),
        "lower in its header": changed(file, lower="1/0"),
        "upper in its header": changed(file, upper="2"),
        "cannot be unpacked": kind + b"\n" + header + b"\n" + packed[:20] + b"\0\0\0\0" + packed[24:],
        "nothing after them": file[:-10],
        "bytes of moves": file + b"\0",
        "its content": changed(file, lower="0"),
        "is not that of its digest": changed(file, version="0.0.1"),
    }


def test_every_damage_has_one_clear_error(tmp_path: Path, small: Certificate) -> None:
    file = tmp_path / "bad.cert"
    for word, content in damages(small.file()).items():
        file.write_bytes(content)
        with pytest.raises(ProtocolError) as caught:
            load(file)
        assert word in caught.value.message, word
    said = run("verify", str(file))
    assert said.exit_code == 2
    assert said.output.count("\n") == 1
    for size in range(0, len(small.file()), 97):
        file.write_bytes(small.file()[:size])
        with pytest.raises(ProtocolError):
            load(file)


def test_moves_unpack_to_no_more_than_the_header_says(tmp_path: Path, small: Certificate) -> None:
    file = tmp_path / "bomb.cert"
    kind, header, _ = small.file().split(b"\n", 2)
    file.write_bytes(b"\n".join((kind, header, lzma.compress(bytes(1 << 22)))))
    with pytest.raises(ProtocolError, match="bytes of moves"):
        load(file)


def test_a_whole_deal_is_proved_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "deal.cert"
    written = run("solve", "longhorn", "--seed", str(DEAL), "--proof", str(file), "--hash", "16", "--json")
    assert written.exit_code == 0, written.output
    proof = json.loads(written.stdout)
    assert proof["position"] == GAMES["longhorn"].initial(DEAL).to_text()
    assert proof["lower"] == proof["upper"] == "0"
    assert proof["bytes"] == file.stat().st_size
    verified = run("verify", str(file), "--json")
    assert verified.exit_code == 0, verified.output
    check = json.loads(verified.stdout)
    assert check["verified"] is True
    assert check["lower"] == check["upper"] == "0"
    assert check["moves"] == proof["moves"] > 1000
    said = run("verify", str(file)).stdout
    assert "verified: the value for seat 1 is 0 (a draw under best play)" in said


def test_a_false_certificate_is_refused_with_the_position(tmp_path: Path, small: Certificate) -> None:
    file = tmp_path / "false.cert"
    false = Certificate(small.edition, small.position, -small.lower, -small.upper, 0, small.moves)
    false.save(file)
    said = run("verify", str(file))
    assert said.exit_code == 2
    assert "does not prove its claim" in said.output
    assert " at longhorn/1 " in said.output


def test_other_games_and_texts_are_refused(tmp_path: Path, small: Certificate) -> None:
    file = tmp_path / "other.cert"
    nimmt = GAMES["nimmt"].initial(1)
    Certificate(GAMES["nimmt"].edition, nimmt.to_text(), Fraction(1), Fraction(1), 0, b"").save(file)
    assert "certificates of nimmt cannot be verified" in run("verify", str(file)).output
    Certificate("longhorn/1", "longhorn/1 nonsense", Fraction(1), Fraction(1), 0, b"").save(file)
    assert "nonsense" in run("verify", str(file)).output
    Certificate("longhorn/1", nimmt.to_text(), Fraction(1), Fraction(1), 0, b"").save(file)
    assert "not one of longhorn/1" in run("verify", str(file)).output
    assert "no value of nimmt can be proved" in run("solve", "nimmt", "--proof", str(file)).output
    assert "there is no folder" in run("solve", small.position, "--proof", str(tmp_path / "no" / "x")).output


def test_options_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    file = str(tmp_path / "x")
    assert "--deals is missing" in run("solve", "longhorn", "--out", file).output
    assert "--out is missing" in run("solve", "longhorn", "--deals", "1").output
    both = run("solve", "longhorn", "--deals", "1", "--proof", file)
    assert both.exit_code == 2
    assert "--proof proves one position" in both.output
    over = run("solve", ENDED, "--proof", file)
    assert over.exit_code == 2
    assert "nothing to decide" in over.output


ENDED = (
    "longhorn/1 blackstone:-:-,solomon:-:-,dagger:-:-/tulsa:-:-,nugget:-:-,kidcooper:-:-/redriver:-:-,"
    "maverick:-:-,cherokee:o2:ambush herds=b4w1o4g1/b4w4o3 gold=200/500 outlaw=redriver turn=1 "
    "last=maverick/redriver phase=over:money"
)


def test_an_open_value_writes_nothing_or_the_bound(tmp_path: Path) -> None:
    file = tmp_path / "open.cert"
    said = run("solve", "longhorn", "--seed", "1", "--proof", str(file), "--movetime", "1ms", "--hash", "16")
    assert said.exit_code == 1
    assert "open after" in said.output
    assert not file.exists()


@pytest.mark.ci
def test_an_interruption_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "stopped.cert"

    def interrupt() -> None:
        time.sleep(1.0)
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt).start()
    said = run("solve", "longhorn", "--seed", "6", "--proof", str(file), "--hash", "16")
    assert said.exit_code == 130
    assert "interrupted; no certificate is written" in said.output
    assert not file.exists()


@pytest.mark.parametrize(
    ("lower", "upper", "words"),
    [
        ("1", "1", "the value for seat 1 is 1 (seat 1 wins under best play)"),
        ("-1", "-1", "the value for seat 1 is -1 (seat 2 wins under best play)"),
        ("1/3", "1/3", "the value for seat 1 is 1/3"),
        ("0", "1", "the value for seat 1 is at least 0"),
        ("-1", "0", "the value for seat 1 is at most 0"),
        ("-1/2", "1/2", "the value for seat 1 is -1/2 to 1/2"),
    ],
)
def test_claims_in_words(lower: str, upper: str, words: str) -> None:
    assert claim_words(Fraction(lower), Fraction(upper)) == words
