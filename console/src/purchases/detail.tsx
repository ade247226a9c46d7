import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { LateDelivery, Purchase, PurchaseList } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useNames } from '../campaigns/live/names.ts';
import { CopyButton } from '../ui/copy.tsx';
import { useFormat } from '../ui/format.ts';
import { Pager } from '../ui/pager.tsx';
import { Card, Fact, Money, PhoneNumber, Problem, Screen, Skeleton } from '../ui/parts.tsx';
import { type Next, nextOf } from './next.ts';
import { PurchaseTable } from './page.tsx';
import { NextSteps, Timeline, useTold } from './story.tsx';
import { Webhooks } from './webhooks.tsx';
import { adviceAfter, PurchaseBadge } from './words.tsx';

/** How often a pending purchase is read again, in ms. */
const POLL_MS = 2_000;

/** How often it is asked whether the bundle of a purchase that failed arrived after all, in ms. */
const LATE_POLL_MS = 60_000;

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
  const hasFailed = purchase.status === 'failed';
  const { data, error } = useApi<LateDelivery>(`/v1/purchases/${purchase.id}/late-delivery`, {
    enabled: hasFailed,
    everyMs: hasFailed ? LATE_POLL_MS : false,
  });
  // While another purchase is read, the answer of the former is still here.
  const late = data?.purchase_id === purchase.id ? data : null;
  return (
    <>
      <Problem error={error} />
      {hasFailed && late === null && error === null ? (
        <Skeleton lines={4} />
      ) : (
        <Words purchase={purchase} next={nextOf(purchase, Date.now(), hasFailed ? late : null)} />
      )}
      <Facts purchase={purchase} />
      <Webhooks purchase={purchase} />
      <Others purchase={purchase} q={q} />
    </>
  );
}

/** What the agent can say, what comes next, and what happened. */
function Words({ purchase, next }: { readonly purchase: Purchase; readonly next: Next }) {
  const { t } = useTexts();
  const { failure } = purchase;
  const advice = failure === null ? null : adviceAfter(failure.code, next.kind);
  const told = useTold(purchase, next);
  return (
    <>
      <Card title={t('purchase.tell')}>
        <p className="tell">{told}</p>
        <div className="actions">
          <CopyButton text={told} label={t('purchase.copyTold')} />
        </div>
      </Card>
      <Card title={t('purchase.next')}>
        <NextSteps next={next} />
        {advice === null ? null : <p>{t(advice)}</p>}
      </Card>
      <Card title={t('purchase.story')}>
        <Timeline purchase={purchase} next={next} />
      </Card>
    </>
  );
}

function Facts({ purchase }: { readonly purchase: Purchase }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { networkName } = useNames();
  const { bundle } = purchase;
  return (
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
        <Fact name={t('purchase.network')}>{networkName(purchase.network_id)}</Fact>
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
  );
}

/** Other purchases of the number, which may be masked here. */
function Others({ purchase, q }: { readonly purchase: Purchase; readonly q: string }) {
  const { t } = useTexts();
  const { cursor } = useSearch({ strict: false });
  const { data, error } = useApi<PurchaseList>('/v1/purchases', {
    query: { same_number_as: purchase.id, limit: 25, cursor },
  });
  const others = data?.data.filter(({ id }) => id !== purchase.id) ?? [];
  const isOnly =
    data !== undefined && others.length === 0 && cursor === undefined && data.next_cursor === null;
  return (
    <Card title={t('purchase.others')}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={3} /> : null}
      {isOnly ? <p>{t('purchase.noOthers')}</p> : null}
      {others.length === 0 ? null : <PurchaseTable rows={others} caption={t('purchase.others')} q={q} />}
      <Pager next={data?.next_cursor ?? null} />
    </Card>
  );
}
