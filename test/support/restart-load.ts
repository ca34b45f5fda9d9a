import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { DOCUMENTS_BASE } from "@cartulary/wire";
import { expect } from "vitest";

/** Sends a request with an optional body; returns the body of the answer. Throws for any failure. */
export type Send = (method: string, path: string, json?: object) => Promise<string>;

/** Makes folders and reads each from another host than the one that made it. */
export async function makeFolders(
  send: Send,
  client: number,
  load: { done: number; readonly isOver: boolean },
): Promise<void> {
  for (let count = 0; !load.isOver; count += 1) {
    const name = `folder ${client}-${count}`;
    const { id } = JSON.parse(await send("POST", "/folders", { name }));
    expect(JSON.parse(await send("GET", `/folders/${id}`))).toMatchObject({ id, name });
    load.done += 2;
  }
}

/**
 * Sends to the hosts in turn on persistent connections, as a balancer does, and skips a host that does not listen.
 * Everything else that goes wrong is a request that failed.
 */
export function balancedClient(urls: readonly string[], client: number, token: string): Send {
  const agents = urls.map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  let turn = client;
  return async (method, path, json) => {
    for (let refused = 0; ; refused += 1) {
      turn += 1;
      const index = turn % urls.length;
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sending = request(`${urls[index]}${DOCUMENTS_BASE}${path}`, {
        method,
        headers,
        agent: agents[index] as Agent,
      });
      try {
        sending.end(json && JSON.stringify(json));
        const [response] = (await once(sending, "response")) as [IncomingMessage];
        const body = await text(response);
        if ((response.statusCode ?? 500) >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${body}`);
        return body;
      } catch (error) {
        const isRefused = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
        if (!isRefused || refused === urls.length) throw error;
      }
    }
  };
}
