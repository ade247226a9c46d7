import { Link, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { Choice } from '../../ui/inputs.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { type BatchFilter, type CampaignSearch, STATUSES } from './search.ts';

/** Chooses campaigns by status and by a text. The address keeps both, and the account from which someone came. */
export function CampaignFilter({ search }: { readonly search: CampaignSearch }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { status = 'open', q = '', of } = search;
  const show = (next: { readonly status: BatchFilter; readonly q: string }) =>
    void navigate({
      to: '/operations/campaigns',
      search: {
        ...(next.status === 'open' ? {} : { status: next.status }),
        ...(next.q === '' ? {} : { q: next.q }),
        ...(of === undefined ? {} : { of }),
      },
    });
  const { of: _of, ...everyAccount } = search;
  return (
    <>
      <search className="search">
        <Choice<BatchFilter>
          label={t('purchases.status')}
          value={status}
          options={STATUSES.map((one) => [one, t(wordOf(one))] as const)}
          onChange={(chosen) => show({ status: chosen, q })}
        />
      </search>
      <SearchForm
        key={q}
        label={t('staffCampaigns.search')}
        first={q}
        onFind={(text) => show({ status, q: text })}
      />
      {of === undefined ? null : (
        <p>
          {t('staffCampaigns.ofAccount')} <code>{of}</code>.{' '}
          <Link to="/operations/campaigns" search={everyAccount}>
            {t('staffCampaigns.everyAccount')}
          </Link>
        </p>
      )}
    </>
  );
}

function wordOf(status: BatchFilter) {
  return status === 'open' || status === 'all'
    ? (`staffCampaigns.${status}` as const)
    : (`campaign.state.${status}` as const);
}
