import { z } from 'zod';
import { NOTICE_ADDRESSES_MAX } from '../../domain/notices/notice.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { EmailAddress } from '../settings.ts';

const KINDS = {
  ready: 'when a campaign is checked and waits to be started',
  completed: 'when all rows of a campaign are done',
  paused: 'when a campaign pauses, except for money or on request',
  needs_money: 'when a campaign pauses because the balance is too low',
} as const;

const EXAMPLE = {
  ready: [],
  completed: ['campaigns@example.com'],
  paused: ['campaigns@example.com'],
  needs_money: ['campaigns@example.com', 'finance@example.com'],
};

const shown = (when: string) =>
  z.array(z.string()).describe(`Who gets an e-mail ${when}. If the list is empty, no one does.`);
const wanted = (when: string) =>
  z
    .array(EmailAddress, { error: FIELD_RULES.notice_emails })
    .max(NOTICE_ADDRESSES_MAX, { error: FIELD_RULES.notice_emails })
    .describe(`Who gets an e-mail ${when}: up to 10 addresses. An empty list ends these e-mails.`);

/** Who gets e-mails about the campaigns of an account. */
export const Notices = z
  .object({
    object: z.literal('notices').describe('Always `notices`.'),
    ready: shown(KINDS.ready),
    completed: shown(KINDS.completed),
    paused: shown(KINDS.paused),
    needs_money: shown(KINDS.needs_money),
  })
  .meta({
    id: 'Notices',
    description: 'Who gets e-mails about your campaigns.',
    examples: [{ object: 'notices', ...EXAMPLE }],
  });
export type Notices = z.output<typeof Notices>;

export const ReplaceNotices = z
  .strictObject({
    ready: wanted(KINDS.ready),
    completed: wanted(KINDS.completed),
    paused: wanted(KINDS.paused),
    needs_money: wanted(KINDS.needs_money),
  })
  .meta({ id: 'ReplaceNotices', description: 'All addresses from now on.', examples: [EXAMPLE] });
