/** Somebody who asks and is not known yet: where the request came from, for limits and for the trail. */
export interface Visitor {
  /** The client's IP address as text, or a word where none can be told. Shown, never stored with a limit. */
  readonly address: string;
  /** What limits go by: an address of version 4, the first 64 bits of one of version 6. */
  readonly network: string;
  /** The X-Request-Id of the request. */
  readonly requestId: string;
}
