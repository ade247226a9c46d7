import type { ErrorCase } from './error-case.ts';

/** Batches and their files. What is wrong with a row is in the batch itself. */
export const BATCH_CASES = {
  batch_unknown: {
    code: 'not_found',
    param: 'batch_id',
    when: 'the account has no batch with this id',
    message:
      'Your account has no batch with this id. Check the id. Check also that the key belongs to the account and the mode (test or live) of the batch.',
  },
  batch_command_impossible: {
    code: 'invalid_request',
    status: 409,
    when: 'the status of the batch does not allow the command; the status is in details.status',
    message: 'You cannot {command} this batch, because its status is {status}. This status allows {allowed}.',
  },
  corrections_undecided: {
    code: 'invalid_request',
    status: 409,
    when: 'the check of the file corrected phone numbers, and you have not accepted or rejected the corrections',
    message:
      'Phone numbers of this batch were corrected, and you have not decided about them. Nothing was bought. Accept or reject the corrections, then start the batch.',
  },
  corrections_decided: {
    code: 'invalid_request',
    status: 409,
    when: 'there is nothing to decide: no number was corrected, you decided before, or the batch is not `ready`',
    message:
      'There are no corrections to decide about: their state is {state}, and the status of the batch is {status}. Read the batch to see its corrections.',
  },
  batch_cost_differs: {
    code: 'approval_mismatch',
    param: 'approved_cost',
    when: 'approved_cost is not the cost of the batch; details.cost is the latter',
    message:
      'You approved {approved}, but this batch costs {cost}. This request started nothing. Check the cost of the batch, then send it as approved_cost.',
  },
  batch_file_differs: {
    code: 'approval_mismatch',
    param: 'file_sha256',
    when: 'file_sha256 is not the hash of the file of the batch; details.file_sha256 is the latter',
    message:
      'You approved another file than the one of this batch. This request started nothing. Check which file was uploaded, then send its file_sha256.',
  },
  batch_cost_below_spent: {
    code: 'approval_mismatch',
    param: 'approved_cost',
    when: 'approved_cost does not cover what the batch has charged and holds; details.spent is that sum',
    message:
      'You approved {approved}, but this batch has already spent {spent}. This request changed nothing. Send an approved_cost of at least this sum.',
  },
  batch_reference_used: {
    code: 'reference_conflict',
    param: 'reference',
    when: 'the account has used the reference for another file; details.batch_id names that batch',
    message:
      'This reference was already used for another file, in the batch {batch_id}. This upload bought nothing. To repeat the earlier upload, send the earlier file unchanged. A new reference can buy rows again that the earlier file bought: use one only for rows that were not bought.',
  },
  upload_undecided: {
    code: 'internal_error',
    status: 503,
    when: 'another upload with the same reference was running and did not finish',
    message:
      'Another upload with this reference did not finish. Upload the file again, with the same reference.',
  },
  file_too_large: {
    code: 'invalid_request',
    status: 413,
    when: 'the file is larger than 200 MiB',
    message:
      'The file is larger than {mebibytes} MiB. Split it, and upload each part with its own reference.',
  },
  upload_stalled: {
    code: 'invalid_request',
    status: 408,
    when: 'no byte of the file arrives for 30 seconds',
    message:
      'The upload stopped for too long. Nothing was kept or bought. Check your connection, then upload the file again.',
  },
  upload_incomplete: {
    code: 'invalid_request',
    when: 'the upload ends before the file is complete',
    message:
      'The upload was cut off. Nothing was kept or bought. Check your connection, then upload the file again.',
  },
  uploads_of_account: {
    code: 'rate_limited',
    when: 'the account already has as many uploads at the same time as it may have',
    message:
      'Your account is already uploading {limit} files, the most that it may at the same time. Wait until one is finished, then upload the next.',
  },
  uploads_of_all: {
    code: 'rate_limited',
    when: 'all accounts together upload too many files at the same time',
    message:
      'All customers together are uploading too many files at the moment. Upload the file again in a few seconds.',
  },
  file_encoded: {
    code: 'invalid_request',
    status: 415,
    when: 'the file is sent with a Content-Encoding, such as gzip',
    message:
      'The file was sent with Content-Encoding: {encoding}. Send it uncompressed, without the header Content-Encoding.',
  },
  file_type_unsupported: {
    code: 'invalid_request',
    status: 415,
    when: 'the body is neither a CSV file, a workbook nor a form with a file',
    message:
      'This content type is not supported. Send the file as the body with Content-Type: text/csv, the content type of its workbook or application/octet-stream, or in a form (multipart/form-data).',
  },
  file_charset_unsupported: {
    code: 'invalid_request',
    status: 415,
    when: 'the Content-Type names a character set other than UTF-8',
    message: 'The file must be in UTF-8. Save it as "CSV UTF-8" in the spreadsheet, then upload it again.',
  },
  form_boundary_missing: {
    code: 'invalid_request',
    status: 415,
    when: 'the Content-Type of a form has no boundary',
    message: 'The form has no boundary. Send Content-Type: multipart/form-data; boundary=….',
  },
  form_unreadable: {
    code: 'invalid_request',
    when: 'the form is malformed',
    message: 'The form could not be read. Check its boundary and the headers of its parts.',
  },
  form_field: {
    code: 'invalid_request',
    when: 'the form has another field than `columns`, the field `columns` twice, or a field after the file',
    message:
      'The form has the field {field} where it may not be. It may contain the file and, before it, one field columns. Send parameters in the query string of the address instead.',
  },
  form_columns: {
    code: 'invalid_request',
    when: 'the field `columns` of the form is not a map of columns',
    message:
      'The field columns cannot be read. Send a JSON object: its keys are our columns, such as phone_number, and its values are the names in your file.',
  },
  form_files_many: {
    code: 'invalid_request',
    when: 'the form has several files',
    message: 'The form has more than one file. Send one file per upload.',
  },
  form_file_missing: {
    code: 'invalid_request',
    when: 'the form has no file',
    message: 'The form has no file. Add the CSV file to it.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
