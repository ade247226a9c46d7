import type { Pool } from 'pg';
import { recordAlert } from '../../db/networks/gateway-alerts.ts';
import type { AlertSink, GatewayAlert } from './ports.ts';

/** Records alerts about gateways, so that operators and metrics see them. */
export interface Alerts extends AlertSink {
  /** Resolves when nothing is being written. */
  idle(): Promise<void>;
}

export interface AlertsDeps {
  readonly pool: Pool;
  /** Called when an alert is first raised in this process, then at most once per minute. */
  readonly onAlert: (alert: GatewayAlert) => void;
  /** Called when an alert could not be recorded. */
  readonly onFault: (error: unknown) => void;
}

/** At most one row per second is written for each gateway and kind, however many purchases meet the same trouble. */
const WRITE_EVERY_MS = 1_000;
const TELL_EVERY_MS = 60_000;

interface Running {
  latest: GatewayAlert;
  unwritten: number;
  toldAt: number;
  writing: Promise<void> | null;
}

export function createAlerts({ pool, onAlert, onFault }: AlertsDeps): Alerts {
  const running = new Map<string, Running>();

  const write = async (state: Running): Promise<void> => {
    while (state.unwritten > 0) {
      const times = state.unwritten;
      state.unwritten = 0;
      await recordAlert(pool, state.latest, times).catch(onFault);
      if (state.unwritten > 0) await pause(WRITE_EVERY_MS);
    }
  };

  return {
    raise(alert) {
      const key = JSON.stringify([alert.networkId, alert.livemode, alert.route, alert.kind]);
      const state = running.get(key) ?? {
        latest: alert,
        unwritten: 0,
        toldAt: Number.NEGATIVE_INFINITY,
        writing: null,
      };
      running.set(key, state);
      state.latest = alert;
      state.unwritten += 1;
      const now = performance.now();
      if (now - state.toldAt >= TELL_EVERY_MS) {
        state.toldAt = now;
        onAlert(alert);
      }
      state.writing ??= write(state).finally(() => {
        state.writing = null;
      });
    },
    async idle() {
      await Promise.all([...running.values()].flatMap(({ writing }) => (writing === null ? [] : [writing])));
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
