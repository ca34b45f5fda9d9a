import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Fetcher, Listener } from "@cartulary/server";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { continueOnRead, lingerUnder, trackAnswers } from "./connections.ts";

/** Where to listen, and for how long. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** A connection on which nothing moves for so long is given up, unless its client waits for us. */
  readonly idleMs?: number;
  /** Where the `node:http` of another runtime has a way of its own. */
  readonly stopAccepting?: StopAccepting;
}

const IDLE_MS = 120_000;
/** How long a connection is kept between two requests: above the 60 s of balancers, who would meet a closed one. */
const KEEP_ALIVE_MS = 65_000;
/** How long the head of a request may take. Above what a connection is kept: it counts from where a client connects. */
const HEAD_MS = 66_000;
/** The longest that one request may take to arrive: a large upload over a slow line. */
const REQUEST_MS = 3_600_000;
/** Of the time that a stop may take, the part in which connections that are kept may bring one request more. */
const LAST_REQUESTS_SHARE = 0.1;
const LAST_REQUESTS_MS_MAX = 30_000;
/** The same for a connection whose answer was under way when the stop began, and could not say that it is the last. */
const AFTER_ANSWER_MS = 1_000;
/** Timers cannot wait for longer. */
const TIMER_MS_MAX = 2_147_483_647;
/** What a request of HTTP/1.0 is taken to ask for that names no host. Nothing that we answer is made of it. */
const NO_HOST = "localhost";

/** The other end of a request's connection; `null` when that is gone, or was no connection of IP. */
export function socketAddress(context: Context): string | null {
  return getConnInfo(context).remote.address ?? null;
}

/**
 * Stops a server from accepting and leaves its connections alone, idle ones too: requests may be on their way on them. Calls
 * `closed` when none is left.
 */
export type StopAccepting = (server: Server, closed: () => void) => void;

/** Not as servers of HTTP close: they cut idle connections at once. */
const stopAcceptingOnNode: StopAccepting = (server, closed) => {
  NetServer.prototype.close.call(server, () => {
    server.close();
    closed();
  });
};

/**
 * Serves `app` over HTTP/1. Rejects where the address cannot be had. Of a stop, a tenth of the grace is for requests on
 * connections that are there, and each answer says that it is the last; after that, what is idle is closed.
 */
export async function listen(
  app: Fetcher,
  { host, port, idleMs = IDLE_MS, stopAccepting = stopAcceptingOnNode }: ListenOptions,
): Promise<Listener> {
  const work = trackWork(app);
  const server = serverOf(work, idleMs);
  const closeUnused = trackUnused(server);
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(port, host, () => listening());
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
  const answers = trackAnswers();
  const respond = getRequestListener(fetch, { hostname: NO_HOST, overrideGlobalObjects: false });
  const take = (request: IncomingMessage, answer: ServerResponse) => {
    // What comes behind a request whose answer was the last one of its connection is not begun.
    if (request.socket.writableEnded) return;
    // Of the whole server, which is asked nothing. Bun refuses it before us, in these words.
    if (request.url === "*") return void request.socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    if (namesTwoHosts(request)) return refuseHosts(answer);
    answers.add(answer);
    lingerUnder(request);
    void respond(request, answer);
  };
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS },
    take,
  );
  server.on("checkContinue", (request, answer) => {
    continueOnRead(request, answer);
    take(request, answer);
  });
  server.timeout = idleMs;
  server.on("timeout", (socket) => {
    if (!answers.areAwaitedOn(socket)) socket.destroy();
  });
  return server;
}

/** Node.js takes the first of several Host headers; a proxy before us may have taken another (RFC 9112 section 3.2). */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts > 1;
}

const HOST = "host";

/** Under a number of its own, as every refusal; what may follow on the connection is not read. */
function refuseHosts(answer: ServerResponse): void {
  const requestId = randomUUID();
  const message = "The request names its host twice";
  const body = { error: "bad_request", message, details: [], request_id: requestId };
  const headers = { "Content-Type": "application/json", "X-Request-Id": requestId, Connection: "close" };
  answer.writeHead(400, headers).end(JSON.stringify(body));
}

/** After the connections were cut: how long work on their requests may take to put things in order. */
const ORDERLY_MS = 5_000;

/** An application at work. */
interface Work {
  fetch(request: Request, bindings: object): Promise<Response>;
  /** From here on each answer is the last one of its connection. */
  last(): void;
  /** Resolves at the end of all work that was begun: it may still need the database when its client is gone. */
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
        // What is left of a request that was answered early belongs to no other one.
        if (!outgoing.headersSent && (isLast || !incoming.complete)) outgoing.setHeader("Connection", "close");
      }
    },
    last() {
      isLast = true;
    },
    ended: () => Promise.race([Promise.allSettled(running), wait(ORDERLY_MS, null, { ref: false })]),
  };
}

/** Closes what has connected and brought no byte yet, when it is called: Node.js takes such connections for busy ones. */
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

interface Closing {
  readonly closeUnused: () => void;
  readonly stopAccepting: StopAccepting;
}

function close(server: Server, { closeUnused, stopAccepting }: Closing, graceMs: number): Promise<void> {
  const lastRequestsMs = Math.min(graceMs * LAST_REQUESTS_SHARE, LAST_REQUESTS_MS_MAX);
  server.keepAliveTimeout = Math.min(lastRequestsMs, AFTER_ANSWER_MS);
  return new Promise((closed) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // Behind the reading of what has come meanwhile: a connection with half a request is not idle.
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
