import type { ChildRuntime } from "@cartulary/containment";
import type { OpenBody, SocketAddress } from "@cartulary/http";
import type { Config } from "../configuration/config.ts";

/** Handles requests. */
export interface Fetcher {
  /** `bindings` describe the connection. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
}

export interface Listener {
  /** The actual port, also for `PORT=0`. */
  readonly port: number;
  /** Stops accepting and lets running requests finish; cuts them after `graceSeconds`. */
  close(graceSeconds: number): Promise<void>;
}

/** The services that Node.js, Bun and Deno implement differently. */
export interface Runtime {
  /** Includes the version: `node 24.21.0`. */
  readonly name: string;
  /** Serves `app`. Rejects when the address is not available. */
  readonly listen: (app: Fetcher, address: { readonly host: string; readonly port: number }) => Promise<Listener>;
  /** Returns the peer address of a request from the bindings of {@link Fetcher}. */
  readonly socketAddress: SocketAddress;
  /** Its own way of reading bodies that are nothing but bytes, where it has one that costs less than a web stream. */
  readonly openBody?: OpenBody;
  /** The runtime of child processes, if not this Node.js. Throws when there is none. */
  readonly childRuntime?: (config: Config) => ChildRuntime;
}
