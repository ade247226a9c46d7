import { expect, it } from 'vitest';
import { mailboxOf } from '../../../domain/access/mailbox.ts';

it.each([
  ['ada@acme.example', 'ada@acme.example'],
  ['Ada@ACME.example', 'ada@acme.example'],
  ['ada+2@acme.example', 'ada@acme.example'],
  ['ada+a+b@acme.example', 'ada@acme.example'],
  ['ada.l@acme.example', 'ada.l@acme.example'],
  ['ada@other.example', 'ada@other.example'],
  ['+ada@acme.example', '+ada@acme.example'],
  ['no address', 'no address'],
])('%s reaches %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
