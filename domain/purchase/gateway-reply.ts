/** What a gateway answered last, in our own words only: it travels through Temporal. */
export interface GatewayReply {
  /** The kind of a submit's or an inquiry's outcome. */
  readonly kind: string;
  /** Our own word for why; never the gateway's. */
  readonly reason: string | null;
}
