import { createTransport } from 'nodemailer';
import type { LowBalanceAlert } from '../../db/accounts/low-balance.ts';
import type { ApprovalNotice } from '../../db/notices/approvals.ts';
import type { BatchNotice } from '../../db/notices/notices.ts';
import type { PersonMail } from '../../db/people/mails/send.ts';
import { approvalSubject, approvalText } from './approval-notice.ts';
import { noticeSubject, noticeText } from './batch-notice.ts';
import { lowBalanceSubject, lowBalanceText } from './low-balance.ts';
import { oneLine } from './one-line.ts';
import { personMailSubject, personMailText } from './person-mail.ts';

/** Sends alerts and notices by e-mail. */
export interface Mailer {
  /** @throws when the mail server did not accept it: send it again later. */
  sendLowBalance(alert: LowBalanceAlert, to: string): Promise<void>;
  /** @throws when the mail server did not accept it: send it again later. */
  sendBatchNotice(notice: BatchNotice): Promise<void>;
  /** @throws when the mail server did not accept it: send it again later. */
  sendApprovalNotice(notice: ApprovalNotice): Promise<void>;
  /** The base URL of links; null if it is not configured. */
  readonly linksTo: string | null;
  /**
   * @param link an address that works once; null for mails without one.
   * @throws when the mail server did not accept it: send it again later.
   */
  sendPersonMail(mail: PersonMail, to: string, link: string | null): Promise<void>;
  close(): void;
}

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  readonly from: string;
  /** Base URL that links begin with; null for no links. */
  readonly publicUrl?: string | null;
}

const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 20_000;

/** A mailer over SMTP; every step has its time limit, well within the lease of an alert. */
export function createMailer({ url, from, publicUrl = null }: MailSettings): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    dnsTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  /** @param messageId the same on every attempt, so that mail servers recognise a repeat. */
  const send = async (to: string | string[], subject: string, text: string, messageId: string) => {
    await transport.sendMail({
      from,
      to,
      subject: oneLine(subject),
      text,
      messageId: `<${messageId}@bundlewire>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
  return {
    sendLowBalance: (alert, to) =>
      send(to, lowBalanceSubject(alert), lowBalanceText(alert), `low-balance.${alert.id}`),
    sendBatchNotice: (notice) =>
      send(
        [...notice.emails],
        noticeSubject(notice),
        noticeText(notice, publicUrl),
        `batch-notice.${notice.id}`,
      ),
    sendApprovalNotice: (notice) =>
      send(
        [...notice.emails],
        approvalSubject(notice),
        approvalText(notice, publicUrl),
        `approval-notice.${notice.id}`,
      ),
    linksTo: publicUrl,
    // Another attempt has another link, so it is another mail.
    sendPersonMail: (mail, to, link) =>
      send(
        to,
        personMailSubject(mail),
        personMailText(mail, link),
        `person-mail.${mail.id}.${mail.attempts}`,
      ),
    close: () => transport.close(),
  };
}
