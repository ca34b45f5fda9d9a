import type { NewResponse, OpenBody, SocketAddress } from "@cartulary/http";

/** What answers requests. */
export interface Fetcher {
  /** `bindings` is what the server knows of the connection. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
}

/** A server that accepts connections. */
export interface Listener {
  /** Where it really listens: `PORT=0` picked a port. */
  readonly port: number;
  /** Stops accepting, and lets what runs finish. What is not finished at the end of `graceSeconds` is cut. */
  close(graceSeconds: number): Promise<void>;
}

/** What a runtime brings to a host: everything that Node.js, Bun and Deno do each in their own way. */
export interface Runtime {
  /** Serves `app`. Rejects where the address cannot be had. */
  readonly listen: (app: Fetcher, address: { readonly host: string; readonly port: number }) => Promise<Listener>;
  /** Where a request came from, out of what {@link Fetcher} got as bindings. */
  readonly socketAddress: SocketAddress;
  /** Its own responses, where it has such that it sends as they stand. */
  readonly newResponse?: NewResponse;
  /** Its own way of reading bodies that are nothing but bytes, where it has one that costs less than a web stream. */
  readonly openBody?: OpenBody;
}
