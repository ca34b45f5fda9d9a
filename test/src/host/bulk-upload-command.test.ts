import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FolderId } from "@cartulary/documents";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CommandGround,
  commandGround,
  idsIn,
  type OnTheWay,
  put,
  statesOf,
  type Typist,
} from "../../support/command-client.ts";
import { cartularyHere } from "../../support/command-here.ts";
import type { PassingRequest } from "../../support/faulty-proxy.ts";
import { slow } from "../../support/runs.ts";

let ground: CommandGround;
beforeAll(async () => {
  ground = await commandGround();
});
afterAll(() => ground[Symbol.asyncDispose]());

const isCreation = ({ method, path }: PassingRequest) => method === "POST" && path.endsWith("/documents/documents");
const isBulk = ({ method, path }: PassingRequest) => method === "POST" && path.endsWith("/bulk_uploads");

async function folderOf(name: string): Promise<FolderId> {
  return (await ground.client.createFolder({ body: { name } })).id;
}

const documentsIn = async (documentsFolderId: FolderId) =>
  (await ground.client.listDocuments({ query: { documentsFolderId }, list: { sort: "createdAt", direction: "asc" } }))
    .items;

/** Kills a command when the host has taken the file number `files` in, and the command does not know yet. */
async function killed({ sue, way }: OnTheWay, words: readonly string[], files: number): Promise<void> {
  await using command = sue.start(words);
  const before = way.requests.filter(isCreation).length;
  const isLast = (passing: PassingRequest) => isCreation(passing) && passing.before === before + files - 1;
  way.faults = {
    change: (passing) => (isLast(passing) ? { holdAfter: 1 } : undefined),
    answered: (passing) => void (isLast(passing) && command.kill("SIGKILL")),
  };
  expect(await command.ended).toEqual({ code: null, signal: "SIGKILL" });
  way.faults = {};
}

describe("cartulary upload --bulk", () => {
  it("counts files together, in one bulk upload, however often it is interrupted", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const folder = await folderOf("Scans");
    for (const name of ["a.txt", "b.txt", "c.txt"]) await put(sue, name, name);
    const words = ["upload", "a.txt", "b.txt", "c.txt", "--bulk", "--folder", folder, "--json"];
    await killed(here, words, 2);
    await killed(here, words, 3);
    const sent = await sue.run(words);
    expect(sent).toMatchObject({ code: 0, stderr: "" });
    const records = sent.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records.map(({ name }) => name)).toEqual(["a.txt", "b.txt", "c.txt"]);
    expect(records.map(({ id }) => id)).toEqual((await documentsIn(folder)).map(({ id }) => id));
    const [id, ...more] = new Set(records.map(({ bulk_upload_id }) => bulk_upload_id));
    expect([more, way.requests.filter(isBulk).length]).toEqual([[], 1]);
    const bulk = await ground.client.getBulkUpload({ params: { id } });
    expect(bulk).toMatchObject({ status: "completed", totalFiles: 3, successfulFiles: 3, folderId: folder });
    expect(await statesOf(sue)).toEqual([]);
  });

  it("takes a hundred files at most: exit 2", async () => {
    const environment = { CARTULARY_URL: "http://127.0.0.1:1", CARTULARY_TOKEN: "t" };
    const files = Array.from({ length: 101 }, () => "a.txt");
    for (const words of [
      [...files, "--bulk"],
      ["a.txt", "--merge", " "],
    ]) {
      expect(await cartularyHere(["upload", ...words], environment)).toMatchObject({ code: 2, stdout: "" });
    }
  });
});

describe("cartulary upload --merge", () => {
  const SAMPLES = join(import.meta.dirname, "../../../hosts/cli/samples");
  const files = ["facade.jpg", "mandat-2026-014.pdf", "plan-rdc.png"];
  const words = (folder: string) => ["upload", ...files, "facade.jpg", "--merge", "Dossier", "--folder", folder];
  const putSamples = async (sue: Typist) => {
    for (const name of files) await put(sue, name, await readFile(join(SAMPLES, name)));
  };

  it("makes one PDF of pictures and papers in their order, however often it is interrupted", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const folder = await folderOf("Dossiers");
    await putSamples(sue);
    await killed(here, words(folder), 2);
    await killed(here, words(folder), 4);
    const sent = await sue.run(words(folder));
    const [id = ""] = idsIn(sent.stdout);
    expect(sent).toEqual({ code: 0, signal: null, stdout: `${id}\tDossier.pdf\n`, stderr: "" });
    expect(await documentsIn(folder)).toMatchObject([{ id, contentType: "application/pdf" }]);
    expect(way.requests.filter(isBulk)).toHaveLength(1);
    expect(await statesOf(sue)).toEqual([]);
    const { stdout } = await sue.run(["download", id, "--output", "-"]);
    expect(stdout.slice(0, 5)).toBe("%PDF-");
  });

  slow.it("takes a page that is too large for one request from a session, once, and finds it there again", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const folder = await folderOf("Large pages");
    await putSamples(sue);
    const picture = await readFile(join(SAMPLES, "facade.jpg"));
    await put(sue, "large.jpg", Buffer.concat([picture, Buffer.alloc(8 * 1024 * 1024)]));
    const large = ["upload", "large.jpg", "plan-rdc.png", "--merge", "Large", "--folder", folder];
    await killed(here, large, 1);
    // The session says of the page that it is there: only the other one is sent.
    await killed(here, large, 1);
    expect(await sue.run(large)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\tLarge\.pdf\n$/) });
    expect(await documentsIn(folder)).toHaveLength(1);
    expect(way.requests.filter(({ method }) => method === "PATCH")).toHaveLength(2);
  });

  slow.it("reports a file that cannot be merged, and a failed merge: exit 1", async () => {
    await using here = await ground.onTheWay();
    const { sue, way } = here;
    const folder = await folderOf("Nothing");
    await putSamples(sue);
    await put(sue, "note.txt", "note");
    const refused = await sue.run(["upload", "facade.jpg", "note.txt", "--merge", "Dossier", "--folder", folder]);
    expect(refused).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^cartulary: note\.txt: .*PDF, JPEG and PNG/),
    });

    const failed = (body: string) =>
      body
        .replace(/"status":"\w+"/, '"status":"failed"')
        .replace(/"merged_document_id":"[^"]+"/, '"merged_document_id":null');
    way.faults = {
      change: ({ method, path }) =>
        method === "GET" && path.includes("/bulk_uploads/") ? { rewrite: failed } : undefined,
    };
    const lost = await sue.run(words(folder));
    expect(lost).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("could not merge") });
  });
});
