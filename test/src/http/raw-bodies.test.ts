import { createHash } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setImmediate } from "node:timers/promises";
import { listen, openBody } from "@cartulary/node";
import { describe, expect, it } from "vitest";

const NOTHING = Buffer.alloc(0);

type Reader = ReturnType<typeof openBody>;

/** Serves one path, whose bodies are read by the listener's own reader. */
async function serving(answer: (reader: Reader, incoming: IncomingMessage) => Promise<string>) {
  const fetch = async (_: Request, bindings: object = {}) => {
    const { incoming } = bindings as { readonly incoming: IncomingMessage };
    return new Response(await answer(openBody(contextOf(bindings)), incoming));
  };
  const listener = await listen({ fetch }, { host: "127.0.0.1", port: 0 });
  return {
    begin: () => request({ port: listener.port, method: "POST", host: "127.0.0.1", agent: false }),
    [Symbol.asyncDispose]: () => listener.close(0),
  };
}

/** Of its context a reader only looks at what the server knows of the connection. */
const contextOf = (env: unknown) => ({ env }) as Parameters<typeof openBody>[0];

async function answered(sent: ReturnType<typeof request>): Promise<string> {
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const piece of answer.setEncoding("utf8")) text += piece;
  return text;
}

async function allOf(reader: Reader): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces);
    pieces.push(Buffer.from(value));
  }
}

/** How many bytes there are, and which. */
const summaryOf = (bytes: Buffer) => `${bytes.byteLength} ${createHash("sha256").update(bytes).digest("hex")}`;

/** Bytes of which no two places look alike. */
const bytesFrom = (seed: number, length: number) =>
  Buffer.from(Uint32Array.from({ length: length / 4 }, (_, index) => seed + index * 2_654_435_761).buffer);

describe("A body that the listener reads past the web streams", () => {
  it("arrives whole, in pieces of any size, and one after another", async () => {
    await using server = await serving(async (reader) => summaryOf(await allOf(reader)));
    for (const lengths of [[0], [4], [65_536, 4], [200_000, 131_072, 12], [4, 4, 262_144]]) {
      const pieces = lengths.map((length, index) => bytesFrom(index, length));
      const sent = server.begin();
      for (const piece of pieces) sent.write(piece);
      sent.end();
      expect(await answered(sent)).toBe(summaryOf(Buffer.concat(pieces)));
    }
  });

  it("arrives whole with two waiting pieces, longer or shorter than one read", async () => {
    let least = 0;
    await using server = await serving(async (reader, incoming) => {
      while (incoming.readableLength < least) await setImmediate();
      return summaryOf(await allOf(reader));
    });
    for (const length of [40_000, 4]) {
      least = 2 * length;
      const [piece, other] = [bytesFrom(1, length), bytesFrom(2, length)];
      const sent = server.begin();
      sent.write(piece);
      sent.end(other);
      expect(await answered(sent)).toBe(summaryOf(Buffer.concat([piece, other])));
      expect(Buffer.from("the memory of small buffers").toString()).toBe("the memory of small buffers");
    }
  });

  it("shares no memory with another one that arrives meanwhile", async () => {
    let both = Promise.withResolvers<void>();
    let open = 0;
    await using server = await serving(async (reader) => {
      const { value = NOTHING } = await reader.read();
      open += 1;
      if (open === 2) both.resolve();
      await both.promise;
      const first = Buffer.from(value);
      const whole = Buffer.concat([first, await allOf(reader)]);
      // A reader that discards the rest of a body reads on.
      await allOf(reader);
      return summaryOf(whole);
    });
    for (const seed of [1, 3, 5]) {
      [open, both] = [0, Promise.withResolvers<void>()];
      const bodies = [bytesFrom(seed, 100_000), bytesFrom(seed + 1, 100_000)];
      const pending = bodies.map((body) => answered(server.begin().end(body)));
      expect(await Promise.all(pending)).toEqual(bodies.map(summaryOf));
    }
  });

  it("fails when its sender disconnects, after the received bytes", async () => {
    const broke = Promise.withResolvers<unknown>();
    await using server = await serving(async (reader) => {
      try {
        return summaryOf(await allOf(reader));
      } catch (error) {
        broke.resolve(error);
        return "broken off";
      }
    });
    const sent = server.begin();
    sent.setHeader("Content-Length", 200_000);
    sent.on("error", () => {});
    sent.write(bytesFrom(1, 100_000), () => sent.destroy());
    expect(await broke.promise).toBeInstanceOf(Error);
  });
});
