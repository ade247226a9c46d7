import type { EndpointId } from '../ids.ts';
import type { EventDelivery } from '../webhook/event.ts';
import type { TakenBack } from './late-settlement.ts';
import type { Purchase } from './purchase.ts';

/** A send as it is recorded. */
export interface SubmissionFact {
  readonly attempt: number;
  readonly sentAt: Date;
  readonly answeredAt: Date | null;
  readonly outcome: string | null;
  readonly gatewayId: string | null;
  readonly detail: string | null;
  /** Its gateway. */
  readonly route: string;
  /** Why this gateway; null where the network has one. */
  readonly routeReason: string | null;
}

/** A callback that names the purchase. */
export interface CallbackFact {
  readonly receivedAt: Date;
  readonly handledAt: Date | null;
  readonly handledAs: string | null;
  readonly body: string;
}

/** An attempt to deliver an event. */
export interface AttemptFact {
  /** The client's endpoint that it was made at; null for the endpoint that operators set. */
  readonly endpointId: EndpointId | null;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly outcome: string | null;
  readonly httpStatus: number | null;
  readonly error: string | null;
}

/** The state of an event at one endpoint. */
export interface DeliveryFact {
  /** Null for the endpoint that operators set. */
  readonly endpointId: EndpointId | null;
  readonly delivery: EventDelivery;
}

/** An event of the purchase, with its state at every endpoint and its attempts. */
export interface EventFact {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  /** Over all endpoints. */
  readonly delivery: EventDelivery;
  readonly deliveries: readonly DeliveryFact[];
  readonly attempts: readonly AttemptFact[];
}

/** What the purchase waits behind before it is first sent. */
export interface StartFact {
  readonly waitingSince: Date;
  readonly ahead: number;
  readonly inFlight: number;
  /** How many of them belong to the purchase's account. */
  readonly accountInFlight: number;
  readonly inFlightMax: number;
  readonly ratePerSecond: number;
}

/** A delivery after the purchase had failed. */
export interface LateConfirmationFact {
  readonly recordedAt: Date;
  /** What was decided; null while it is open. */
  readonly resolution: string | null;
  /** `operator` if a person recorded it on evidence; null if that is not on record. */
  readonly source: string | null;
  readonly takenBack: TakenBack;
}

/** Everything in PostgreSQL that explains the state of a purchase. */
export interface PurchaseFacts {
  readonly now: Date;
  readonly purchase: Purchase;
  readonly gatewayTimeoutMs: number;
  readonly submissions: readonly SubmissionFact[];
  readonly callbacks: readonly CallbackFact[];
  readonly events: readonly EventFact[];
  /** Null once it was handed to Temporal. */
  readonly start: StartFact | null;
  readonly lateConfirmation: LateConfirmationFact | null;
  readonly lateInquiry: { readonly until: Date; readonly outcome: string | null } | null;
  readonly platform: { readonly relayAlive: boolean; readonly temporalReached: boolean };
}

/** A row of a campaign that has not become a purchase. */
export interface RowFacts {
  readonly batchId: string;
  readonly batchStatus: string;
  readonly pauseCode: string | null;
  readonly pauseMessage: string | null;
  readonly state: string;
  readonly line: number;
  /** What was wrong with it, in words; null where nothing was. */
  readonly error: string | null;
}
