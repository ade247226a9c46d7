import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import type { Batch, Client } from '../../clients/typescript/src/index.ts';
import { BringUpError, messageOf } from '../stack/failure.ts';

export type Campaign = Batch;

const POLL_MS = 250;
const GIVE_UP_MS = 300_000;
const LINE_EVERY_MS = 5_000;

/** Uploads a CSV file as a batch that starts immediately. @throws BringUpError with the API's message */
export async function uploadCampaign(client: Client, reference: string, csv: Buffer): Promise<Campaign> {
  try {
    return await client.batches.create(new Uint8Array(csv), { reference });
  } catch (error) {
    throw new BringUpError(`The API rejected the campaign: ${messageOf(error)}`);
  }
}

export interface FollowOptions {
  /** Called once, when half of the rows are final. */
  readonly onHalf: () => void;
  /** Webhooks received so far, shown beside the rows. */
  readonly webhooks: () => number;
  readonly log: (line: string) => void;
  /** How long it may take; 300 s by default. */
  readonly giveUpMs?: number;
}

/** Shows progress until the campaign is completed: a bar on a terminal, otherwise a line every 5 s. */
export async function followCampaign(client: Client, id: string, options: FollowOptions): Promise<Campaign> {
  const progress = process.stdout.isTTY ? progressBar() : progressLines(options.log);
  const giveUpMs = options.giveUpMs ?? GIVE_UP_MS;
  const deadline = performance.now() + giveUpMs;
  let beforeHalf = true;
  for (;;) {
    const campaign = await client.batches.get(id);
    const { rows, invalid, waiting, pending } = campaign.counts;
    const done = rows - invalid - waiting - pending;
    if (beforeHalf && done >= rows / 2) {
      beforeHalf = false;
      options.onHalf();
    }
    progress.show(campaign, done, options.webhooks());
    if (campaign.status === 'completed') {
      progress.end();
      return campaign;
    }
    if (performance.now() > deadline) {
      progress.end();
      throw new BringUpError(
        `The campaign is still ${campaign.status} after ${giveUpMs / 1_000} s. Look in the logs.`,
      );
    }
    await sleep(POLL_MS);
  }
}

interface Progress {
  show(campaign: Campaign, done: number, webhooks: number): void;
  end(): void;
}

function progressBar(): Progress {
  const bar = new SingleBar({
    format:
      '  {bar} {value}/{total} final · {successful} successful · {failed} failed · {webhooks} webhooks · {duration_formatted}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    hideCursor: true,
  });
  let started = false;
  return {
    show({ counts }, done, webhooks) {
      const shown = { successful: counts.successful + counts.reversed, failed: counts.failed, webhooks };
      if (!started) bar.start(counts.valid, done, shown);
      else bar.update(done, shown);
      started = true;
    },
    end: () => bar.stop(),
  };
}

function progressLines(log: (line: string) => void): Progress {
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show({ counts, status }, done, webhooks) {
      if (performance.now() - shownAt < LINE_EVERY_MS && status !== 'completed') return;
      shownAt = performance.now();
      log(`  ${done}/${counts.valid} final, ${counts.pending} pending, ${webhooks} webhooks received`);
    },
    end: () => {},
  };
}
