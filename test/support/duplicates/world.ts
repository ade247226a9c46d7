import type { DuplicateOptions } from '../../../domain/batch/duplicates.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { type AcceptRequest, decide, type KnownPurchase } from '../../../domain/purchase/accept.ts';
import { type EarlierPurchase, repeatKey } from '../../../domain/purchase/repeat.ts';
import { NO_ROW_RULES } from '../../../domain/rules/purchase-rules.ts';
import { markRecent } from '../../../services/batches/duplicate-rows.ts';
import { judgeRows } from '../../../services/batches/judge-rows.ts';
import { createSeen, LAYOUT, NETWORKS, OFFERS, READ_NUMBER, TERMS, WISHES } from './terms.ts';

export interface FileRow {
  readonly phoneNumber: string;
  readonly bundleId: string;
  /** The cell `result.state`. */
  readonly resultState: string;
}

type Status = 'pending' | 'successful' | 'failed' | 'reversed';

interface Purchase {
  readonly id: PurchaseId;
  readonly reference: string;
  readonly key: string;
  readonly at: number;
  status: Status;
}

interface CampaignRow {
  readonly file: FileRow;
  readonly reference: string;
  state: 'waiting' | 'invalid' | 'refused' | 'released';
}

interface Campaign {
  readonly options: DuplicateOptions;
  readonly rows: readonly CampaignRow[];
}

const HOUR_MS = 3_600_000;
/** One account in memory. It decides with the real rules, and checks every decision by reading all purchases. */
export class DuplicateWorld {
  readonly campaigns: Campaign[] = [];
  readonly #purchases: Purchase[] = [];
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  /** Checks a file as an upload does, and keeps it as a campaign that waits. */
  upload(file: readonly FileRow[], options: DuplicateOptions): void {
    const name = `campaign-${this.campaigns.length}`;
    const records = file.map(({ phoneNumber, bundleId, resultState }, index) => {
      const line = index + 2;
      return { line, endLine: line, cells: [phoneNumber, bundleId, resultState] };
    });
    const judged = judgeRows(
      records,
      LAYOUT,
      name,
      TERMS,
      new Map(),
      createSeen(),
      options.on,
      READ_NUMBER,
      WISHES,
    );
    const recent = { now: new Date(this.#now), latest: this.#latest(options.windowHours) };
    const marked = options.windowHours === 0 ? judged : markRecent(judged, recent, options, 'phone_number');
    const rows = marked.map(({ state, reference }, index): CampaignRow => {
      const row = file[index];
      if (row === undefined || reference === null) throw new Error('a row vanished');
      this.#requireReason(file, index, options, state === 'refused');
      return { file: row, reference, state };
    });
    this.campaigns.push({ options, rows });
  }

  /** The file that a campaign's results would be. */
  resultsOf(index: number): FileRow[] {
    const rows = this.campaigns[index]?.rows ?? [];
    return rows.map(({ file, reference, state }) => ({
      ...file,
      resultState: this.#find(reference)?.status ?? state,
    }));
  }

  buySingle(phoneNumber: string, bundleId: string): void {
    this.#decide([this.#request(phoneNumber, bundleId, `single-${this.#purchases.length}`, 0)]);
  }

  /**
   * Buys the waiting rows of some campaigns in one transaction, and records them.
   * @param chosen a bit per campaign.
   * @param end `not_recorded`: the worker dies after the commit. `rolled_back`: before it.
   */
  release(chosen: number, end: 'recorded' | 'not_recorded' | 'rolled_back'): void {
    const turns = this.campaigns.flatMap(({ options, rows }, index) =>
      ((chosen >> (index % 30)) & 1) === 0
        ? []
        : rows.filter(({ state }) => state === 'waiting').map((row) => ({ row, options })),
    );
    if (end === 'rolled_back') return;
    const verdicts = this.#decide(
      turns.map(({ row, options }) =>
        this.#request(
          row.file.phoneNumber,
          row.file.bundleId,
          row.reference,
          options.on === 'skip' ? options.windowHours : 0,
        ),
      ),
    );
    if (end === 'not_recorded') return;
    for (const [index, { row }] of turns.entries())
      row.state = verdicts[index] === 'repeated' ? 'refused' : 'released';
  }

  /** The network reports on a pending purchase, or reverses a delivered one. */
  settle(chosen: number, to: 'successful' | 'failed' | 'reversed'): void {
    const from = to === 'reversed' ? 'successful' : 'pending';
    const open = this.#purchases.filter(({ status }) => status === from);
    const purchase = open[chosen % Math.max(1, open.length)];
    if (purchase !== undefined) purchase.status = to;
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  /** Once every row had its turn, exactly the released rows have a purchase. */
  requireSettledBooks(): void {
    for (const { rows } of this.campaigns)
      for (const { reference, state } of rows)
        if ((state === 'released') !== (this.#find(reference) !== undefined))
          throw new Error(`the row ${reference} is ${state}`);
  }

  #request(phoneNumber: string, bundleId: string, reference: string, hours: number): AcceptRequest {
    return {
      purchaseId: `pur_${reference}`,
      reference,
      fingerprint: reference,
      phoneNumber,
      bundleId,
      requestedNetworkId: null,
      offer: OFFERS.get(bundleId) ?? null,
      prefixNetworkId: 'net',
      offers: OFFERS,
      repeatWindowHours: hours,
      release: null,
    };
  }

  #decide(requests: readonly AcceptRequest[]): string[] {
    const hours = Math.max(0, ...requests.map(({ repeatWindowHours }) => repeatWindowHours));
    const known = new Map(
      this.#purchases.map(({ id, reference }): [string, KnownPurchase] => [
        reference,
        { purchaseId: id, fingerprint: reference },
      ]),
    );
    const recent = { now: new Date(this.#now), latest: this.#latest(hours) };
    const terms = {
      available: 1_000_000,
      ported: new Map(),
      left: new Map(),
      networks: NETWORKS,
      rules: NO_ROW_RULES,
      spending: null,
    };
    const verdicts = decide({ ...terms, known, recent }, requests);
    for (const [index, request] of requests.entries()) {
      const kind = verdicts[index]?.kind;
      const earlier = this.#paidSince(repeatKey(request), request.repeatWindowHours);
      if (kind === 'accepted') {
        if (earlier !== null) throw new Error(`${request.reference} repeats ${earlier.reference}`);
        this.#buy(request);
      } else if (kind === 'repeated') {
        if (earlier === null) throw new Error(`${request.reference} is held back for no reason`);
      } else if (kind !== 'replayed') throw new Error(`${request.reference} is ${kind}`);
    }
    return verdicts.map(({ kind }) => kind);
  }

  #buy(request: AcceptRequest): void {
    if (this.#find(request.reference) !== undefined) throw new Error(`${request.reference} was bought twice`);
    const { purchaseId: id, reference } = request;
    this.#purchases.push({ id, reference, key: repeatKey(request), at: this.#now, status: 'pending' });
  }

  #find(reference: string): Purchase | undefined {
    return this.#purchases.find((purchase) => purchase.reference === reference);
  }

  /** What the database answers: the latest purchase of each number and bundle that is held or paid. */
  #latest(hours: number): ReadonlyMap<string, EarlierPurchase> {
    const latest = new Map<string, EarlierPurchase>();
    for (const { id, reference, key, at, status } of this.#purchases) {
      if (status === 'failed' || status === 'reversed' || at <= this.#now - hours * HOUR_MS) continue;
      latest.set(key, { purchaseId: id, reference, at: new Date(at) });
    }
    return latest;
  }

  #paidSince(key: string, hours: number): Purchase | null {
    const isPaid = ({ status }: Purchase) => status === 'pending' || status === 'successful';
    const isRecent = ({ at }: Purchase) => this.#now - at < hours * HOUR_MS;
    return this.#purchases.find((one) => one.key === key && isPaid(one) && isRecent(one)) ?? null;
  }

  /** A row is held back by the check exactly if its results, its file or its account are a reason. */
  #requireReason(
    file: readonly FileRow[],
    index: number,
    { on, windowHours }: DuplicateOptions,
    isHeldBack: boolean,
  ): void {
    const row = file[index];
    if (row === undefined) throw new Error('a row vanished');
    const key = repeatKey(row);
    const wasBought = ['successful', 'pending', 'reversed'].includes(row.resultState);
    const isRepeated = file.slice(0, index).some((before) => repeatKey(before) === key);
    const isRecent = this.#paidSince(key, windowHours) !== null;
    const expected = wasBought || (on === 'skip' && (isRepeated || isRecent));
    if (isHeldBack !== expected)
      throw new Error(`row ${index} is ${isHeldBack ? '' : 'not '}held back: ${JSON.stringify(row)}`);
  }
}
