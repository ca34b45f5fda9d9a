import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";

/** What answers requests. */
export interface Fetcher {
  fetch(request: Request): Response | Promise<Response>;
}

/** A server that accepts connections. */
export interface Listener {
  /** Where it really listens: `PORT=0` picked a port. */
  readonly port: number;
  /** Stops accepting, lets what runs finish, and after `graceSeconds` cuts what still does. */
  close(graceSeconds: number): Promise<void>;
}

/** A connection on which nothing moves for so long is given up, also in the middle of a body. */
const IDLE_MS = 120_000;
/** The longest that one request may take to arrive: a large upload over a slow line. */
const REQUEST_MS = 3_600_000;

export async function listen(
  app: Fetcher,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listener> {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  server.requestTimeout = REQUEST_MS;
  server.timeout = IDLE_MS;
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(port, host, () => listening());
  });
  return { port: (server.address() as AddressInfo).port, close: (graceSeconds) => close(server, graceSeconds) };
}

function close(server: Server, graceSeconds: number): Promise<void> {
  return new Promise((closed) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceSeconds * 1000);
    server.close(() => {
      clearTimeout(cut);
      closed();
    });
    server.closeIdleConnections();
  });
}
