import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { listen, newResponse } from "@cartulary/node";
import { describe, expect, it } from "vitest";

type Made = Parameters<typeof newResponse>;

const JSON_TYPE = { "Content-Type": "application/json" };
const streamOf = (...texts: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });

/** What answers consist of; each is made anew for whoever sends it. */
const ANSWERS: Readonly<Record<string, () => Made>> = {
  "a text": () => [
    '{"é":"\u{1f3e0}"}',
    { status: 200, headers: { ...JSON_TYPE, "X-Request-Id": "1", "Cache-Control": "no-store" } },
  ],
  "an empty text": () => ["", { status: 200, headers: JSON_TYPE }],
  "a long text": () => ["x".repeat(300_000), { status: 422, headers: JSON_TYPE }],
  nothing: () => [null, { status: 204, headers: { "X-Request-Id": "1" } }],
  "nothing, with a status that could have something": () => [null, { status: 200, headers: {} }],
  "what is known": () => [null, { status: 304, headers: { ETag: '"1"', "Cache-Control": "no-cache" } }],
  "a redirection with a cookie": () => [
    null,
    { status: 303, headers: { Location: "/x", "Set-Cookie": "a=b; Path=/" } },
  ],
  "a stream of a known length": () => [
    streamOf("hello, ", "world"),
    { status: 200, headers: { "Content-Type": "text/plain", "Content-Length": "12" } },
  ],
  "a stream": () => [streamOf("hello, ", "world"), { status: 206, headers: { "Content-Type": "text/plain" } }],
};

/** What comes over the wire, but for the date. */
async function received(port: number, method: string): Promise<unknown> {
  const sent = request({ port, method, host: "127.0.0.1", agent: false });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const { date: _, ...headers } = answer.headers;
  let body = "";
  for await (const piece of answer.setEncoding("utf8")) body += piece;
  return { status: answer.statusCode, headers, body };
}

async function sent(method: string, response: () => Response): Promise<unknown> {
  const listener = await listen({ fetch: async () => response() }, { host: "127.0.0.1", port: 0 });
  try {
    return await received(listener.port, method);
  } finally {
    await listener.close(0);
  }
}

describe("A response of the listener's own", () => {
  it.each(Object.entries(ANSWERS))("reaches the client as the platform's does: %s", async (_, made) => {
    const platforms = () => {
      const [body, init] = made();
      return new Response(body, init);
    };
    for (const method of ["GET", "POST"]) {
      expect(await sent(method, () => newResponse(...made()))).toEqual(await sent(method, platforms));
    }
  });

  it("is known by how many bytes it has", () => {
    for (const text of ["", "plain", "été", "\u20ac", "\ud83d\ude00", "\ud800"]) {
      expect(newResponse.byteLength?.(text)).toBe(new TextEncoder().encode(text).byteLength);
    }
  });

  it("leaves the platform's classes where they are", async () => {
    const answered = await fetch("data:,x");
    expect(answered.constructor).toBe(Response);
    expect(answered.constructor).not.toBe(newResponse(null, { status: 200, headers: {} }).constructor);
    expect(newResponse("x", { status: 200, headers: {} })).toBeInstanceOf(Response);
    expect(new Request("http://a/").constructor).toBe(Request);
  });
});
