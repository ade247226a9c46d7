/**
 * The port into which a live porting provider is plugged: somebody who knows on which network a number is today, because the
 * clearing house or the networks told him. A new provider is one file that implements this.
 */
export interface PortingProvider {
  /** Asks about one number, in E.164. Answers are data; it rejects only for a bug. */
  locate(phoneNumber: string, signal: AbortSignal): Promise<ProviderAnswer>;
  close(): Promise<void>;
}

export type ProviderAnswer =
  /** The network as providers name it: mobile country code and mobile network code, digits only. */
  | { readonly kind: 'found'; readonly mccMnc: string }
  /** The provider works, and does not know this number. */
  | { readonly kind: 'not_known' }
  /** No answer that says anything about the number. `why` is for logs: no phone number, no secret. */
  | { readonly kind: 'unavailable'; readonly why: string };
