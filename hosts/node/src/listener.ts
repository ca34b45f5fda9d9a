import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Fetcher, Listener } from "@cartulary/server";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { continueOnRead, lingerAfterResponse, trackResponses } from "./connection-linger.ts";

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Closes connections without traffic for so long, unless the client waits for the server. */
  readonly idleMs?: number;
  /** Override for runtimes whose `node:http` closes differently. */
  readonly stopAccepting?: StopAccepting;
}

const IDLE_MS = 120_000;
/**
 * Keep-alive between requests: longer than the 60 s of load balancers, which would otherwise reuse closed connections.
 */
const KEEP_ALIVE_MS = 65_000;
/** Maximum time for the head of a request. Longer than keep-alive, since it starts with the connection. */
const HEAD_MS = 66_000;
/** Maximum time for a request to arrive: a large upload over a slow line. */
const REQUEST_MS = 3_600_000;
/** Part of the shutdown grace in which open connections may send one more request. */
const LAST_REQUESTS_SHARE = 0.1;
const LAST_REQUESTS_MS_MAX = 30_000;
/** Keep-alive, during a stop, after responses that began before it, without `Connection: close`. */
const AFTER_ANSWER_MS = 1_000;
const TIMER_MS_MAX = 2_147_483_647;
/** Host of HTTP/1.0 requests without a Host header; responses do not use it. */
const NO_HOST = "localhost";

/** Returns the peer address of a request; `null` when the connection is closed or not IP. */
export function socketAddress(context: Context): string | null {
  return getConnInfo(context).remote.address ?? null;
}

/**
 * Stops accepting connections but keeps all open ones, even idle ones: requests may be on their way. Calls `closed`
 * after the last one.
 */
export type StopAccepting = (server: Server, closed: () => void) => void;

/** Unlike HTTP servers, does not close idle connections. */
const stopAcceptingOnNode: StopAccepting = (server, closed) => {
  NetServer.prototype.close.call(server, () => {
    server.close();
    closed();
  });
};

/**
 * Serves `app` over HTTP/1. Rejects when the address is not available. On close, requests on open connections are
 * accepted for a tenth of the grace, with `Connection: close` in each response; then idle connections are closed.
 *
 * @example
 * ```ts
 * import { listen } from "@cartulary/node";
 *
 * const listener = await listen({ fetch: () => new Response("The estate") }, { host: "127.0.0.1", port: 0 });
 * await listener.close(1); // waits at most a second for requests in progress
 * ```
 */
export async function listen(
  app: Fetcher,
  { host, port, idleMs = IDLE_MS, stopAccepting = stopAcceptingOnNode }: ListenOptions,
): Promise<Listener> {
  const work = trackWork(app);
  const server = serverOf(work, idleMs);
  const closeUnused = trackUnused(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close(graceSeconds) {
      work.last();
      await close(server, { closeUnused, stopAccepting }, Math.min(graceSeconds * 1000, TIMER_MS_MAX));
      await work.ended();
    },
  };
}

function serverOf({ fetch }: Work, idleMs: number): Server {
  const responses = trackResponses();
  const respond = getRequestListener(fetch, { hostname: NO_HOST, overrideGlobalObjects: false });
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    // Ignores pipelined requests after the last response of a connection.
    if (request.socket.writableEnded) return;
    // `*` addresses the whole server, which has no operations. Bun answers it before us, in the same words.
    if (request.url === "*") return void request.socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    if (namesTwoHosts(request)) return refuseHosts(response);
    responses.add(response);
    lingerAfterResponse(request);
    void respond(request, response);
  };
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS },
    handle,
  );
  server.on("checkContinue", (request, response) => {
    continueOnRead(request, response);
    handle(request, response);
  });
  server.timeout = idleMs;
  server.on("timeout", (socket) => {
    if (!responses.areAwaitedOn(socket)) socket.destroy();
  });
  return server;
}

/** Node.js uses the first of several Host headers; a proxy may have used another (RFC 9112 section 3.2). */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts > 1;
}

const HOST = "host";

/** Answers 400 with an id and closes the connection; the rest of it is not read. */
function refuseHosts(response: ServerResponse): void {
  const requestId = randomUUID();
  const message = "The request has more than one Host header";
  const body = { error: "bad_request", message, details: [], request_id: requestId };
  const headers = { "Content-Type": "application/json", "X-Request-Id": requestId, Connection: "close" };
  response.writeHead(400, headers).end(JSON.stringify(body));
}

/** Time for the cleanup of running requests after their connections were cut. */
const ORDERLY_MS = 5_000;

/** Tracks running requests. */
interface Work {
  fetch(request: Request, bindings: object): Promise<Response>;
  /** From now on, sets `Connection: close` on all responses. */
  last(): void;
  /** Resolves when all requests have ended: they may use the database after their client disconnected. */
  ended(): Promise<unknown>;
}

function trackWork(app: Fetcher): Work {
  const running = new Set<Promise<Response>>();
  let isLast = false;
  return {
    async fetch(request, bindings) {
      const response = Promise.resolve(app.fetch(request, bindings));
      running.add(response);
      try {
        return await response;
      } finally {
        running.delete(response);
        const { incoming, outgoing } = bindings as HttpBindings;
        // The rest of a request with an early response must not be parsed as the next request.
        if (!outgoing.headersSent && (isLast || !incoming.complete)) outgoing.setHeader("Connection", "close");
      }
    },
    last() {
      isLast = true;
    },
    ended: () => Promise.race([Promise.allSettled(running), wait(ORDERLY_MS, null, { ref: false })]),
  };
}

/** Returns a function that closes connections without any received byte: Node.js takes those for busy ones. */
function trackUnused(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
}

interface CloseOptions {
  readonly closeUnused: () => void;
  readonly stopAccepting: StopAccepting;
}

function close(server: Server, { closeUnused, stopAccepting }: CloseOptions, graceMs: number): Promise<void> {
  const lastRequestsMs = Math.min(graceMs * LAST_REQUESTS_SHARE, LAST_REQUESTS_MS_MAX);
  server.keepAliveTimeout = Math.min(lastRequestsMs, AFTER_ANSWER_MS);
  return new Promise((closed) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // After pending reads: a connection with half a request is not idle.
    const closeIdle = () => {
      server.closeIdleConnections();
      closeUnused();
    };
    const clear = setTimeout(() => setImmediate(closeIdle), lastRequestsMs);
    stopAccepting(server, () => {
      clearTimeout(cut);
      clearTimeout(clear);
      closed();
    });
  });
}
