import { API_VERSION } from './introduction.ts';

/** The introduction of the document for the staff. */
export const STAFF_INFO = {
  title: 'Bundlewire for the staff',
  version: API_VERSION,
  description: `What the people who run Bundlewire can do over HTTP: find purchases, read why they are in their state, and see the health of networks,
accounts and campaigns. It does what \`npx bundlewire\` does, with the same rights.

**Sign-in.** Every operation needs the session of a staff member who used a second factor. No API key opens it. Each operation
names its right in \`x-required-right\`. What is refused is in the audit log, and so is what is changed.

**Phone numbers** are masked for roles without \`numbers:read\`.

**Errors, amounts and times** are those of the API for clients.`,
};

export const STAFF_TAGS = [
  { name: 'Search', description: 'One field for everything.' },
  {
    name: 'Purchases',
    description: 'Purchases of all accounts: why they wait, and everything on record about one.',
  },
  { name: 'Alerts', description: 'What is wrong now, and where to read what to do.' },
  { name: 'Queues', description: 'What workers must still do, for which networks, accounts and endpoints.' },
  { name: 'Networks', description: 'The health of the networks over time, and alerts of their gateways.' },
  {
    name: 'Accounts',
    description: 'Accounts with their money, prices, rules, campaigns and webhook endpoints.',
  },
  { name: 'Events', description: 'Webhook events that are sent again.' },
  { name: 'People', description: 'People of clients.' },
  { name: 'Staff', description: 'Who belongs to the staff, and their roles.' },
  { name: 'Audit log', description: 'Who did what, when, from where and why.' },
  { name: 'Approvals', description: 'What one staff member wants to do, and another one approves.' },
];
