import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that LibreOffice opens, changes and saves. */
export interface Correction {
  readonly from: string;
  readonly to: string;
  /** Name of the filter that opens it, and its options; empty for the one that LibreOffice finds. */
  readonly opens: readonly [filter: string, options: string];
  readonly saves: readonly [filter: string, options: string];
  /** Empty for the first sheet. */
  readonly sheet: string;
  /** Columns are counted from 0, lines from 1. */
  readonly cells: readonly { readonly column: number; readonly line: number; readonly text: string }[];
}

const NAME = 'Corrections';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const LIBRARY =
  'xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** Reads a job per line, with tabs between its parts, and ends the program. */
const MACRO = `
Function Named(key As String, content As Variant) As Object
  Dim made As New com.sun.star.beans.PropertyValue
  made.Name = key
  made.Value = content
  Named = made
End Function

Function FilterOf(filterName As String, filterOptions As String) As Variant
  If filterName = "" Then
    FilterOf = Array(Named("Hidden", True))
  Else
    FilterOf = Array(Named("Hidden", True), Named("FilterName", filterName), Named("FilterOptions", filterOptions))
  End If
End Function

Sub Main(jobs As String)
  Dim job As String
  Dim jobFile As Integer
  On Error GoTo Failed
  jobFile = FreeFile()
  Open jobs For Input As #jobFile
  Do While Not EOF(jobFile)
    Line Input #jobFile, job
    If job <> "" Then CorrectOne(Split(job, Chr(9)))
  Loop
  Close #jobFile
  StarDesktop.terminate()
  Exit Sub
Failed:
  Dim failure As Integer
  failure = FreeFile()
  Open jobs & ".failed" For Output As #failure
  Print #failure, Error$ & " in line " & Erl & ": " & job
  Close #failure
  StarDesktop.terminate()
End Sub

Sub CorrectOne(parts As Variant)
  Dim document As Object
  Dim sheet As Object
  Dim place As Integer
  document = StarDesktop.loadComponentFromURL(ConvertToURL(parts(0)), "_blank", 0, FilterOf(parts(2), parts(3)))
  If parts(6) = "" Then
    sheet = document.Sheets.getByIndex(0)
  Else
    sheet = document.Sheets.getByName(parts(6))
  End If
  For place = 7 To UBound(parts) - 2 Step 3
    sheet.getCellByPosition(CLng(parts(place)), CLng(parts(place + 1)) - 1).String = parts(place + 2)
  Next place
  document.storeToURL(ConvertToURL(parts(1)), FilterOf(parts(4), parts(5)))
  document.close(True)
End Sub
`;

/**
 * Opens each file in LibreOffice without a window, types texts into cells, and saves it.
 * @param folder an empty folder for its profile.
 * @throws Error if a run does not end well within 15 minutes.
 */
export async function correctInLibreOffice(
  folder: string,
  corrections: readonly Correction[],
): Promise<void> {
  const profile = join(folder, 'profile');
  // The first start of a profile replaces its macros.
  await run(profile, '--terminate_after_init');
  addMacro(profile);
  const jobs = join(folder, 'jobs.txt');
  writeFileSync(jobs, corrections.map(toLine).join('\n'));
  await run(profile, `macro:///Standard.${NAME}.Main(${jobs})`);
  const failed = `${jobs}.failed`;
  if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'));
}

async function run(profile: string, order: string): Promise<void> {
  const options = [`-env:UserInstallation=file://${profile}`, '--headless', '--norestore', order];
  const program = spawn('soffice', options, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 900_000 });
  const output: Buffer[] = [];
  program.stdout.on('data', (piece: Buffer) => output.push(piece));
  program.stderr.on('data', (piece: Buffer) => output.push(piece));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  program.once('error', reject);
  program.once('exit', resolve);
  const code = await promise;
  if (code !== 0) throw new Error(`LibreOffice ended with ${code}: ${Buffer.concat(output).toString()}`);
}

function toLine({ from, to, opens, saves, sheet, cells }: Correction): string {
  const typed = cells.flatMap(({ column, line, text }) => [String(column), String(line), text]);
  return [from, to, ...opens, ...saves, sheet, ...typed].join('\t');
}

/** Adds the macro to the standard library of a profile. */
function addMacro(profile: string): void {
  const library = join(profile, 'user/basic/Standard');
  const escaped = MACRO.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  writeFileSync(
    join(library, 'script.xlb'),
    `${HEAD}<library:library ${LIBRARY} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="${NAME}"/></library:library>`,
  );
  writeFileSync(
    join(library, `${NAME}.xba`),
    `${HEAD}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="${NAME}" script:language="StarBasic">${escaped}</script:module>`,
  );
}
