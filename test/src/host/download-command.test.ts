import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { link, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../support/cartulary-process.ts";
import {
  type CommandGround,
  commandGround,
  digestOf,
  done,
  type OnTheWay,
  statesOf,
  type Typist,
} from "../../support/command-client.ts";
import type { FaultyProxy } from "../../support/faulty-proxy.ts";
import { slow } from "../../support/runs.ts";

let ground: CommandGround;
beforeAll(async () => {
  ground = await commandGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

describe("cartulary download", () => {
  const bytes = randomBytes(3_000_000);
  let id: string;
  beforeAll(async () => {
    ({ id } = await ground.client.createDocument({ file: { name: "plan.bin", bytes } }));
  });
  const ranges = ({ requests }: FaultyProxy) =>
    requests.filter(({ path }) => path.endsWith("/content")).map(({ headers }) => headers.range);
  const saved = ({ folder }: Typist) => readFile(join(folder, "plan.bin"));

  it("resumes by ranges after a broken connection", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    way.faults = {
      change({ path, before }) {
        if (path.endsWith("/content") && before < 3) return { cutAfter: before === 1 ? 0 : 1_000_000 };
      },
    };
    expect(await sue.run(["download", id])).toEqual(done(`${id}\tplan.bin\n`));
    expect((await saved(sue)).equals(bytes)).toBe(true);
    expect(ranges(way)).toHaveLength(4);
    expect([ranges(way)[0], ranges(way)[1]]).toEqual([undefined, ranges(way)[2]]);
    way.faults = { change: ({ path }) => (path.endsWith("/content") ? { cutAfter: 0 } : undefined) };
    const never = await sue.run(["download", id, "--output", "-"]);
    expect(never).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/before any byte|does not answer/),
    });
  });

  /** The size of the partial file; 0 without one. */
  async function partSize({ folder }: Typist): Promise<number> {
    const part = (await readdir(folder)).find((name) => name.endsWith(".part"));
    return part === undefined ? 0 : (await stat(join(folder, part))).size;
  }

  it("resumes after it was killed, from the partial file", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    way.faults = { change: ({ path }) => (path.endsWith("/content") ? { holdAfter: 1_000_000 } : undefined) };
    await using first = sue.start(["download", id]);
    await until("all that came is in the file", async () => (await partSize(sue)) === 1_000_000);
    first.kill("SIGKILL");
    await first.ended;
    expect(await readdir(sue.folder)).toEqual([expect.stringMatching(/^\.cartulary-[\da-f-]{36}\.part$/)]);

    way.faults = {};
    expect(await sue.run(["download", id])).toEqual(done(`${id}\tplan.bin\n`));
    expect(ranges(way)).toEqual([undefined, "bytes=1000000-"]);
    expect((await saved(sue)).equals(bytes)).toBe(true);
    expect(await readdir(sue.folder)).toEqual(["plan.bin"]);
  });

  slow.it(
    "begins anew with a part that is longer than the document, and with a document that got other bytes",
    async () => {
      await using here = await ground.onTheWay();
      const { sue, way } = here;
      const file = (start: number) => ({ name: "plan.bin", bytes: bytes.subarray(start, start + 200_000) });
      const document = await ground.client.createDocument({ file: file(0) });
      way.faults = { change: ({ path }) => (path.endsWith("/content") ? { holdAfter: 100_000 } : undefined) };
      const killed = async () => {
        await using process = sue.start(["download", document.id, "--output", "plan.bin"]);
        await until("all that came is in the file", async () => (await partSize(sue)) === 100_000);
        process.kill("SIGKILL");
        await process.ended;
      };
      await killed();
      const [part = ""] = await readdir(sue.folder);
      await writeFile(join(sue.folder, part), bytes);
      way.faults = {};
      expect(await sue.run(["download", document.id])).toMatchObject({ code: 0 });
      expect(digestOf(await saved(sue))).toBe(digestOf(file(0).bytes));

      way.faults = { change: ({ path }) => (path.endsWith("/content") ? { holdAfter: 100_000 } : undefined) };
      await killed();
      await ground.client.updateDocument({ params: { id: document.id }, file: file(7) });
      way.faults = {};
      expect(await sue.run(["download", document.id, "--output", "plan.bin"])).toMatchObject({ code: 0 });
      expect(digestOf(await saved(sue))).toBe(digestOf(file(7).bytes));
      expect(ranges(way)).toEqual([undefined, undefined, undefined, undefined]);
    },
  );

  slow.it("takes no rest of other bytes, which a document may have got between two requests: exit 1", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    way.faults = {
      change({ path, before }) {
        if (path.endsWith("/content")) return before === 0 ? { cutAfter: 100_000 } : { headers: { etag: '"other"' } };
      },
    };
    const other = await sue.run(["download", id]);
    expect(other).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("changed during the download"),
    });
    expect(await readdir(sue.folder)).toEqual([expect.stringMatching(/\.part$/)]);
  });

  /** The part that a command leaves which got a part of the bytes and then no more. */
  async function interrupted({ sue, way }: OnTheWay): Promise<string> {
    let answers = 0;
    way.faults = {
      change({ path }) {
        if (!path.endsWith("/content")) return;
        answers += 1;
        return answers === 1 ? { cutAfter: 1_000_000 } : { headers: { etag: '"other"' } };
      },
    };
    expect(await sue.run(["download", id])).toMatchObject({ code: 1 });
    way.faults = {};
    const part = (await readdir(sue.folder)).find((name) => name.endsWith(".part")) ?? "";
    expect((await stat(join(sue.folder, part))).size).toBeGreaterThan(0);
    return join(sue.folder, part);
  }

  slow.it("does not resume from a link or from a file with a second name", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const mine = join(sue.folder, "mine");
    const becomes: readonly ((part: string) => Promise<unknown>)[] = [
      async (part) => [await writeFile(mine, "mine"), await rm(part), await symlink(mine, part)],
      (part) => link(part, mine),
      async (part) => [await rename(part, mine), await writeFile(part, "another file")],
    ];
    for (const change of becomes) {
      const part = await interrupted(here);
      await change(part);
      const [before, other] = [await readFile(mine), await readFile(part)];
      expect(await sue.run(["download", id])).toEqual(done(`${id}\tplan.bin\n`));
      expect(ranges(way).at(-1)).toBeUndefined();
      expect((await saved(sue)).equals(bytes)).toBe(true);
      expect([await readFile(mine), await readFile(part)]).toEqual([before, other]);
      for (const name of await readdir(sue.folder)) await rm(join(sue.folder, name));
    }
    expect(await statesOf(sue)).toEqual([]);
  });

  it("overwrites no file that came meanwhile", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    way.faults = {
      change({ path }) {
        if (path.endsWith("/content")) writeFileSync(join(sue.folder, "plan.bin"), "mine");
        return undefined;
      },
    };
    const refused = { code: 1, stderr: expect.stringContaining("plan.bin already exists") };
    expect(await sue.run(["download", id])).toMatchObject(refused);
    expect(await readFile(join(sue.folder, "plan.bin"), "utf8")).toBe("mine");
  });

  it("leaves no file whose digest is another than the document's: exit 1", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    way.faults = { change: ({ path }) => (path.endsWith("/content") ? { wrongByteAt: 2_999_999 } : undefined) };
    for (const words of [
      ["download", id],
      ["download", id, "--output", "-"],
    ]) {
      const wrong = await sue.run(words);
      expect(wrong).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^cartulary: plan\.bin: checksum mismatch \(expected \w{64}, got \w{64}\)/),
      });
      expect(await readdir(sue.folder)).toEqual([]);
    }
  });
});
