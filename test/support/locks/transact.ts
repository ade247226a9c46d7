import type { Pool } from 'pg';
import type { AcceptLane } from '../../../services/purchases/accept-lane.ts';
import type { SettleLane } from '../../../services/purchases/settle-lane.ts';
import type { World } from './world.ts';

/** The parts of one process that take locks. */
export interface Process {
  readonly pool: Pool;
  readonly acceptLane: AcceptLane;
  readonly settleLane: SettleLane;
}

/** Runs one transaction of the product, through the function that the product calls. */
export type Transact = (process: Process, world: World) => Promise<unknown>;
