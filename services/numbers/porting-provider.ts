/**
 * The port for a live porting provider: a service that knows a number's current network from the clearing house or from the
 * networks. A new provider is one file that implements this.
 */
export interface PortingProvider {
  /** Asks about one number, in E.164. Answers are data; it rejects only for a bug. */
  locate(phoneNumber: string, signal: AbortSignal): Promise<ProviderAnswer>;
  close(): Promise<void>;
}

export type ProviderAnswer =
  /** The network as providers name it: mobile country code and mobile network code, digits only. */
  | { readonly kind: 'found'; readonly mccMnc: string }
  /** The provider works, but does not know this number. */
  | { readonly kind: 'not_known' }
  /** No usable answer. `why` is for logs: no phone number, no secret. */
  | { readonly kind: 'unavailable'; readonly why: string };
