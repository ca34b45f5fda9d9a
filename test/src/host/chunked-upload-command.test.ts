import { createHash } from "node:crypto";
import { utimesSync } from "node:fs";
import { appendFile, readdir, readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CommandGround,
  chunkOf,
  commandGround,
  digestOf,
  idsIn,
  killAfter,
  type OnTheWay,
  put,
  statesOf,
} from "../../support/command-client.ts";
import type { FaultyProxy, PassingRequest } from "../../support/faulty-proxy.ts";
import { slow } from "../../support/runs.ts";
import { seededRandom } from "../../support/seeded-random.ts";

let ground: CommandGround;
beforeAll(async () => {
  ground = await commandGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

/** How long something is waited for that does not come. */
const PATIENCE_MS = 20_000;
const MIB = 1024 * 1024;
const CHUNK_BYTES = 8 * MIB;
/** Four chunks and a byte: more than are sent at once. */
const large = Buffer.alloc(4 * CHUNK_BYTES + 1, seededRandom(15).bytes(MIB + 7));
const CHUNKS = 5;
/** The smallest that is sent in chunks, which are two. */
const two = large.subarray(0, CHUNK_BYTES + 1);

const isCompletion = ({ path }: PassingRequest) => path.endsWith("/complete");
const isSession = ({ method, path }: PassingRequest) => method === "POST" && path.endsWith("/chunked_uploads");
const chunksIn = ({ requests }: FaultyProxy) => requests.map(chunkOf).filter((number) => number !== null);
const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);

const KILLED = { code: null, signal: "SIGKILL" };

async function killed({ sue, way }: OnTheWay, words: readonly string[], chunks: number): Promise<void> {
  await using command = sue.start(words);
  killAfter(way, command, chunks);
  expect(await command.ended).toEqual(KILLED);
  way.faults = {};
}

async function documentOf(stdout: string): Promise<{ readonly name: string; readonly sha256: string }> {
  const [id = ""] = idsIn(stdout);
  return ground.client.getDocument({ params: { id: id as never } });
}

describe("cartulary upload of a large file", () => {
  it("sends chunks, four at a time, each with its digest, and makes one document of them", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const folder = await ground.client.createFolder({ body: { name: "Plans" } });
    await put(sue, "plan.bin", large);
    await put(sue, "small.bin", large.subarray(0, CHUNK_BYTES - 1));
    const [now, most] = [new Set<PassingRequest>(), { atOnce: 0 }];
    const four = Promise.withResolvers<void>();
    way.faults = {
      // However fast one is, the next three are on their way before it arrives.
      async admit(passing) {
        if (chunkOf(passing) === null) return;
        now.add(passing);
        most.atOnce = Math.max(most.atOnce, now.size);
        if (now.size === 4) four.resolve();
        await Promise.race([four.promise, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
      },
      answered: (passing) => void now.delete(passing),
    };
    const sent = await sue.run(["upload", "plan.bin", "small.bin", "--folder", folder.id]);
    expect(sent).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(/^\S+\tplan\.bin\n\S+\tsmall\.bin\n$/),
    });
    expect(await documentOf(sent.stdout)).toMatchObject({
      name: "plan.bin",
      byteSize: large.byteLength,
      sha256: digestOf(large),
      documentsFolderId: folder.id,
    });
    expect(sorted(chunksIn(way))).toEqual([1, 2, 3, 4, 5]);
    expect(most.atOnce).toBe(4);
    const second = way.requests.find((passing) => chunkOf(passing) === 2);
    const digest = createHash("sha256")
      .update(large.subarray(CHUNK_BYTES, 2 * CHUNK_BYTES))
      .digest("base64");
    expect(second?.headers).toMatchObject({
      "content-length": String(CHUNK_BYTES),
      "content-digest": `sha-256=:${digest}:`,
    });
    expect(await statesOf(sue)).toEqual([]);
  });

  it("resumes after it was killed, and repeats no acknowledged chunk", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    await put(sue, "plan.bin", large);
    // Only the first two arrive before it is killed.
    way.faults = { instead: (passing) => ((chunkOf(passing) ?? 0) > 2 ? "cut" : undefined) };
    await killed(here, ["upload", "plan.bin"], 1);
    const [state = "", ...more] = await statesOf(sue);
    expect(more).toEqual([]);
    expect(await readFile(join(sue.environment.XDG_STATE_HOME ?? "", "cartulary", state), "utf8")).not.toContain(
      ground.token,
    );
    // A server names the first of very many that it lacks.
    const first = (body: string) => body.replace(/"missing_chunks":\[(\d+),[^\]]*\]/, '"missing_chunks":[$1]');
    way.faults = { change: ({ path }) => (path.endsWith("/status") ? { rewrite: first } : undefined) };
    await killed(here, ["upload", "plan.bin"], 2);

    const before = way.requests.length;
    const third = await sue.run(["upload", "plan.bin"]);
    expect(third).toMatchObject({ code: 0, stderr: "" });
    expect((await documentOf(third.stdout)).sha256).toBe(digestOf(large));
    expect(way.requests.filter(isSession)).toHaveLength(1);
    expect(way.requests.slice(before).filter((passing) => chunkOf(passing) !== null).length).toBeLessThanOrEqual(
      CHUNKS - 3,
    );
    expect(await statesOf(sue)).toEqual([]);
  });

  slow.it(
    "finishes an upload that was killed after its completion, or after the creation of its document, as one document",
    async () => {
      await using here = await ground.onTheWay();
      const { sue, way } = here;
      const folder = await ground.client.createFolder({ body: { name: "Once" } });
      const words = ["upload", "plan.bin", "--folder", folder.id];
      await put(sue, "plan.bin", two);
      for (const isLast of [
        isCompletion,
        ({ method, path }: PassingRequest) => method === "POST" && path.endsWith("/documents"),
      ]) {
        await using command = sue.start(words);
        // Done, and the command does not know.
        way.faults = {
          change: (passing) => (isLast(passing) ? { holdAfter: 1 } : undefined),
          answered: (passing) => void (isLast(passing) && command.kill("SIGKILL")),
        };
        expect(await command.ended).toEqual(KILLED);
        way.faults = {};
      }
      const sent = await sue.run(words);
      const { items } = await ground.client.listDocuments({ query: { documentsFolderId: folder.id } });
      expect([sent.code, idsIn(sent.stdout)]).toEqual([0, items.map(({ id }) => id)]);
      expect(sorted(chunksIn(way))).toEqual([1, 2]);
      const again = await sue.run(words);
      expect(idsIn(again.stdout)).not.toEqual(idsIn(sent.stdout));
    },
  );

  it("waits for a server that is busy, away or at work, and repeats unacknowledged chunks", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    await put(sue, "plan.bin", two);
    const soon = { "retry-after": "0" };
    way.faults = {
      instead(passing) {
        if (chunkOf(passing) === 1 && passing.before === 0) return { status: 503, headers: soon };
        if (chunkOf(passing) === 1 && passing.before === 1) return { status: 429, headers: soon };
        if (chunkOf(passing) === 2 && passing.before === 0) return "cut";
        if (!isCompletion(passing) || passing.before === 9) return;
        // Fails for all retries of one request; then the server is busy for as long as it takes.
        if (passing.before < 6) return { status: 503, headers: soon };
        const json = { success: false, error: "upload_processing", message: "At work", details: [] };
        return { status: 409, headers: soon, json };
      },
      change(passing) {
        if (chunkOf(passing) === 2 && passing.before === 1) return { cutAfter: 0 };
      },
    };
    const sent = await sue.run(["upload", "plan.bin", "--json"]);
    expect(sent).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(sent.stdout)).toMatchObject({ name: "plan.bin", sha256: digestOf(two) });
    expect(sorted(chunksIn(way))).toEqual([1, 1, 1, 2, 2, 2]);
  });

  slow.it("prints one line when the server stays away, stops sending, and resumes next time", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    await put(sue, "plan.bin", two);
    const refused = { status: 403, json: { success: false, error: "forbidden", message: "Not yours", details: [] } };
    way.faults = {
      instead(passing) {
        if (chunkOf(passing) === 2) return refused;
        if (chunkOf(passing) === 1) return { status: 503, headers: { "retry-after": "3600" } };
      },
    };
    const sent = await sue.run(["upload", "plan.bin"]);
    expect(sent).toMatchObject({ code: 1, stdout: "", stderr: `cartulary: plan.bin: ${way.url}: Not yours\n` });
    way.faults = {};
    const before = way.requests.length;
    expect(await sue.run(["upload", "plan.bin"])).toMatchObject({ code: 0 });
    expect(way.requests.slice(before).some(isSession)).toBe(false);
  });

  slow.it(
    "begins anew with a file that changed since, and leaves no session of the old one that would be gone on with",
    async () => {
      await using here = await ground.onTheWay();
      const { sue, way } = here;
      const path = join(sue.folder, "plan.bin");
      const words = ["upload", "plan.bin"];
      const written = new Date("2026-11-01T00:00:00Z");
      await put(sue, "plan.bin", two);
      await utimes(path, written, written);
      await killed(here, words, 1);
      // Another size, so another file.
      await appendFile(path, "!");
      const grown = await sue.run(words);
      expect((await documentOf(grown.stdout)).sha256).toBe(digestOf(Buffer.concat([two, Buffer.from("!")])));
      expect(way.requests.filter(isSession)).toHaveLength(2);

      // As large as before and as old, which only the checksum tells.
      await put(sue, "plan.bin", Buffer.alloc(two.byteLength, "another"));
      await utimes(path, written, written);
      const other = await sue.run(words);
      expect(other).toMatchObject({
        code: 1,
        stdout: "",
        stderr: "cartulary: plan.bin changed while it was sent; run the command again\n",
      });
      const anew = await sue.run(words);
      expect((await documentOf(anew.stdout)).sha256).toBe(digestOf(await readFile(path)));
      expect(await statesOf(sue)).toEqual([]);
    },
  );

  it("creates no document from a file that changes during the upload", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    await put(sue, "plan.bin", two);
    const path = join(sue.folder, "plan.bin");
    const later = new Date((await stat(path)).mtimeMs + 60_000);
    way.faults = {
      // Before the command knows that the chunk has arrived, so that it cannot have looked yet.
      change(passing) {
        if (chunkOf(passing) === 1) utimesSync(path, later, later);
        return undefined;
      },
    };
    const sent = await sue.run(["upload", "plan.bin"]);
    expect(sent).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "cartulary: plan.bin changed while it was sent; run the command again\n",
    });
    expect(way.requests.some(isCompletion)).toBe(false);
    expect(way.requests.at(-1)).toMatchObject({ method: "DELETE" });
    expect(await statesOf(sue)).toEqual([]);
    expect(await readdir(sue.folder)).toEqual(["plan.bin"]);
  });

  slow.it("begins anew where the session is gone or was cancelled", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    await put(sue, "plan.bin", two);
    await killed(here, ["upload", "plan.bin"], 1);
    const gone = ({ method, path }: PassingRequest) => method === "GET" && path.includes("/chunked_uploads/");
    way.faults = { instead: (passing) => (gone(passing) ? { status: 404 } : undefined) };
    const sent = await sue.run(["upload", "plan.bin"]);
    expect((await documentOf(sent.stdout)).sha256).toBe(digestOf(two));
    expect(way.requests.filter(isSession)).toHaveLength(2);

    await killed(here, ["upload", "plan.bin"], 1);
    const [session] = way.requests.filter((passing) => chunkOf(passing) !== null).slice(-1);
    const id = /chunked_uploads\/([^/]+)/.exec(session?.path ?? "")?.[1] ?? "";
    await ground.client.cancelChunkedUpload({ params: { id: id as never } });
    const again = await sue.run(["upload", "plan.bin"]);
    expect((await documentOf(again.stdout)).sha256).toBe(digestOf(two));
  });
});
