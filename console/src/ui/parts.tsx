import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Failure, UNREACHABLE } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { plainMessage } from '../app/plain-message.ts';
import { useScreenFocus } from '../app/screen-focus.ts';
import { useMayInAccount } from '../app/session.tsx';
import { useFormat } from './format.ts';

/** An amount in minor units, as people read it. */
export function Money({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  return <span className="figure">{useFormat().money({ amount, currency })}</span>;
}

/** A time with its zone, to the minute or the second; nothing for null. */
export function Time({ at, isExact = false }: { readonly at: string | null; readonly isExact?: boolean }) {
  const { time, exactTime } = useFormat();
  return at === null ? null : <time dateTime={at}>{isExact ? exactTime(at) : time(at)}</time>;
}

/** A phone number, of which some digits may be masked. */
export function PhoneNumber({ number }: { readonly number: string }) {
  return <span className="figure">{number}</span>;
}

/** A word for a state, with a sign, because colour alone says nothing to many people. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={`badge ${tone}`}>
      <span aria-hidden="true">{SIGNS[tone]}</span> {children}
    </span>
  );
}

export type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet';
const SIGNS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', warn: '!', busy: '→', quiet: '·' };

/** What went wrong, what to do, and the id of the request. */
export function Problem({ error }: { readonly error: unknown }) {
  const { t } = useTexts();
  if (error === null || error === undefined) return null;
  const isAnswer = error instanceof Failure && error.code !== UNREACHABLE;
  const { text, mustWait } = plainMessage(isAnswer ? error.message : t('problem.unreachable'));
  const message = mustWait ? `${text} ${t('problem.wait')}` : text;
  const requestId = error instanceof Failure ? error.requestId : null;
  return (
    <div className="notice bad" role="alert">
      <p>{error instanceof Error && !(error instanceof Failure) ? error.message : message}</p>
      {requestId === null ? null : (
        <p className="small">
          {t('problem.request')} <RequestId id={requestId} />
        </p>
      )}
    </div>
  );
}

/** The id of a request, which leads developers to what was sent and answered. */
function RequestId({ id }: { readonly id: string }) {
  const mayRead = useMayInAccount('requests:read');
  const shown = <code>{id}</code>;
  if (!mayRead) return shown;
  return (
    <Link to="/developers/requests/$requestId" params={{ requestId: id }}>
      {shown}
    </Link>
  );
}

/** One term of a `<dl>`, with what it is. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Why a list is empty, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Stands where content will be. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  const { t } = useTexts();
  return (
    <div className="skeleton" role="status" aria-label={t('app.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are all the same
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  );
}

/** The title of a screen, with what one can do there, and the screen. */
export function Screen({
  title,
  tab = title,
  actions,
  children,
}: {
  readonly title: string;
  /** What the tab of the browser shows, if it is more than the title. */
  readonly tab?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="screen">
      <title>{`${tab} · Bundlewire`}</title>
      <div className="screen-head">
        <h1 tabIndex={-1} ref={useScreenFocus()}>
          {title}
        </h1>
        {actions === undefined ? null : <div className="actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** A part of a screen with a heading. */
export function Card({
  title,
  id,
  children,
}: {
  readonly title: string;
  /** What links to it name. */
  readonly id?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="card" id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
