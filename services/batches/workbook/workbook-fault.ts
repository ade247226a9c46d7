import type { Rejection } from '../../../domain/batch/batch.ts';
import { rejectFile } from '../../../domain/batch/findings.ts';

/** Ends the reading of a workbook from anywhere inside it. `readFile` turns it into a rejection. */
export class WorkbookFault extends Error {
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(rejection.message);
    this.name = 'WorkbookFault';
    this.rejection = rejection;
  }
}

/** A workbook that breaks the rules of its format. `part` is the part of the archive, such as xl/workbook.xml. */
export function damaged(part: string): WorkbookFault {
  return new WorkbookFault(rejectFile('workbook_damaged', { part }));
}

/** A workbook whose content is larger than a file may be; `what` is a clause that says what is too large. */
export function tooLarge(what: string): WorkbookFault {
  return new WorkbookFault(rejectFile('workbook_large', { what }));
}
