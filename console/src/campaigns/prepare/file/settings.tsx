import { useTexts } from '../../../app/i18n.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Choice, Field } from '../../../ui/inputs.tsx';
import { useBundles, useNetworks } from '../lists.ts';
import type { Draft } from './draft.ts';
import { referenceOf } from './name.ts';

type Change = (part: Partial<Draft>) => void;

/** The name of the campaign, with the reference that programs see. */
export function NameField({ draft, change }: { readonly draft: Draft; readonly change: Change }) {
  const { t } = useTexts();
  const reference = referenceOf(draft.name);
  const hint = reference === '' ? t('prepare.nameHint') : t('prepare.nameKept', { reference });
  return (
    <Field
      label={t('prepare.name')}
      hint={hint}
      value={draft.name}
      maxLength={100}
      onChange={(name) => change({ name, isNameTyped: name !== '' })}
    />
  );
}

/** The country of numbers without a country code. The only country of an account is chosen for it. */
export function CountryChoice({ draft, change }: { readonly draft: Draft; readonly change: Change }) {
  const { t, locale } = useTexts();
  const codes = useCountries();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return (
    <Choice
      label={t('prepare.country')}
      value={countryOf(draft, codes)}
      options={[
        ['', t('prepare.countryNone')],
        ...codes.map((code) => [code, names.of(code) ?? code] as const),
      ]}
      onChange={(country) => change({ country })}
    />
  );
}

export function useCountries(): readonly string[] {
  return [...new Set(useNetworks().map(({ country }) => country))].toSorted();
}

export function countryOf({ country }: Draft, codes: readonly string[]): string {
  return country ?? (codes.length === 1 ? (codes[0] ?? '') : '');
}

/** The same data and validity for everyone, in place of a column with bundles. */
export function WishChoice({ draft, change }: { readonly draft: Draft; readonly change: Change }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const pairs = new Map(
    useBundles()
      .toSorted((a, b) => a.data_mb - b.data_mb || a.validity_hours - b.validity_hours)
      .map((bundle) => [`${bundle.data_mb}/${bundle.validity_hours}`, bundle] as const),
  );
  return (
    <Choice
      label={t('prepare.wish')}
      value={draft.wish}
      options={[
        ['', t('prepare.wishNone')],
        ...[...pairs].map(
          ([key, { data_mb, validity_hours }]) =>
            [key, t('prepare.wishOption', { data: number(data_mb), hours: validity_hours })] as const,
        ),
      ]}
      onChange={(wish) => change({ wish })}
    />
  );
}

export function DuplicateChoice({ draft, change }: { readonly draft: Draft; readonly change: Change }) {
  const { t } = useTexts();
  return (
    <Choice
      label={t('prepare.onDuplicate')}
      value={draft.onDuplicate}
      options={[
        ['skip', t('prepare.duplicateSkip')],
        ['buy', t('prepare.duplicateBuy')],
      ]}
      onChange={(onDuplicate) => change({ onDuplicate })}
    />
  );
}

/** What happens if some rows have errors, or the balance does not cover the next row. */
export function ShortfallChoices({ draft, change }: { readonly draft: Draft; readonly change: Change }) {
  const { t } = useTexts();
  return (
    <>
      <Choice
        label={t('prepare.onInvalid')}
        value={draft.onInvalid}
        options={[
          ['skip', t('prepare.invalidSkip')],
          ['reject', t('prepare.invalidReject')],
        ]}
        onChange={(onInvalid) => change({ onInvalid })}
      />
      <Choice
        label={t('prepare.onBalance')}
        value={draft.onBalance}
        options={[
          ['pause', t('prepare.balancePause')],
          ['fail', t('prepare.balanceFail')],
        ]}
        onChange={(onBalance) => change({ onBalance })}
      />
    </>
  );
}
