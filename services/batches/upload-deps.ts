import type { Pool } from 'pg';
import type { SecretsKeys } from '../../domain/crypto/sealed-secret.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Turns } from './turns.ts';

export interface UploadDeps {
  readonly pool: Pool;
  readonly catalogue: Catalogue;
  /** Called after the commit that started a batch, to wake the relay. */
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  /** Shared by all uploads of the process. */
  readonly turns: Turns;
  /** Opens the keys of blocklists. Without them, an account that has a blocklist cannot upload. */
  readonly secretsKeys?: SecretsKeys | null;
}
