import type { Pool } from 'pg';
import type { SubmitVerdict } from '../../../domain/purchase/verdict.ts';

/** What carries a purchase from its admission to its end, in Temporal's place. */
export interface Engine {
  /** Makes it durable that these purchases are under way, and begins; once for each, however often it is told. */
  start(purchaseIds: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export interface EngineDeps {
  readonly databaseUrl: string;
  readonly pool: Pool;
  /** The first send: fence, gateway, record, settle, as the product's own activity does it. */
  readonly submit: (purchaseId: string) => Promise<SubmitVerdict>;
}
