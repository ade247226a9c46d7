import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { StatementLine } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRight } from '../app/session.tsx';
import { readWish } from '../purchases/search.ts';
import { Button, Choice } from '../ui/inputs.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Money, PhoneNumber, Problem, Skeleton, Time } from '../ui/parts.tsx';
import { SearchForm } from '../ui/search-form.tsx';
import { DataTable } from '../ui/table.tsx';
import { type FinanceSearch, LINE_TYPES, type LineType } from './period.ts';

const PAGE = 50;

interface LineList {
  readonly data: readonly StatementLine[];
  readonly next_cursor: string | null;
}

/** Days whose lines are listed, from the first to the last. */
interface LineDays {
  readonly from: string;
  readonly to: string;
  /** How the address names them. */
  readonly address: FinanceSearch;
  /** What the address of a page has beside its cursor. */
  readonly pin?: object;
}

/** The lines of days that the address asks for, a page at a time, in the order of the movements. */
export function Lines(days: LineDays) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { type, find = '' } = useSearch({ strict: false });
  const change = ({ type: wished, find: text }: { readonly type: LineType | ''; readonly find: string }) =>
    void navigate({
      to: '/statements',
      search: {
        ...days.address,
        ...(wished === '' ? {} : { type: wished }),
        ...(text === '' ? {} : { find: text }),
      },
    });
  return (
    <>
      <div className="search">
        <Choice<LineType | ''>
          label={t('finance.type')}
          value={type ?? ''}
          options={[
            ['', t('finance.allTypes')],
            ...LINE_TYPES.map((one) => [one, t(`finance.type.${one}`)] as const),
          ]}
          onChange={(wished) => change({ type: wished, find })}
        />
        <FindForm key={find} first={find} onFind={(text) => change({ type: type ?? '', find: text })} />
      </div>
      <Found days={days} type={type} find={find} />
    </>
  );
}

function FindForm({ first, onFind }: { readonly first: string; readonly onFind: (text: string) => void }) {
  const { t } = useTexts();
  return (
    <SearchForm label={t('finance.find')} first={first} onFind={onFind} kind="plain">
      {first === '' ? null : (
        <Button kind="quiet" onPress={() => onFind('')}>
          {t('finance.showAll')}
        </Button>
      )}
    </SearchForm>
  );
}

function Found({
  days: { from, to, address, pin = {} },
  type,
  find,
}: {
  readonly days: LineDays;
  readonly type: LineType | undefined;
  readonly find: string;
}) {
  const { t } = useTexts();
  const { cursor } = useSearch({ strict: false });
  const wish = readWish(find);
  const canSearch = wish.kind === 'nothing' || wish.kind === 'list';
  const { data, error, isPlaceholderData } = useApi<LineList>(`/v1/statements/${from}/lines`, {
    query: {
      limit: PAGE,
      to: to === from ? null : to,
      cursor,
      type,
      ...(wish.kind === 'list' ? { [wish.field]: wish.value } : {}),
    },
    enabled: canSearch,
  });
  if (wish.kind === 'local-number') return <Empty title={t('purchases.localNumber')} />;
  if (wish.kind === 'purchase') return <OpenPurchase id={wish.id} />;
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Skeleton lines={8} />;
  if (data.data.length === 0)
    return <Empty title={t(type === undefined && find === '' ? 'finance.noLines' : 'finance.noneMatches')} />;
  return (
    <>
      <LineTable lines={data.data} />
      {cursor === undefined && data.next_cursor === null ? null : (
        <p className="print-only">{t('finance.printedPart')}</p>
      )}
      <Pager next={data.next_cursor} more={address} pin={pin} isBusy={isPlaceholderData} />
    </>
  );
}

/** Lines are not searched by the id of a purchase; the purchase says when it was charged. */
function OpenPurchase({ id }: { readonly id: string }) {
  const { t } = useTexts();
  return (
    <Empty title={t('finance.isPurchase')}>
      <Link to="/purchases/$purchaseId" params={{ purchaseId: id }}>
        {t('finance.openPurchase')}
      </Link>
    </Empty>
  );
}

function LineTable({ lines }: { readonly lines: readonly StatementLine[] }) {
  const { t } = useTexts();
  const canOpen = useRight('purchases:read');
  return (
    <DataTable
      caption={t('finance.lines')}
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        { title: t('finance.when'), cell: ({ occurred_at: at }) => <Time at={at} /> },
        { title: t('finance.type'), cell: ({ type }) => t(`finance.type.${type}`) },
        {
          title: t('purchases.reference'),
          cell: ({ purchase_id: id, reference }) =>
            id !== null && canOpen ? (
              <Link to="/purchases/$purchaseId" params={{ purchaseId: id }}>
                {reference}
              </Link>
            ) : (
              reference
            ),
        },
        {
          title: t('purchases.number'),
          cell: ({ phone_number: number }) => (number === null ? null : <PhoneNumber number={number} />),
        },
        {
          title: t('finance.amount'),
          isNumber: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        {
          title: t('finance.balanceAfter'),
          isNumber: true,
          cell: ({ balance_after: amount, currency }) => <Money amount={amount} currency={currency} />,
        },
      ]}
    />
  );
}
