import type { ChildRuntime } from "@cartulary/containment";
import type { NewResponse, OpenBody, SocketAddress } from "@cartulary/http";
import type { Config } from "../configuration/config.ts";

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
  /** With its version, such as `node 24.21.0`. */
  readonly name: string;
  /** Serves `app`. Rejects where the address cannot be had. */
  readonly listen: (app: Fetcher, address: { readonly host: string; readonly port: number }) => Promise<Listener>;
  /** Where a request came from, out of what {@link Fetcher} got as bindings. */
  readonly socketAddress: SocketAddress;
  /** Its own responses, where it has such that it sends as they stand. */
  readonly newResponse?: NewResponse;
  /** Its own way of reading bodies that are nothing but bytes, where it has one that costs less than a web stream. */
  readonly openBody?: OpenBody;
  /** What contained children run on, where that is not the Node.js of this process. Throws where there is nothing. */
  readonly childRuntime?: (config: Config) => ChildRuntime;
}
