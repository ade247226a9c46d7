import type { BundleTextReader } from '../../domain/batch/bundle-text.ts';
import { type BundleChooser, type BundleWish, fits } from '../../domain/batch/choose-bundle.ts';
import { rowError } from '../../domain/batch/findings.ts';
import { shownCell } from '../../domain/batch/phone-number.ts';
import type { RowError } from '../../domain/batch/rows/row.ts';
import { networkOfPrefix } from '../../domain/network/number-plan.ts';
import type { NetworkTerms, Offer } from '../../domain/purchase/accept.ts';
import { type RowFields, type RowLayout, unescapeCell } from './cells.ts';
import { columnName, missingValue } from './row-errors.ts';
import type { AccountTerms, CsvRecord } from './rows.ts';

/** What the upload says for every row that does not say it itself. */
export interface CampaignWish {
  readonly dataMb: number | null;
  readonly validityHours: number | null;
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
  /** Finds what a cell can mean that says the data of a bundle, or its name. */
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
  const dataMb = data === '' ? campaign.dataMb : readWhole(data);
  const validityHours = validity === '' ? campaign.validityHours : readWhole(validity);
  if (Number.isNaN(dataMb)) return notWhole(data, layout, layout.dataMb);
  if (Number.isNaN(validityHours)) return notWhole(validity, layout, layout.validityHours);
  if (fields.bundleId !== '') {
    if (isInWords(fields, terms, readText)) {
      // The text says the data of the row in place of the upload.
      const wish = { dataMb: data === '' ? null : dataMb, validityHours };
      return listForWords(fields, wish, layout, readText, terms, ported);
    }
    return data === '' && validity === ''
      ? { kind: 'none' }
      : contradiction(fields.bundleId, { dataMb, validityHours }, layout, terms);
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

/** Whether the cell for the bundle says its data, such as `1 GB`, or its name, in place of an id. */
export function isInWords(
  { bundleId }: RowFields,
  { offers }: AccountTerms,
  readText: BundleTextReader,
): boolean {
  return !offers.has(bundleId) && readText.isText(bundleId);
}

/** Lists the bundles that fit the words of a cell. A person chooses: words are never bought as they are. */
function listForWords(
  fields: RowFields,
  { dataMb, validityHours }: CampaignWish,
  layout: RowLayout,
  readText: BundleTextReader,
  terms: AccountTerms,
  ported: ReadonlyMap<string, string>,
): WishReading {
  const network = networkOf(fields, terms, ported);
  if (network === null) return unsupported(fields, layout);
  const { networkId, name = networkId } = network;
  const text = fields.bundleId;
  const wish = { text, networkId, networkName: name, dataMb, validityHours: validityHours ?? 0 };
  const { fitting, nearest } = readText.find(wish) ?? { fitting: [], nearest: [] };
  const listed = fitting.length > 0 ? fitting : nearest;
  if (listed.length === 0) return unsupported(fields, layout);
  const error = rowError(
    fitting.length > 0 ? 'bundle_in_words' : 'bundle_unmatched',
    columnName(layout, layout.bundleId),
    { cell: shownCell(text), network: networkId, bundles: listed.map(describe).join('; ') },
  );
  const bundleIds = fitting.map(({ bundleId }) => bundleId);
  return { kind: 'fault', error: { ...error, bundleIds }, networkId };
}

function chooseFor(
  fields: RowFields,
  wish: BundleWish,
  layout: RowLayout,
  choose: BundleChooser,
  terms: AccountTerms,
  ported: ReadonlyMap<string, string>,
): WishReading {
  const network = networkOf(fields, terms, ported);
  if (network === null) return unsupported(fields, layout);
  const choice = choose(network.networkId, wish);
  if (choice.kind === 'chosen') return { kind: 'chosen', bundleId: choice.offer.bundleId };
  if (choice.nearest.length === 0) return unsupported(fields, layout);
  const error = rowError('bundle_none', columnName(layout, layout.dataMb), {
    network: network.networkId,
    data: wish.dataMb,
    hours: wish.validityHours,
    nearest: choice.nearest.map(describe).join('; '),
  });
  return { kind: 'fault', error };
}

/** The network of a number; null if it is not sold. */
function networkOf(
  { phoneNumber }: RowFields,
  { prefixes, networks }: AccountTerms,
  ported: ReadonlyMap<string, string>,
): NetworkTerms | null {
  const networkId = ported.get(phoneNumber) ?? networkOfPrefix(prefixes, phoneNumber);
  return networkId === null ? null : (networks.get(networkId) ?? null);
}

function unsupported({ phoneNumber }: RowFields, layout: RowLayout): WishReading {
  const column = columnName(layout, layout.phoneNumber);
  return { kind: 'fault', error: rowError('network_unsupported', column, { cell: shownCell(phoneNumber) }) };
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
