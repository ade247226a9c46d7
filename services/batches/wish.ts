import type { BundleTextReader } from '../../domain/batch/bundle-text.ts';
import { type BundleChooser, type BundleWish, fits } from '../../domain/batch/choose-bundle.ts';
import { rowError } from '../../domain/batch/findings.ts';
import { shownCell } from '../../domain/batch/phone-number.ts';
import type { RowError } from '../../domain/batch/rows/row.ts';
import { networkOfPrefix } from '../../domain/network/number-plan.ts';
import type { Offer } from '../../domain/purchase/accept.ts';
import { type RowFields, type RowLayout, unescapeCell } from './cells.ts';
import { columnName, missingValue } from './row-errors.ts';
import type { AccountTerms, CsvRecord } from './rows.ts';

/** What the upload says for every row that does not say it itself. */
export interface CampaignWish {
  readonly dataMb: number | null;
  readonly validityHours: number | null;
  /** Whether a cell for the bundle may say its data instead, such as `1 GB`; absent for no. */
  readonly readsBundleTexts?: boolean;
}

export const NO_WISH: CampaignWish = { dataMb: null, validityHours: null };

/** The bundle that a row gets by data and validity. */
export type WishReading =
  /** The row names its bundle, or nothing says what it wants. */
  | { readonly kind: 'none' }
  | { readonly kind: 'chosen'; readonly bundleId: string }
  /** `networkId` is the network of the number, if a bundle of it must be chosen. */
  | { readonly kind: 'fault'; readonly error: RowError; readonly networkId?: string };

export interface WishReader {
  readonly campaign: CampaignWish;
  readonly choose: BundleChooser;
  /** Reads cells that say the data of the bundle. */
  readonly readText: BundleTextReader;
}

const WHOLE = /^([0-9]{1,7})(?:[.,]0+)?$/;

/**
 * Reads what a row wants by data and validity, and chooses its bundle on the network of its number.
 * @param fields with the number corrected; the number is in E.164.
 */
export function readWish(
  record: CsvRecord,
  fields: RowFields,
  layout: RowLayout,
  { campaign, choose, readText }: WishReader,
  terms: AccountTerms,
  ported: ReadonlyMap<string, string>,
): WishReading {
  const [data, validity] = wishTexts(record, layout);
  if (fields.bundleId !== '' && data === '' && validity === '') {
    const isText = campaign.readsBundleTexts === true && !terms.offers.has(fields.bundleId);
    return isText ? readBundleCell(fields, layout, readText, terms, ported) : { kind: 'none' };
  }

  const dataMb = data === '' ? campaign.dataMb : readWhole(data);
  const validityHours = validity === '' ? campaign.validityHours : readWhole(validity);
  if (Number.isNaN(dataMb)) return notWhole(data, layout, layout.dataMb);
  if (Number.isNaN(validityHours)) return notWhole(validity, layout, layout.validityHours);
  if (fields.bundleId !== '') {
    return contradiction(fields.bundleId, { dataMb, validityHours }, layout, terms);
  }
  if (dataMb === null && validityHours === null) return { kind: 'none' };
  if (dataMb === null || validityHours === null) {
    const index = dataMb === null ? layout.dataMb : layout.validityHours;
    const ours = dataMb === null ? 'data_mb' : 'validity_hours';
    return { kind: 'fault', error: missingValue(columnName(layout, index) ?? ours) };
  }
  return chooseFor(fields, { dataMb, validityHours }, layout, choose, terms, ported);
}

/** Data and validity as the row says them; what the client changed since the upload counts. */
function wishTexts({ cells, edit }: CsvRecord, { dataMb, validityHours }: RowLayout): [string, string] {
  if (edit?.bundleId !== undefined) return ['', ''];
  const text = (index: number | null) => (index === null ? '' : unescapeCell(cells[index] ?? '').trim());
  return [
    edit?.dataMb === undefined ? text(dataMb) : String(edit.dataMb),
    edit?.validityHours === undefined ? text(validityHours) : String(edit.validityHours),
  ];
}

/** A cell that says the data of its bundle. If it says anything else, it is left to the check of bundle ids. */
function readBundleCell(
  { phoneNumber, bundleId: text }: RowFields,
  layout: RowLayout,
  readText: BundleTextReader,
  { prefixes, networks }: AccountTerms,
  ported: ReadonlyMap<string, string>,
): WishReading {
  const networkId = ported.get(phoneNumber) ?? networkOfPrefix(prefixes, phoneNumber);
  const match = networkId === null || !networks.has(networkId) ? null : readText(networkId, text);
  if (networkId === null || match === null) return { kind: 'none' };
  if (match.kind === 'one') return { kind: 'chosen', bundleId: match.offer.bundleId };
  // An account without bundles of the network cannot choose one.
  if (match.nearest.length === 0) return { kind: 'none' };
  const name = match.kind === 'several' ? 'bundle_several' : 'bundle_unmatched';
  const error = rowError(name, columnName(layout, layout.bundleId), {
    cell: shownCell(text),
    network: networkId,
    bundles: match.nearest.map(describe).join('; '),
  });
  return { kind: 'fault', error, networkId };
}

function chooseFor(
  { phoneNumber }: RowFields,
  wish: BundleWish,
  layout: RowLayout,
  choose: BundleChooser,
  { prefixes, networks }: AccountTerms,
  ported: ReadonlyMap<string, string>,
): WishReading {
  const networkId = ported.get(phoneNumber) ?? networkOfPrefix(prefixes, phoneNumber);
  const choice = networkId === null || !networks.has(networkId) ? null : choose(networkId, wish);
  if (networkId === null || choice === null || (choice.kind === 'none' && choice.nearest.length === 0)) {
    const column = columnName(layout, layout.phoneNumber);
    return {
      kind: 'fault',
      error: rowError('network_unsupported', column, { cell: shownCell(phoneNumber) }),
    };
  }
  if (choice.kind === 'chosen') return { kind: 'chosen', bundleId: choice.offer.bundleId };
  const error = rowError('bundle_none', columnName(layout, layout.dataMb), {
    network: networkId,
    data: wish.dataMb,
    hours: wish.validityHours,
    nearest: choice.nearest.map(describe).join('; '),
  });
  return { kind: 'fault', error };
}

/** A row that names its bundle may also say what it has, if that is true. */
function contradiction(
  bundleId: string,
  { dataMb, validityHours }: CampaignWish,
  layout: RowLayout,
  { offers }: AccountTerms,
): WishReading {
  const offer = offers.get(bundleId);
  if (offer === undefined) return { kind: 'none' };
  const wish = { dataMb: dataMb ?? offer.dataMb, validityHours: validityHours ?? 0 };
  if (fits(offer, wish)) return { kind: 'none' };
  const values = { cell: shownCell(bundleId), data: offer.dataMb, hours: offer.validityHours };
  return {
    kind: 'fault',
    error: rowError('bundle_contradicted', columnName(layout, layout.bundleId), values),
  };
}

function describe({ bundleId, dataMb, validityHours }: Offer): string {
  return `${bundleId} (${dataMb} MB, ${validityHours} hours)`;
}

/** NaN for a text that is no whole number. */
function readWhole(text: string): number {
  return Number(WHOLE.exec(text)?.[1] ?? Number.NaN);
}

function notWhole(text: string, layout: RowLayout, index: number | null): WishReading {
  const column = columnName(layout, index);
  const values = { column: column ?? 'A cell', cell: shownCell(text) };
  return { kind: 'fault', error: rowError('not_whole', column, values) };
}
