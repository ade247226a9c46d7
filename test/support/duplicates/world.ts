import type { DuplicateOptions } from '../../../domain/batch/duplicates.ts';
import { applyChange, type RowChange } from '../../../domain/batch/rows/row-edit.ts';
import { Account, requestOf } from './account.ts';
import {
  type Campaign,
  type CampaignRow,
  checkCampaign,
  type FileRow,
  isRepeated,
  isRetry,
  keyOf,
  wishOf,
} from './campaign.ts';

const HOUR_MS = 3_600_000;
const BOUGHT = ['successful', 'pending', 'reversed'];

/** One account in memory. It decides with the real rules, and checks every decision by reading all purchases. */
export class DuplicateWorld {
  readonly campaigns: Campaign[] = [];
  readonly #account = new Account();
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  /** Checks a file as an upload does, and keeps it as a campaign that is ready. */
  upload(file: readonly FileRow[], options: DuplicateOptions): void {
    const name = `campaign-${this.campaigns.length}`;
    const rows = file.map((row, index) => makeRow(name, row, index + 2, null, null));
    this.#add({ name, options, rows, root: name, createdAt: this.#now, startedAt: null, status: 'ready' });
  }

  /** The file that a campaign's results would be. */
  resultsOf(index: number): FileRow[] {
    const rows = this.campaigns[index]?.rows ?? [];
    return rows.map(({ file, reference, state }) => ({
      ...file,
      resultState: this.#account.find(reference)?.status ?? state,
    }));
  }

  buySingle(phoneNumber: string, bundleId: string): void {
    const reference = `single-${this.#account.count}`;
    this.#account.buy([requestOf({ phoneNumber, bundleId }, reference, { repeatWindowHours: 0 })], this.#now);
  }

  /** Changes a row of a campaign that is ready, and checks it again. */
  change(index: number, chosen: number, change: Omit<RowChange, 'line'>): void {
    const campaign = this.campaigns[index];
    if (campaign?.status !== 'ready') return;
    const row = campaign.rows[chosen % campaign.rows.length];
    if (row === undefined) throw new Error('a row vanished');
    row.edit = applyChange(row.edit, { line: row.line, ...change });
    this.#check(campaign);
  }

  cancel(index: number): void {
    const campaign = this.campaigns[index];
    if (campaign !== undefined && !this.#hasEnded(campaign)) campaign.status = 'canceled';
  }

  /** Makes a campaign of the rows that were not bought, if the campaign has ended and no other retry of its line is open. */
  retry(index: number): void {
    const of = this.campaigns[index];
    if (of === undefined || !this.#hasEnded(of) || this.#hasPending(of)) return;
    const retries = this.campaigns.filter((one) => isRetry(one) && one.root === of.root);
    if (retries.some((one) => !this.#hasEnded(one))) return;

    const name = `campaign-${this.campaigns.length}`;
    const rows = of.rows.flatMap((row) => {
      const purchase = this.#account.find(row.reference);
      const isLeft = purchase === undefined ? row.state === 'waiting' : purchase.status === 'failed';
      const isBought = retries.some(({ rows: theirs }) =>
        theirs.some((one) => this.#isBought(one, row.line)),
      );
      if (!isLeft || isBought) return [];
      const failedAt = purchase?.completedAt ?? of.startedAt ?? of.createdAt;
      return [makeRow(name, row.file, row.line, row.edit, failedAt)];
    });
    if (rows.length === 0) return;
    const windowHours = of.options.on === 'skip' ? of.options.windowHours : 0;
    const options = { on: 'skip', windowHours } as const;
    this.#add({ name, options, rows, root: of.root, createdAt: this.#now, startedAt: null, status: 'ready' });
  }

  /**
   * Buys the waiting rows of some campaigns in one transaction, and records them.
   * @param chosen a bit per campaign.
   * @param end `not_recorded`: the worker dies after the commit. `rolled_back`: before it.
   */
  release(chosen: number, end: 'recorded' | 'not_recorded' | 'rolled_back'): void {
    const running = this.campaigns.filter(
      ({ status }, index) => ((chosen >> (index % 30)) & 1) === 1 && status !== 'canceled',
    );
    for (const campaign of running) {
      campaign.status = 'running';
      campaign.startedAt ??= this.#now;
    }
    if (end === 'rolled_back') return;
    const turns = running.flatMap((campaign) =>
      campaign.rows.flatMap((row) => (row.state === 'waiting' ? [{ campaign, row }] : [])),
    );
    const requests = turns.map(({ campaign, row }) =>
      requestOf(wishOf(row), row.reference, this.#watchingOf(campaign)),
    );
    const verdicts = this.#account.buy(requests, this.#now);
    for (const [index, { campaign, row }] of turns.entries()) {
      if (verdicts[index] === 'accepted') this.#requireOnce(campaign, row);
      if (end === 'recorded') row.state = verdicts[index] === 'repeated' ? 'refused' : 'released';
    }
  }

  settle(chosen: number, to: 'successful' | 'failed' | 'reversed'): void {
    this.#account.settle(chosen, to, this.#now);
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  /** Once every row had its turn, exactly the released rows have a purchase. */
  requireSettledBooks(): void {
    for (const { rows, status } of this.campaigns)
      for (const { reference, state } of rows) {
        const isBought = this.#account.find(reference) !== undefined;
        // A row whose release was cut off before its campaign was cancelled has a purchase, and still waits.
        if (status === 'canceled' && state === 'waiting') continue;
        if ((state === 'released') !== isBought) throw new Error(`the row ${reference} is ${state}`);
      }
  }

  #add(campaign: Campaign): void {
    this.#check(campaign);
    this.campaigns.push(campaign);
  }

  #check(campaign: Campaign): void {
    const judged = checkCampaign(campaign, this.#now, (hours) => this.#account.latest(hours, this.#now));
    for (const [index, row] of campaign.rows.entries()) {
      const { state, reference } = judged[index] ?? {};
      if (state === undefined || reference !== row.reference) throw new Error('a row vanished');
      row.state = state;
      this.#requireReason(campaign, row, index);
    }
  }

  #watchingOf(campaign: Campaign) {
    const { options, createdAt } = campaign;
    const hours = Math.ceil((this.#now - createdAt) / HOUR_MS) + 1;
    return {
      repeatWindowHours: options.on === 'skip' ? options.windowHours : 0,
      repeatSince: isRetry(campaign) ? { at: new Date(createdAt), hours } : null,
    };
  }

  #hasEnded({ status, rows }: Campaign): boolean {
    return status === 'canceled' || (status === 'running' && rows.every(({ state }) => state !== 'waiting'));
  }

  #hasPending({ rows }: Campaign): boolean {
    return rows.some(({ reference }) => this.#account.find(reference)?.status === 'pending');
  }

  #isBought({ reference, line }: CampaignRow, of: number): boolean {
    return line === of && BOUGHT.includes(this.#account.find(reference)?.status ?? '');
  }

  /** Of a line of retries, no line is bought again, and no number that got the bundle since its row failed. */
  #requireOnce(campaign: Campaign, row: CampaignRow): void {
    const family = this.campaigns.filter(({ root }) => root === campaign.root);
    const bought = family.flatMap(({ rows }) => rows.filter((one) => this.#isBought(one, row.line)));
    if (bought.length > 1)
      throw new Error(`${bought.map(({ reference }) => reference).join()} buy the same row`);
    if (row.failedAt === null) return;
    const since = this.#account.paidAfter(keyOf(row), row.failedAt);
    if (since !== null && since.reference !== row.reference)
      throw new Error(`${row.reference} repeats ${since.reference}, which was bought since it failed`);
  }

  /** A row is held back by the check exactly if the client, its results, its file or its account are a reason. */
  #requireReason({ options, ...campaign }: Campaign, row: CampaignRow, index: number): void {
    const { on, windowHours } = options;
    const wasBought = BOUGHT.includes(row.file.resultState);
    const isRecent = this.#account.paidAfter(keyOf(row), this.#now - windowHours * HOUR_MS) !== null;
    const isBoughtSince = row.failedAt !== null && this.#account.paidAfter(keyOf(row), row.failedAt) !== null;
    const isDuplicate = on === 'skip' && (isRepeated({ options, ...campaign }, index) || isRecent);
    const expected = row.edit?.dropped === true || wasBought || isDuplicate || isBoughtSince;
    if ((row.state === 'refused') !== expected)
      throw new Error(`row ${row.reference} is ${row.state}: ${JSON.stringify(row)}`);
  }
}

function makeRow(
  name: string,
  file: FileRow,
  line: number,
  edit: CampaignRow['edit'],
  failedAt: number | null,
): CampaignRow {
  return { file, line, reference: `${name}.${line}`, failedAt, edit, state: 'waiting' };
}
