/** What a gateway answered last, in our terms only, because it travels through Temporal. */
export interface GatewayReply {
  /** The kind of a submit's or an inquiry's outcome. */
  readonly kind: string;
  /** Our term for the reason; never the gateway's text. */
  readonly reason: string | null;
}
