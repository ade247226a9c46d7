import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Purchase, PurchaseList } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import type { TextKey } from '../app/texts.ts';
import { useFormat } from '../ui/format.ts';
import { Card, Money, PhoneNumber, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { PurchaseTable } from './page.tsx';
import { readWish } from './search.ts';
import { adviceOf, PurchaseBadge } from './words.tsx';

/** How often a pending purchase is read again, in ms. */
const POLL_MS = 2_000;

/** One purchase: what happened in plain words, what to tell the customer, and what comes next. */
export function PurchasePage() {
  const { t } = useTexts();
  const { purchaseId = '' } = useParams({ strict: false });
  const { q = '' } = useSearch({ strict: false });
  const path = `/v1/purchases/${purchaseId}`;
  const { data } = useApi<Purchase>(path);
  const { error } = useApi<Purchase>(path, { everyMs: data?.status === 'pending' ? POLL_MS : false });
  return (
    <Screen title={t('purchase.title', { reference: data?.reference ?? '' })}>
      <p>
        <Link to="/purchases" search={q === '' ? {} : { q }}>
          {t('purchase.backToSearch')}
        </Link>
      </p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data === undefined ? null : <Details purchase={data} q={q} />}
    </Screen>
  );
}

function Details({ purchase, q }: { readonly purchase: Purchase; readonly q: string }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { bundle, failure } = purchase;
  const advice = failure === null ? null : adviceOf(failure.code);
  return (
    <>
      <Card title={t('purchase.tell')}>
        <p className="tell">
          <Told purchase={purchase} />
        </p>
        {advice === null ? null : <p>{t(advice)}</p>}
      </Card>
      <Card title={t('purchase.story')}>
        <Timeline purchase={purchase} />
      </Card>
      <Card title={t('purchase.facts')}>
        <dl className="facts">
          <Fact name={t('purchases.status')}>
            <PurchaseBadge status={purchase.status} />
          </Fact>
          <Fact name={t('purchases.number')}>
            <PhoneNumber number={purchase.phone_number} />
          </Fact>
          <Fact name={t('purchases.bundle')}>
            {t('purchase.bundle', {
              name: bundle.name,
              data: number(bundle.data_mb),
              hours: bundle.validity_hours,
            })}
          </Fact>
          <Fact name={t('purchases.price')}>
            <Money {...purchase.price} />
          </Fact>
          <Fact name={t('purchase.network')}>{purchase.network_id}</Fact>
          <Fact name={t('purchase.id')}>
            <code>{purchase.id}</code>
          </Fact>
          {Object.entries(purchase.metadata).map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      </Card>
      <Others purchase={purchase} q={q} />
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What a support agent can say to the customer as it stands. */
function Told({ purchase }: { readonly purchase: Purchase }) {
  const { t } = useTexts();
  const { time, money } = useFormat();
  const values = { price: money(purchase.price), bundle: purchase.bundle.name };
  switch (purchase.status) {
    case 'pending':
      return t('tell.pending', { ...values, until: time(purchase.resolve_by) });
    case 'successful':
      return t('tell.successful', { ...values, at: time(purchase.completed_at ?? purchase.created_at) });
    case 'failed':
      return <FailureText purchase={purchase} />;
    case 'reversed':
      return t('tell.reversed', {
        ...values,
        at: time(purchase.reversal?.reversed_at ?? purchase.created_at),
      });
  }
}

/** Why a purchase failed: our words for codes that are known, otherwise those of the API. */
function FailureText({ purchase: { failure } }: { readonly purchase: Purchase }) {
  const { t } = useTexts();
  if (failure === null) return null;
  return adviceOf(failure.code) === null ? failure.message : t(`failure.${failure.code}` as TextKey);
}

/** What happened and what comes next, oldest first. */
function Timeline({ purchase }: { readonly purchase: Purchase }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const price = money(purchase.price);
  const { delivery, reversal, completed_at: completedAt, resolve_by: resolveBy, status } = purchase;
  const steps: {
    readonly key: string;
    readonly at: string | null;
    readonly text: ReactNode;
    readonly isNext?: boolean;
  }[] = [{ key: 'accepted', at: purchase.created_at, text: t('story.accepted', { price }) }];
  if (status === 'pending') {
    steps.push({ key: 'pending', at: null, text: t('story.pending', { network: purchase.network_id }) });
    steps.push({ key: 'deadline', at: resolveBy, text: t('story.deadline', { price }), isNext: true });
  }
  if (delivery !== null) {
    const reference = delivery.network_reference ?? '';
    steps.push({
      key: 'delivered',
      at: delivery.confirmed_at,
      text: t(reference === '' ? 'story.delivered' : 'story.deliveredAs', { price, reference }),
    });
  }
  if (status === 'failed') {
    steps.push({
      key: 'failed',
      at: completedAt,
      text: (
        <>
          <FailureText purchase={purchase} /> {t('story.released', { price })}
        </>
      ),
    });
  }
  if (reversal !== null) {
    const text = t('story.reversed', { price, reason: reversal.reason });
    steps.push({ key: 'reversed', at: reversal.reversed_at, text });
  }
  return (
    <ol className="timeline">
      {steps.map(({ key, at, text, isNext }) => (
        <li key={key} className={isNext === true ? 'next' : undefined}>
          <p className="small">{at === null ? t('story.now') : <Time at={at} />}</p>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** Other purchases of the number, if it is known in full: people without the right see it masked. */
function Others({ purchase, q }: { readonly purchase: Purchase; readonly q: string }) {
  const { t } = useTexts();
  const wish = readWish(q);
  const searched = wish.kind === 'list' && wish.field === 'phone_number' ? wish.value : null;
  const shown = /^\+\d+$/.test(purchase.phone_number) ? purchase.phone_number : searched;
  const { data, error } = useApi<PurchaseList>('/v1/purchases', {
    query: { phone_number: shown, limit: 25 },
    enabled: shown !== null,
  });
  const others = data?.data.filter(({ id }) => id !== purchase.id) ?? [];
  return (
    <Card title={t('purchase.others')}>
      <Problem error={error} />
      {shown === null ? <p>{t('purchase.othersMasked')}</p> : null}
      {shown !== null && data !== undefined && others.length === 0 ? <p>{t('purchase.noOthers')}</p> : null}
      {others.length === 0 ? null : <PurchaseTable rows={others} caption={t('purchase.others')} q={q} />}
    </Card>
  );
}
