import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** What answers requests. */
export interface Fetcher {
  /** `bindings` is what the server knows of the connection. */
  fetch(request: Request, bindings?: object): Response | Promise<Response>;
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
/** Timers cannot wait for longer. */
const TIMER_MS_MAX = 2_147_483_647;

/** The other end of a request's connection; `null` when that is gone, or was no connection of IP. */
export function socketAddress(context: Context): string | null {
  return getConnInfo(context).remote.address ?? null;
}

export async function listen(
  app: Fetcher,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listener> {
  const work = trackWork(app);
  const server = createAdaptorServer({ fetch: work.fetch, overrideGlobalObjects: false }) as Server;
  server.requestTimeout = REQUEST_MS;
  server.timeout = IDLE_MS;
  const answers = trackAnswers(server);
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(port, host, () => listening());
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close(graceSeconds) {
      await close(server, answers, graceSeconds);
      await work.ended();
    },
  };
}

/** After the connections were cut: how long work on their requests may take to put things in order. */
const ORDERLY_MS = 5_000;

/** The application, and the end of all work that it began: it may still need the database when its client is gone. */
function trackWork(app: Fetcher): Fetcher & { ended(): Promise<unknown> } {
  const running = new Set<Promise<Response>>();
  return {
    fetch(request, bindings) {
      const answer = Promise.resolve(app.fetch(request, bindings));
      running.add(answer);
      return answer.finally(() => running.delete(answer));
    },
    ended: () => Promise.race([Promise.allSettled(running), wait(ORDERLY_MS, null, { ref: false })]),
  };
}

/** The answers that are not finished. */
function trackAnswers(server: Server): ReadonlySet<ServerResponse> {
  const answers = new Set<ServerResponse>();
  server.prependListener("request", (_, answer) => {
    answers.add(answer);
    answer.once("close", () => answers.delete(answer));
    if (!server.listening) answer.setHeader("Connection", "close");
  });
  return answers;
}

/** A client that would keep its connection is told not to, or its idleness would be waited for. */
function close(server: Server, answers: ReadonlySet<ServerResponse>, graceSeconds: number): Promise<void> {
  return new Promise((closed) => {
    const cut = setTimeout(() => server.closeAllConnections(), Math.min(graceSeconds * 1000, TIMER_MS_MAX));
    server.close(() => {
      clearTimeout(cut);
      closed();
    });
    for (const answer of answers) {
      if (answer.headersSent) answer.once("close", () => server.closeIdleConnections());
      else answer.setHeader("Connection", "close");
    }
  });
}
