import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { bunChildren, childrenWithoutWalls } from "@cartulary/bun";
import { type ChildPoolOptions, type ChildRuntime, createChildPool, nodeChildren } from "@cartulary/containment";
import { denoChildren } from "@cartulary/deno";
import { createPdfMerger, createPdfText } from "@cartulary/pdf";
import { typesetRequest } from "@cartulary/ports/composition";
import { createTypesetter } from "@cartulary/typst";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { slow } from "../../support/runs.ts";
import { otherRuntimes } from "../../support/runtimes.ts";

const MIB = 1_048_576;
const OPTIONS: ChildPoolOptions = {
  entry: new URL("../../../adapters/containment/test/jobs.child.ts", import.meta.url),
  children: 1,
  cpuMilliseconds: 30_000,
  memoryBytes: 300 * MIB,
  retirement: { jobs: 100, memoryBytes: 250 * MIB },
};

/** The error of a runtime on a forbidden access. */
const DENIED: unknown = expect.stringMatching(/has been restricted|Requires (?:read|net) access/);

const bun = otherRuntimes.find(({ name }) => name === "bun");
const deno = otherRuntimes.find(({ name }) => name === "deno");
/** Runtimes of contained children: a host on Bun runs them on Node.js. Tests of containment cover Node.js itself. */
const walled: readonly (readonly [string, ChildRuntime])[] = [
  ["Node.js, for a host on Bun,", bunChildren({ containment: "strict" })],
  ...(deno ? [["Deno", denoChildren(deno.program)] as const] : []),
];

describe.each(walled)("a child on %s", (_, childRuntime) => {
  const pool = createChildPool({ ...OPTIONS, childRuntime });
  const run = (input: object) => pool.run<unknown>({ onBehalfOf: null, input });
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  let connections = 0;
  beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
  afterAll(() => pool.close());
  afterAll(() => void server.close());

  it("reads its code, no other file, and starts nothing", async () => {
    const inCode = new URL("../../../adapters/containment/package.json", import.meta.url).pathname;
    expect(await run({ do: "read file", path: inCode })).toContain("containment");
    await expect(run({ do: "read file", path: "/etc/hostname" })).rejects.toMatchObject({ stderr: DENIED });
    await expect(run({ do: "start a process" })).rejects.toMatchObject({ reason: "crash" });
  });

  it("opens no socket", async () => {
    const { port } = server.address() as AddressInfo;
    await expect(run({ do: "connect", port })).rejects.toMatchObject({ stderr: DENIED });
    await expect(run({ do: "fetch", port })).rejects.toMatchObject({ reason: "crash" });
    expect(connections).toBe(0);
  });

  slow.it("takes no 2 GiB of memory and no more CPU time than it has", async () => {
    await expect(run({ do: "allocate" })).rejects.toMatchObject({ reason: "memory" });
    const spin = pool.run({ onBehalfOf: null, input: { do: "spin" }, cpuMilliseconds: 300 });
    await expect(spin).rejects.toMatchObject({ reason: "timeout" });
    expect(await run({ do: "echo", value: 1 })).toBe(1);
  });
});

describe.runIf(deno)("on Deno", () => {
  const childRuntime = denoChildren(deno?.program);

  it("children typeset, merge and read PDF files", async () => {
    const typesetter = createTypesetter({ childRuntime });
    const merger = createPdfMerger({ childRuntime });
    const text = createPdfText({ childRuntime });
    try {
      const typeset = await typesetter.typeset(typesetRequest("= A lease"));
      if (typeset.outcome !== "typeset") throw new Error(JSON.stringify(typeset));
      const { pdf } = typeset;
      const source = { open: async () => inOne(pdf) };
      const merged: Uint8Array[] = [];
      for await (const piece of merger.merge([source, source], { onBehalfOf: null })) merged.push(piece);
      const bounds = { onBehalfOf: null, bytesMax: 1_000, cpuMilliseconds: 10_000 };
      expect((await text.read(inOne(Buffer.concat(merged)), bounds))?.match(/A lease/g)).toHaveLength(2);
    } finally {
      await Promise.all([typesetter.close(), merger.close(), text.close()]);
    }
  });
});

describe("a host on Bun", () => {
  it("has children on the project's Node.js, with walls", () => {
    const { hasWalls, program } = bunChildren({ containment: "weak" });
    expect({ hasWalls, program }).toEqual({ hasWalls: true, program: nodeChildren().program });
  });

  it("has none without Node.js, unless its containment may be weak", () => {
    const refused = () => bunChildren({ containment: "strict", node: null });
    expect(refused).toThrow(/^Bun cannot sandbox child processes: .*CARTULARY_CONTAINMENT=weak$/);
    expect(bunChildren({ containment: "weak", node: null })).toMatchObject({ hasWalls: false });
  });

  slow.it.runIf(bun)("watches the time and the memory of children without walls, too", async () => {
    const pool = createChildPool({ ...OPTIONS, childRuntime: childrenWithoutWalls(bun?.program) });
    const run = (input: object, more: object = {}) => pool.run<unknown>({ onBehalfOf: null, input, ...more });
    try {
      expect(await run({ do: "echo", value: { bytes: Buffer.from("é") } })).toEqual({ bytes: Buffer.from("é") });
      await expect(run({ do: "allocate" })).rejects.toMatchObject({ reason: "memory" });
      await expect(run({ do: "spin" }, { cpuMilliseconds: 300 })).rejects.toMatchObject({ reason: "timeout" });
    } finally {
      await pool.close();
    }
  });
});

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
