"""Makes spreadsheet files with real programs, for the tests of uploads. README.md says with which versions.

    python3 -m venv env && env/bin/pip install openpyxl==3.1.5 XlsxWriter==3.3.1 odfpy==1.4.1
    npm install --prefix env exceljs@4.4.0
    NODE_PATH=env/node_modules env/bin/python test/support/batches/spreadsheets/make.py
"""

import datetime
import json
import pathlib
import shutil
import subprocess
import tempfile

import openpyxl
import xlsxwriter
from odf import opendocument, table, text

LIBRARIES = pathlib.Path(__file__).parent / "libraries"
LIBREOFFICE = pathlib.Path(__file__).parent / "libreoffice"
HEADER = ["phone_number", "bundle_id", "metadata.name", "metadata.city"]
ROWS = [
    ["+2348030000001", "bnd_mtn_small", "André Nzé", "Libreville"],
    ["+2348030000002", "bnd_mtn_small", "Chloé Bâ", "Saint-Louis"],
    ["+2348030000003", "bnd_mtn_small", "José Muñoz", "São Tomé"],
    ["+2348030000004", "bnd_mtn_small", "Zoë & Çelik", "Cotonou"],
    ["+2348050000001", "bnd_glo_small", "Amina <Yusuf>", "Lagos"],
]
TABLE = [HEADER, *ROWS]
OFFICE_CSV = {"utf-8": 76, "windows-1252": 1, "mac-roman": 2, "utf-16": 65535, "iso-8859-1": 12}


def soffice(source, target, out, infilter=None):
    """Converts a file with LibreOffice, without a window."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["soffice", f"-env:UserInstallation=file://{profile}", "--headless"]
        if infilter is not None:
            command.append(f"--infilter={infilter}")
        command += ["--convert-to", target, "--outdir", str(out), str(source)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def by_libreoffice(work):
    """Opens a CSV file and a workbook, and saves them in every format."""
    source = work / "libreoffice.csv"
    source.write_text("\n".join(",".join(f'"{cell}"' for cell in row) for row in TABLE) + "\n", "utf-8")
    as_text = "CSV:44,34,76,1,1/2/2/2/3/2/4/2"
    for suffix in ["xlsx", "ods", "xls"]:
        soffice(source, suffix, work, as_text)
        shutil.copy(work / f"libreoffice.{suffix}", LIBREOFFICE)
    for name, code in OFFICE_CSV.items():
        out = work / name
        soffice(source, f"csv:Text - txt - csv (StarCalc):44,34,{code},1,,0,false,true", out, as_text)
        shutil.copy(out / "libreoffice.csv", LIBREOFFICE / f"libreoffice-{name}.csv")
    soffice(source, "pdf", work, as_text)
    shutil.copy(work / "libreoffice.pdf", LIBREOFFICE / "libreoffice.pdf")
    soffice(source, "html", work, as_text)
    shutil.copy(work / "libreoffice.html", LIBREOFFICE / "libreoffice-html-named.xls")
    # A plain file, opened without a thought: the phone numbers become numbers, and lose their plus.
    soffice(source, "xlsx", work / "opened", "CSV:44,34,76,1")
    shutil.copy(work / "opened" / "libreoffice.xlsx", LIBREOFFICE / "libreoffice-numbers.xlsx")
    soffice(source, "ods", work / "opened", "CSV:44,34,76,1")
    shutil.copy(work / "opened" / "libreoffice.ods", LIBREOFFICE / "libreoffice-numbers.ods")
    for maker in ["openpyxl-titles", "openpyxl-formulas", "openpyxl-formats"]:
        for suffix in ["xlsx", "ods"]:
            soffice(LIBRARIES / f"{maker}.xlsx", suffix, work / "again")
            shutil.copy(work / "again" / f"{maker}.{suffix}", LIBREOFFICE / f"libreoffice-of-{maker}.{suffix}")


def by_openpyxl():
    book = openpyxl.Workbook()
    for row in TABLE:
        book.active.append(row)
    book.save(LIBRARIES / "openpyxl.xlsx")

    streamed = openpyxl.Workbook(write_only=True)
    sheet = streamed.create_sheet("Streamed")
    for row in TABLE:
        sheet.append(row)
    streamed.save(LIBRARIES / "openpyxl-streamed.xlsx")

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "December"
    sheet["A1"] = "Campaign for December"
    sheet.merge_cells("A1:D1")
    sheet["A2"] = "Made by Ada, on"
    sheet["B2"] = datetime.date(2026, 11, 20)
    for row in TABLE:
        sheet.append(row)
    notes = book.create_sheet("Notes")
    notes.append(["Nothing to buy here"])
    hidden = book.create_sheet("Secret")
    hidden.sheet_state = "hidden"
    for row in TABLE:
        hidden.append(row)
    book.save(LIBRARIES / "openpyxl-titles.xlsx")

    book = openpyxl.Workbook()
    book.active.title = "Lagos"
    book.active.append(HEADER)
    book.active.append(ROWS[0])
    abuja = book.create_sheet("Abuja")
    for row in TABLE:
        abuja.append(row)
    book.save(LIBRARIES / "openpyxl-two-sheets.xlsx")

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(HEADER)
    for index, row in enumerate(ROWS):
        sheet.append([f'="{row[0]}"', row[1], f'=CONCATENATE("Customer ",{index})', "=1/0" if index == 4 else row[3]])
    book.save(LIBRARIES / "openpyxl-formulas.xlsx")

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append([*HEADER, "metadata.day", "metadata.amount", "metadata.paid"])
    days = [datetime.date(2026, 12, 1), datetime.datetime(2026, 12, 1, 14, 30), None, 0.1 + 0.2, 1e-7]
    for index, row in enumerate(ROWS):
        number = int(row[0][1:])
        sheet.append([number, *row[1:], days[index], 1234.5 * index, index % 2 == 0])
        cell = sheet.cell(sheet.max_row, 1)
        cell.number_format = ['"+"0', "+0", "0", "0.00E+00", "General"][index]
    sheet.append([2348031234567890123, "bnd_mtn_small", "too long a number", "", "", 2, True])
    book.save(LIBRARIES / "openpyxl-formats.xlsx")


def by_xlsxwriter():
    for name, options in {"xlsxwriter": {}, "xlsxwriter-inline": {"constant_memory": True}}.items():
        book = xlsxwriter.Workbook(LIBRARIES / f"{name}.xlsx", options)
        sheet = book.add_worksheet("Customers")
        for at, row in enumerate(TABLE):
            sheet.write_row(at, 0, row)
        book.close()

    book = xlsxwriter.Workbook(LIBRARIES / "xlsxwriter-1904.xlsx", {"date_1904": True})
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["phone_number", "bundle_id", "metadata.day"])
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    sheet.write_row(1, 0, ROWS[0][:2])
    sheet.write_datetime(1, 2, datetime.datetime(2026, 12, 1), day)
    sheet.write_formula(2, 0, '="+2348030000002"', None, "+2348030000002")
    sheet.write(2, 1, "bnd_mtn_small")
    sheet.write_rich_string(2, 2, "two ", book.add_format({"bold": True}), "runs")
    chart = book.add_chartsheet("A chart")
    series = book.add_chart({"type": "column"})
    series.add_series({"values": "=Sheet1!$A$2:$A$3"})
    chart.set_chart(series)
    book.close()


def by_odfpy():
    document = opendocument.OpenDocumentSpreadsheet()
    sheet = table.Table(name="Customers")
    for values in TABLE:
        row = table.TableRow()
        for value in values:
            cell = table.TableCell(valuetype="string")
            cell.addElement(text.P(text=value))
            row.addElement(cell)
        sheet.addElement(row)
    document.spreadsheet.addElement(sheet)
    document.save(LIBRARIES / "odfpy.ods")


EXCELJS = """
const { Workbook, stream } = require('exceljs');
const { files, table } = JSON.parse(process.argv[1]);
const whole = new Workbook();
whole.addWorksheet('Customers').addRows(table);
const streamed = new stream.xlsx.WorkbookWriter({ filename: files + '/exceljs-streamed.xlsx', useSharedStrings: false });
const sheet = streamed.addWorksheet('Customers');
for (const row of table) sheet.addRow(row).commit();
whole.xlsx.writeFile(files + '/exceljs.xlsx').then(() => streamed.commit());
"""


def by_exceljs():
    """Needs NODE_PATH: a folder of packages with exceljs 4.4.0."""
    data = json.dumps({"files": str(LIBRARIES), "table": TABLE})
    subprocess.run(["node", "-e", EXCELJS, data], check=True)


LIBRARIES.mkdir(exist_ok=True)
LIBREOFFICE.mkdir(exist_ok=True)
by_exceljs()
by_openpyxl()
by_xlsxwriter()
by_odfpy()
with tempfile.TemporaryDirectory() as directory:
    by_libreoffice(pathlib.Path(directory))
