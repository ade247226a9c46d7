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
    when: 'the status of the batch does not allow the command; the status is in `details.status`',
    message:
      'The command {command} is not possible, because the status of this batch is {status}. Commands for this status: {allowed}.',
  },
  batch_archive_running: {
    code: 'invalid_request',
    status: 409,
    param: 'archived',
    when: 'the batch that is to be archived has not ended; the status is in `details.status`',
    message:
      'This batch has the status {status}, and only batches that have ended can be archived. Nothing was changed. Cancel the batch, or wait until it is completed.',
  },
  batch_start_past: {
    code: 'invalid_request',
    param: 'start_at',
    when: 'start_at is not in the future; details.now is the time of the server',
    message:
      'The start time {start_at} is in the past, because the time now is {now}. Nothing was changed. Send a time in the future, or start the batch now.',
  },
  corrections_undecided: {
    code: 'invalid_request',
    status: 409,
    when: 'the check of the file corrected phone numbers, and you have not accepted or rejected the corrections',
    message:
      'The check of this batch corrected phone numbers, and you have not accepted or rejected the corrections. Nothing was bought. Accept or reject them, then start the batch.',
  },
  corrections_decided: {
    code: 'invalid_request',
    status: 409,
    when: 'no number was corrected, you decided before, or the batch is not `ready`',
    message:
      'You cannot accept or reject corrections of this batch. Their state is {state}, and the status of the batch is {status}. Read the batch to see its corrections.',
  },
  campaign_over_limit: {
    code: 'spending_limit',
    when: 'the cost of a campaign that is to be started is above the limit that the account set for one campaign',
    message:
      'The campaign costs {cost}, and your limit is {limit} per campaign. It was not started, and nothing was bought. Raise the limit in the settings, or upload fewer rows.',
  },
  batch_cost_differs: {
    code: 'approval_mismatch',
    param: 'approved_cost',
    when: '`approved_cost` is not the cost of the batch; the cost is in `details.cost`',
    message:
      'You approved {approved}, but this batch costs {cost}. The batch was not started. Check its cost, then send it as approved_cost.',
  },
  batch_file_differs: {
    code: 'approval_mismatch',
    param: 'file_sha256',
    when: '`file_sha256` is not the hash of the file of the batch; that hash is in `details.file_sha256`',
    message:
      'The file_sha256 that you sent is not that of this batch. The batch was not started. Check which file was uploaded, then send the file_sha256 of the batch.',
  },
  batch_cost_below_spent: {
    code: 'approval_mismatch',
    param: 'approved_cost',
    when: '`approved_cost` is less than what the batch has charged and holds; that sum is in `details.spent`',
    message:
      'You approved {approved}, but this batch has already spent {spent}. Nothing was changed. Send an approved_cost of at least {spent}.',
  },
  batch_revision_differs: {
    code: 'approval_mismatch',
    param: 'revision',
    when: 'rows of the batch were changed since the revision that you sent, or since the upload if you sent none; details.revision is the one of the batch',
    message:
      'Rows of this batch were changed: it is at revision {revision} now. This request changed nothing and started nothing. Read the batch again, check its rows and its cost, then send its revision.',
  },
  batch_nothing_left: {
    code: 'invalid_request',
    status: 409,
    when: 'after changes of its rows, the batch has no row that can be bought',
    message:
      'No row of this batch can be bought any more. Nothing was started. Correct or restore a row, or cancel the batch.',
  },
  batch_errors_left: {
    code: 'invalid_request',
    status: 409,
    when: 'after changes of its rows, a row has errors, and the upload had on_invalid=reject',
    message:
      'Rows of this batch have errors, and it was uploaded with on_invalid=reject. Nothing was started. Correct or drop these rows first.',
  },
  retry_not_ended: {
    code: 'invalid_request',
    status: 409,
    when: 'the batch has not ended, or has pending purchases; its status is in details.status',
    message:
      'This batch has not ended: its status is {status}. No new batch was created. Wait until all its purchases are final, then try its rows again.',
  },
  retry_open: {
    code: 'invalid_request',
    status: 409,
    when: 'another retry of the same campaign has not ended; details.batch_id names it',
    message:
      'The batch {batch_id} is already a retry of this campaign, and has not ended. No new batch was created. Start it, or cancel it first.',
  },
  retry_nothing: {
    code: 'invalid_request',
    status: 409,
    when: 'no row of the batch was left without a bundle for these reasons',
    message:
      'No row of this batch can be tried again for these reasons. No new batch was created. List its failed rows to see what to do about them.',
  },
  rows_bought_again: {
    code: 'permission_denied',
    when: 'a recurring campaign buys the rows of the batch, and a key or person without the right `batches:start` changes them',
    message:
      'A recurring campaign buys these rows, so changing them needs the right batches:start. Nothing was changed. Ask someone who may start campaigns, or upload the file as a new campaign.',
  },
  batch_rows_closed: {
    code: 'invalid_request',
    status: 409,
    when: 'the rows of the batch cannot be changed, because it is not `ready`; its status is in details.status',
    message:
      'The rows of this batch cannot be changed, because its status is {status}. Only rows of a batch that is ready can be changed.',
  },
  row_unknown: {
    code: 'not_found',
    param: 'line',
    when: 'the batch has no row on this line',
    message: 'This batch has no row on line {line}. Nothing was changed. List the rows to see their lines.',
  },
  rows_affected_many: {
    code: 'invalid_request',
    status: 409,
    when: 'more rows than a change may affect share a number or a reference with the changed rows',
    message:
      'More than {most} rows share a number or a reference with these rows. Nothing was changed. Correct the file, and upload it with a new reference.',
  },
  batch_reference_used: {
    code: 'reference_conflict',
    param: 'reference',
    when: 'the account has used the reference for another file; `details.batch_id` is the batch of that file',
    message:
      'You already used this reference for another file, in the batch {batch_id}. This upload bought nothing. To repeat the earlier upload, send the earlier file unchanged. To upload a different file, use a new reference. Leave out the rows that the earlier file bought, because they would be bought again.',
  },
  batch_chosen_otherwise: {
    code: 'reference_conflict',
    param: 'reference',
    when: 'the account has uploaded this file with this reference and other parameters; `details.batch_id` is its batch, and `details.parameters` lists the parameters that differ',
    message:
      'You already uploaded this file with this reference and other choices ({parameters}), as the batch {batch_id}. This upload changed and bought nothing. To continue that batch, repeat its choices. To check the file with your new choices, use a new reference. If you start both batches, rows can be bought twice.',
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
      'The file is larger than {mebibytes} MiB. Nothing was bought. Split the file, and upload each part with its own reference.',
  },
  upload_stalled: {
    code: 'invalid_request',
    status: 408,
    when: 'no byte of the file arrives for 30 seconds',
    message:
      'The upload stopped for too long. Nothing was stored or bought. Check your connection, then upload the file again.',
  },
  upload_incomplete: {
    code: 'invalid_request',
    when: 'the upload ends before the file is complete',
    message:
      'The upload was cut off. Nothing was stored or bought. Check your connection, then upload the file again.',
  },
  uploads_of_account: {
    code: 'rate_limited',
    when: 'the account already has the maximum number of uploads at the same time',
    message:
      'Your account is already uploading {limit} files, the maximum at the same time. Wait until one is finished, then upload the next.',
  },
  uploads_of_all: {
    code: 'rate_limited',
    when: 'all accounts together have too many uploads at the same time',
    message: 'The service is receiving too many files at the moment. Upload the file again in a few seconds.',
  },
  file_encoded: {
    code: 'invalid_request',
    status: 415,
    when: 'the file is sent with a Content-Encoding, such as gzip',
    message:
      'The file was sent with Content-Encoding: {encoding}, which is not supported. Send it uncompressed, without this header.',
  },
  file_type_unsupported: {
    code: 'invalid_request',
    status: 415,
    when: 'the body is neither a CSV file, a workbook nor a form with a file',
    message:
      'The Content-Type of this request is not supported. If the file is the body, send text/csv, the content type of the workbook, or application/octet-stream. If the file is in a form, send multipart/form-data.',
  },
  file_charset_unsupported: {
    code: 'invalid_request',
    status: 415,
    when: 'the Content-Type names a character set other than UTF-8',
    message:
      'The Content-Type names a character set other than UTF-8. Save the file as "CSV UTF-8" in the spreadsheet, then upload it with charset=utf-8, or without a charset.',
  },
  form_boundary_missing: {
    code: 'invalid_request',
    status: 415,
    when: 'the Content-Type of a form has no boundary',
    message:
      'The Content-Type of the form has no boundary. Send Content-Type: multipart/form-data; boundary=….',
  },
  form_unreadable: {
    code: 'invalid_request',
    when: 'the form is malformed',
    message: 'The form could not be read. Check its boundary and the headers of its parts.',
  },
  form_field: {
    code: 'invalid_request',
    when: 'the form has a field other than `columns`, the field `columns` twice, or a field after the file',
    message:
      'The form may not have the field {field} in this place. It may contain one field columns, then the file. Send all other parameters in the query string of the URL.',
  },
  form_columns: {
    code: 'invalid_request',
    when: 'the field `columns` of the form is not a map of columns',
    message:
      'The form field columns cannot be read. Send a JSON object. Its keys are columns of the API, such as phone_number, and its values are the names in your file.',
  },
  form_files_many: {
    code: 'invalid_request',
    when: 'the form has several files',
    message: 'The form has more than one file. Send one file per upload.',
  },
  form_file_missing: {
    code: 'invalid_request',
    when: 'the form has no file',
    message: 'The form has no file. Add a CSV file or a workbook to it.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
