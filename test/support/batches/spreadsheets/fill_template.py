"""Opens a template in LibreOffice, fills two rows in, and saves it. Run it with the template's path.

    python3 test/support/batches/spreadsheets/fill_template.py campaign-template.xlsx
"""

import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent / "libreoffice"
ROWS = [["+2348030000001", "bnd_mtn_small", ""], ["08050000001", "bnd_glo_small", "row-b"]]


def soffice(source, target, out):
    """Converts a file with LibreOffice, without a window."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless"]
        command += ["--convert-to", target, "--outdir", str(out), str(source)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def cell(text):
    """A cell as LibreOffice writes what is typed into a cell with the format text."""
    if text == "":
        return "<table:table-cell/>"
    return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    soffice(pathlib.Path(sys.argv[1]), "fods", work)
    [flat] = work.glob("*.fods")
    xml = flat.read_text("utf-8")
    header_end = xml.index("</table:table-row>", xml.index('table:name="Campaign"')) + len("</table:table-row>")
    filled = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in ROWS)
    # The empty rows below are as many fewer.
    rest = xml[header_end:].replace('rows-repeated="1048574"', 'rows-repeated="1048572"', 1)
    source = work / "libreoffice-template.fods"
    source.write_text(xml[:header_end] + filled + rest, "utf-8")
    for suffix in ["xlsx", "ods"]:
        soffice(source, suffix, FOLDER)
