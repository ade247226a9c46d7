import type { BatchNotice } from '../../db/notices/notices.ts';
import { formatAmount } from '../../domain/money/amount.ts';
import type { NoticeKind } from '../../domain/notices/notice.ts';

const SUBJECTS: Readonly<Record<NoticeKind, (reference: string) => string>> = {
  ready: (reference) => `Campaign ${reference} is checked and can be started`,
  completed: (reference) => `Campaign ${reference} is completed`,
  paused: (reference) => `Campaign ${reference} is paused`,
  needs_money: (reference) => `Campaign ${reference} needs money`,
};

/** The subject of a mail about a campaign. */
export function noticeSubject({ kind, facts }: BatchNotice): string {
  return SUBJECTS[kind](facts.reference);
}

/**
 * The text of a mail about a campaign: what happened, counts, money and what to do. No phone number.
 * @param publicUrl where the console is; null if that is not configured.
 */
export function noticeText(notice: BatchNotice, publicUrl: string | null): string {
  const { batchId, facts, at } = notice;
  const link = publicUrl === null ? [] : ['', `${publicUrl}/campaigns/${batchId}`];
  const news = [...happened(notice), '', ...whatToDo(notice), ...link];
  return [
    ...news,
    '',
    `Campaign ${facts.reference} (${batchId}), ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    'The same notice about this campaign comes again after 6 hours at the earliest.',
    'To change who gets these messages, ask your developer: bundlewire-client notices set.',
    '',
  ].join('\n');
}

function happened({ kind, facts }: BatchNotice): string[] {
  const money = (amount: number) => formatAmount(amount, facts.currency);
  const bought = `Delivered: ${facts.successful}. Failed: ${facts.failed}. Not bought: ${facts.refused + facts.invalid}.`;
  const spent = `Charged: ${money(facts.charged)}. Refunded: ${money(facts.refunded)}. Held: ${money(facts.held)}.`;
  switch (kind) {
    case 'ready':
      return [
        'The file is checked. Nothing is bought before the campaign is started.',
        `Rows: ${facts.rows}. To buy: ${facts.waiting}. With errors: ${facts.invalid}. Skipped: ${facts.refused}.`,
        `Cost: ${money(facts.cost)}. Available balance: ${money(facts.available)}.`,
      ];
    case 'completed':
      return ['All rows are done.', bought, spent];
    case 'paused':
    case 'needs_money':
      return [
        facts.pauseMessage ?? 'The campaign is paused.',
        bought,
        `Rows that wait: ${facts.waiting}.`,
        spent,
      ];
  }
}

function whatToDo({ kind, facts }: BatchNotice): string[] {
  switch (kind) {
    case 'ready':
      return ['Start the campaign, or cancel it.'];
    case 'completed':
      return ['Download the results to see each row.'];
    case 'needs_money':
      return [
        `Add ${formatAmount(facts.shortfall, facts.currency)} to finish all rows. The campaign resumes by itself.`,
      ];
    case 'paused':
      return ['Look at the campaign, and resume or cancel it if it does not resume by itself.'];
  }
}
