import { useTexts } from '../app/i18n.tsx';
import { Choice } from '../ui/inputs.tsx';
import { useStaffApi, useStaffRight } from './data.ts';
import type { StaffNetworkList } from './types.ts';

/** A choice of one network or all. The one of a link is kept, even if it is not known here. */
export function NetworkChoice({
  value,
  onChange,
}: {
  /** Empty for all. */
  readonly value: string;
  readonly onChange: (networkId: string) => void;
}) {
  const { t } = useTexts();
  const mayRead = useStaffRight('networks:read');
  const { data } = useStaffApi<StaffNetworkList>('/networks', { enabled: mayRead });
  const known = data?.data.map(({ id, name }) => [id, name] as const) ?? [];
  const isUnknown = value !== '' && !known.some(([id]) => id === value);
  return (
    <Choice
      label={t('purchase.network')}
      value={value}
      options={[['', t('decisions.everyNetwork')], ...known, ...(isUnknown ? [[value, value] as const] : [])]}
      onChange={onChange}
    />
  );
}
