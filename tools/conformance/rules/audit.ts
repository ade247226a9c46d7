import { rule, type Section } from '../rule.ts';

export const AUDIT: readonly Section[] = [
  {
    title: 'Audit log',
    rules: [
      rule('audit.entry', 'An entry has who, when, from where, and the values before and after a change'),
      rule('audit.transaction', 'A change that cannot be recorded is not made'),
      rule(
        'audit.covers',
        'Changes of batches, endpoints and settings are recorded, without phone numbers and secrets',
      ),
      rule('audit.list', 'The log is listed newest first, and has only entries of the own account'),
      rule('audit.filters', 'The log is filtered by action, principal, subject and time'),
      rule('audit.platform', 'What operators did is shown without names, reasons and details'),
      rule('audit.right', 'Reading the log needs the right `audit:read`'),
      rule('audit.csv', 'With `Accept: text/csv`, the log is one CSV file'),
      rule('audit.downloads', 'A download of a file with phone numbers is recorded before its first byte'),
      rule('audit.refusals', 'A refused key is recorded once a minute per reason; an invented key is not'),
    ],
  },
];
