import { FIELD_RULES, type FieldRule, SHAPE_RULES } from '../../contract/field-rules.ts';

/** Only operations of the staff, or those behind the console, have the field. */
const NOT_OF_CLIENTS = 'not of clients';
/** Fields of many names have the rule. */
const ANY = '{field}';

/** The field that has each rule, by the name that clients send and that `param` has. */
const SUBJECTS: Readonly<Record<FieldRule, string>> = {
  reference: '`reference`',
  batch_reference: '`reference` of a batch',
  metadata_count: '`metadata`',
  metadata_key: '`metadata`',
  metadata_value: '`metadata`',
  metadata_value_length: '`metadata`',
  storable: ANY,
  limit: '`limit`',
  country: '`country` or `default_country`',
  event_type: '`type`',
  sandbox_available: '`available` in the sandbox',
  date_time: ANY,
  day: '`from` or `to` of statements',
  last_day: '`to` of statements',
  begun_day: NOT_OF_CLIENTS,
  route: NOT_OF_CLIENTS,
  not_before: '`not_before` or `start_at`',
  send_between: '`send_between`',
  request_status: '`status` of requests',
  request_id: '`request_id`',
  audit_action: '`action`',
  audit_principal: '`principal`',
  recurring_reference: '`reference` of a recurring batch',
  time_zone: '`time_zone`',
  time_of_day: '`at`',
  own_currency: '`approved_cost`',
  ranges: '`ranges`',
  endpoint_url: '`url`',
  event_types: '`event_types`',
  overlap_seconds: '`overlap_seconds`',
  scopes: '`scopes`',
  spend_caps: '`spend_caps`',
  expires_at: '`expires_at`',
  changes: 'The body',
  threshold: '`threshold`',
  email: '`email`',
  threshold_and_email: '`threshold` and `email`',
  spending_limit: 'A spending limit, such as `per_day`,',
  notice_emails: 'The addresses of a notice, such as `ready`,',
  bundle_ids: '`bundle_ids`',
  phone_numbers: '`phone_numbers`',
  duplicate_window_hours: '`duplicate_window_hours`',
  whole_number: '`data_mb` or `validity_hours`',
  approved_cost: '`approved_cost`',
  file_sha256: '`file_sha256`',
  revision: '`revision`',
  new_password: NOT_OF_CLIENTS,
  predictable_password: NOT_OF_CLIENTS,
  cost_centre: '`cost_centre`',
  batch_note: '`note` of a batch',
  request_note: '`note` of a request for approval',
  batch_search: '`search`',
  batch_owner: '`owner`',
  stream_seconds: '`seconds`',
  line: '`line`',
  edits: '`edits`',
  approval_from: '`one_approval_from` or `two_approvals_from`',
  approvals_from: '`two_approvals_from`',
  valid_hours: '`valid_hours`',
  role: '`role`',
  role_name: '`name` of a role',
  role_rights: '`rights`',
  organisation_name: '`name` of an organisation',
  approval_reason: '`reason`',
  override_minutes: NOT_OF_CLIENTS,
  override_message: NOT_OF_CLIENTS,
  evidence: NOT_OF_CLIENTS,
  first: '`first`',
  column: ANY,
};

/** The rules for fields that clients send, one a line, each a sentence that begins with the field. */
export function listFieldRules(): string {
  const { one_of, type, longest, not_empty, once, other } = SHAPE_RULES;
  const shape = [type('a string'), one_of(['…', '…']), longest(64), not_empty, once, other];
  const rules = Object.entries(SUBJECTS).flatMap(([name, subject]) =>
    subject === NOT_OF_CLIENTS || !isRule(name) ? [] : [`${subject} ${FIELD_RULES[name]}`],
  );
  return [...rules, ...shape.map((rule) => `${ANY} ${rule}`)].map((rule) => `- ${rule}.`).join('\n');
}

function isRule(name: string): name is FieldRule {
  return Object.hasOwn(FIELD_RULES, name);
}
