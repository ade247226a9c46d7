"""Makes spreadsheet files with damaged phone numbers and foreign headers, with real programs, and manifest.json.

    python3 -m venv env
    env/bin/pip install openpyxl==3.1.5 XlsxWriter==3.3.1 pyexcelerate==0.13.0 pyexcel-ods3==0.6.1
    npm install --prefix env exceljs@4.4.0 xlsx@0.18.5 write-excel-file@2.3.10
    NODE_PATH=env/node_modules env/bin/python test/support/batches/spreadsheets/make_damaged.py
"""

import csv
import json
import pathlib
import shutil
import subprocess
import tempfile

import openpyxl
import pyexcel_ods3
import pyexcelerate
import xlsxwriter

FOLDER = pathlib.Path(__file__).parent / "damaged"
ENGLISH = ["Phone number", "bundle_id", "Name", "Town"]
FRENCH = ["Numéro de téléphone", "bundle_id", "Prénom", "Ville"]
NUMBERS = [f"+2348030000{index:03}" for index in range(101, 110)]
# As people type and programs leave them. The last three must be corrected by hand.
CELLS = [
    "+2348030000101",
    "2348030000102",
    "08030000103",
    "00 234 803 000 0104",
    "234-803-000-0105",
    "(234) 803 000 0106",
    "2.34803E+12",
    "+23480300",
    "+2348030000109",
]
NAMES = ["André", "Chloé", "José", "Zoë", "Amina", "Çelik", "Ngozi", "François", "Ada"]
BUNDLES = ["bnd_mtn_small"] * 8 + ["bnd_mtn_smal"]
ROWS = [[cell, bundle, name, "São Tomé"] for cell, bundle, name in zip(CELLS, BUNDLES, NAMES)]
DAMAGED = [ENGLISH, *ROWS]
TITLED = [["Campagne de décembre", "", "", ""], FRENCH, *ROWS]
OFFICE_CSV = {"utf-8": 76, "utf-16": 65535, "windows-1252": 1, "mac-roman": 2, "iso-8859-1": 12}
AS_TEXT = "CSV:44,34,76,1,1/2/2/2/3/2/4/2"
OFFICE, OFFICE_VERSION = "LibreOffice", "7.4.7"
manifest = []


def note(file, program, version, contains, *, bad=(8, 9, 10), first=2, repaired=5):
    """Lists a file: rows that must be named by line, and how many numbers must be corrected."""
    add(
        f"damaged/{'csv/' if file.endswith('.csv') else ''}{file}", program, version, contains, FRENCH if first == 3 else ENGLISH, first=first,
        numbers=NUMBERS, bad=bad, repaired=repaired,
    )


def add(file, program, version, contains, columns, *, numbers, first=2, bad=(), repaired=0, **more):
    entry = {"file": file, "program": program, "version": version, "contains": contains, "columns": columns}
    found = {"firstLine": first, "numbers": numbers, "mustName": list(bad), "repaired": repaired}
    manifest.append({**entry, **found, **more})


def list_others():
    """Lists the files of make.py and fill_template.py."""
    header = ["phone_number", "bundle_id", "metadata.name", "metadata.city"]
    people = [f"+234803000000{index}" for index in range(1, 5)] + ["+2348050000001"]
    makers = {"exceljs": "4.4.0", "odfpy": "1.4.1", "openpyxl": "3.1.5", "xlsxwriter": "3.3.1"}
    plain = ["exceljs.xlsx", "exceljs-streamed.xlsx", "odfpy.ods", "openpyxl.xlsx", "openpyxl-streamed.xlsx"]
    for file in [*plain, "xlsxwriter.xlsx", "xlsxwriter-inline.xlsx"]:
        maker = file.split(".")[0].split("-")[0]
        add(f"libraries/{file}", maker, makers[maker], "five good rows", header, numbers=people)
    formats = [*people, "+2348030000006"]
    days = [*header, "metadata.day", "metadata.amount", "metadata.paid"]
    for folder, prefix, program, version, suffixes in [
        ("libraries", "", "openpyxl", "3.1.5", ["xlsx"]),
        ("libreoffice", "libreoffice-of-", OFFICE, OFFICE_VERSION, ["xlsx", "ods"]),
    ]:
        for suffix in suffixes:
            name = f"{folder}/{prefix}openpyxl"
            add(
                f"{name}-formats.{suffix}", program, version, "formatted numbers, one with lost digits", days,
                numbers=formats, bad=[7], repaired=3,
            )
            # openpyxl computes nothing, so that every row has a formula without a value.
            found = {"bad": [6]} if prefix else {"bad": [2, 3, 4, 5, 6], "rejected": "no_valid_rows"}
            add(f"{name}-formulas.{suffix}", program, version, "formulas", header, numbers=people, **found)
            add(f"{name}-titles.{suffix}", program, version, "titles and a hidden sheet", header, numbers=people, first=4)
    add(
        "libraries/openpyxl-two-sheets.xlsx", "openpyxl", "3.1.5", "two sheets with rows", header,
        numbers=people, sheet="Abuja",
    )
    add(
        "libraries/xlsxwriter-1904.xlsx", "xlsxwriter", "3.3.1", "days from 1904 and a chart",
        ["phone_number", "bundle_id", "metadata.day"], numbers=people[:2],
    )
    for suffix in ["xlsx", "ods", *[f"csv {name}" for name in OFFICE_CSV]]:
        file = f"libreoffice.{suffix}" if suffix in ("xlsx", "ods") else f"libreoffice-{suffix[4:]}.csv"
        add(f"libreoffice/{file}", OFFICE, OFFICE_VERSION, "five good rows", header, numbers=people)
    for suffix in ["xlsx", "ods"]:
        add(
            f"libreoffice/libreoffice-numbers.{suffix}", OFFICE, OFFICE_VERSION, "numbers that lost their plus", header,
            numbers=people, repaired=5,
        )
        add(
            f"libreoffice/libreoffice-template.{suffix}", OFFICE, OFFICE_VERSION, "the template, filled in",
            ["phone_number", "bundle_id", "reference"], numbers=[people[0], people[4]], repaired=1,
        )
    for file, what in {"libreoffice.xls": "an old workbook", "libreoffice-html-named.xls": "a web page"}.items():
        add(f"libreoffice/{file}", OFFICE, OFFICE_VERSION, what, header, numbers=people, rejected="not_csv")
    add(
        "libreoffice/libreoffice.pdf", OFFICE, OFFICE_VERSION, "a PDF document", header, numbers=[],
        rejected="not_csv",
    )


def soffice(source, target, out, infilter=None):
    """Converts a file with LibreOffice, without a window."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless"]
        if infilter is not None:
            command.append(f"--infilter={infilter}")
        command += ["--convert-to", target, "--outdir", str(out), str(source)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def quoted(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)
    return path


def by_libreoffice(work):
    typed = quoted(work / "damaged-libreoffice.csv", DAMAGED)
    for suffix in ["xlsx", "ods"]:
        soffice(typed, suffix, FOLDER, AS_TEXT)
        note(f"damaged-libreoffice.{suffix}", OFFICE, OFFICE_VERSION, "damaged numbers as text")
    titled = quoted(work / "french-libreoffice.csv", TITLED)
    for suffix in ["xlsx", "ods"]:
        soffice(titled, suffix, FOLDER, AS_TEXT)
        contains = "a title above French headers"
        note(f"french-libreoffice.{suffix}", OFFICE, OFFICE_VERSION, contains, bad=(9, 10, 11), first=3)
    # Opened without a thought: what looks like a number becomes one.
    for name, code in OFFICE_CSV.items():
        for rows, infilter, kind in [(typed, AS_TEXT, "text"), (typed, "CSV:44,34,76,1", "numbers")]:
            out = work / f"{kind}-{name}"
            soffice(rows, f"csv:Text - txt - csv (StarCalc):44,34,{code},1,,0,false,true", out, infilter)
            target = f"damaged-{kind}-{name}.csv"
            shutil.copy(out / "damaged-libreoffice.csv", FOLDER / target)
            lost = 0 if kind == "text" else 1
            note(target, OFFICE, OFFICE_VERSION, f"damaged {kind} in {name}", repaired=5 + lost)
    for name, separator in {"semicolons": 59, "tabs": 9}.items():
        out = work / name
        soffice(titled, f"csv:Text - txt - csv (StarCalc):{separator},34,76,1,,0,false,true", out, AS_TEXT)
        shutil.copy(out / "french-libreoffice.csv", FOLDER / f"french-{name}.csv")
        contains = f"French headers with {name}"
        note(f"french-{name}.csv", OFFICE, OFFICE_VERSION, contains, bad=(9, 10, 11), first=3)


def by_python():
    book = openpyxl.Workbook()
    for row in DAMAGED:
        book.active.append(row)
    book.save(FOLDER / "damaged-openpyxl.xlsx")
    note("damaged-openpyxl.xlsx", "openpyxl", "3.1.5", "damaged numbers as text")
    book = openpyxl.Workbook()
    for row in TITLED:
        book.active.append(row)
    book.active.merge_cells("A1:D1")
    book.save(FOLDER / "french-openpyxl.xlsx")
    note("french-openpyxl.xlsx", "openpyxl", "3.1.5", "a merged title", bad=(9, 10, 11), first=3)

    for name, options in {"xlsxwriter": {}, "xlsxwriter-inline": {"constant_memory": True}}.items():
        book = xlsxwriter.Workbook(FOLDER / f"damaged-{name}.xlsx", options)
        sheet = book.add_worksheet("Customers")
        for at, row in enumerate(DAMAGED):
            sheet.write_row(at, 0, row)
        book.close()
        note(f"damaged-{name}.xlsx", "XlsxWriter", "3.3.1", "damaged numbers as text")

    book = pyexcelerate.Workbook()
    book.new_sheet("Customers", data=DAMAGED)
    book.save(str(FOLDER / "damaged-pyexcelerate.xlsx"))
    note("damaged-pyexcelerate.xlsx", "PyExcelerate", "0.13.0", "damaged numbers as text")
    pyexcel_ods3.save_data(str(FOLDER / "damaged-pyexcel.ods"), {"Customers": DAMAGED})
    note("damaged-pyexcel.ods", "pyexcel-ods3", "0.6.1", "damaged numbers as text")
    with (FOLDER / "damaged-python.csv").open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file, dialect="excel").writerows(DAMAGED)
    note("damaged-python.csv", "csv of Python", "3.11", "damaged numbers in UTF-8 with a byte order mark")


NODE = """
const { folder, damaged, titled } = JSON.parse(process.argv[1]);
const { Workbook } = require('exceljs');
const sheetjs = require('xlsx');
const writeXlsx = require('write-excel-file/node');
const one = new Workbook();
one.addWorksheet('Customers').addRows(damaged);
const two = new Workbook();
two.addWorksheet('Clients').addRows(titled);
const book = sheetjs.utils.book_new();
sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(damaged), 'Customers');
for (const suffix of ['xlsx', 'ods', 'csv']) sheetjs.writeFile(book, `${folder}/damaged-sheetjs.${suffix}`);
sheetjs.writeFile(book, `${folder}/damaged-sheetjs-unicode.csv`, { bookType: 'txt' });
sheetjs.writeFile(book, `${folder}/damaged-sheetjs-shared.xlsx`, { bookSST: true, compression: true });
const write = writeXlsx.default ?? writeXlsx;
Promise.all([
  one.xlsx.writeFile(`${folder}/damaged-exceljs.xlsx`),
  two.xlsx.writeFile(`${folder}/french-exceljs.xlsx`),
  one.csv.writeFile(`${folder}/damaged-exceljs.csv`),
  write(damaged.map((row) => row.map((value) => ({ value, type: String }))), { filePath: `${folder}/damaged-write-excel-file.xlsx` }),
]).catch((error) => { console.error(error); process.exit(1); });
"""


def by_node():
    data = json.dumps({"folder": str(FOLDER), "damaged": DAMAGED, "titled": TITLED})
    subprocess.run(["node", "-e", NODE, data], check=True)
    for file in ["damaged-sheetjs.xlsx", "damaged-sheetjs.ods", "damaged-sheetjs.csv", "damaged-sheetjs-shared.xlsx"]:
        note(file, "SheetJS", "0.18.5", "damaged numbers as text")
    note("damaged-sheetjs-unicode.csv", "SheetJS", "0.18.5", "damaged numbers in UTF-16 with tabs")
    note("damaged-exceljs.xlsx", "exceljs", "4.4.0", "damaged numbers as text")
    note("damaged-exceljs.csv", "exceljs", "4.4.0", "damaged numbers as text")
    note("french-exceljs.xlsx", "exceljs", "4.4.0", "a title above French headers", bad=(9, 10, 11), first=3)
    note("damaged-write-excel-file.xlsx", "write-excel-file", "2.3.10", "damaged numbers as text")


FOLDER.mkdir(exist_ok=True)
list_others()
by_node()
by_python()
with tempfile.TemporaryDirectory() as directory:
    by_libreoffice(pathlib.Path(directory))
(FOLDER / "csv").mkdir(exist_ok=True)
for file in FOLDER.glob("*.csv"):
    file.replace(FOLDER / "csv" / file.name)
manifest.sort(key=lambda entry: entry["file"])
(FOLDER.parent / "manifest.json").write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n", "utf-8")
