import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { DocumentId } from "@cartulary/documents";
import { expect, it } from "vitest";
import { startHost, temporaryFolder } from "../../support/cartulary-process.ts";
import { idsIn, killAfter, type Typist, typist } from "../../support/command-client.ts";
import { startFaultyProxy } from "../../support/faulty-proxy.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const MIB = 1024 * 1024;
const FILE_BYTES = 2048 * MIB;
const CHUNK_BYTES = 8 * MIB;

/** Every chunk begins with bytes of its own; the rest is a hole, which takes no room on the disk of the test. */
async function writeLargeFile({ folder }: Typist, name: string): Promise<void> {
  const random = seededRandom(2);
  await using file = await open(join(folder, name), "w");
  await file.truncate(FILE_BYTES);
  for (let start = 0; start < FILE_BYTES; start += CHUNK_BYTES) await file.write(random.bytes(MIB), 0, MIB, start);
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest("hex");
}

it("cartulary upload of 2 GiB is killed twice, finishes with the right digest, and downloads the same", async () => {
  await using folder = await temporaryFolder();
  await using host = await startHost({ CARTULARY_DATA: folder.path });
  await using way = await startFaultyProxy(host.url);
  const client = await host.signIn();
  await using sue = await typist({ CARTULARY_URL: way.url, CARTULARY_TOKEN: await host.token() });
  await writeLargeFile(sue, "survey.bin");
  const digest = await digestOfFile(join(sue.folder, "survey.bin"));

  for (const chunks of [70, 101]) {
    await using command = sue.start(["upload", "survey.bin"]);
    killAfter(way, command, chunks);
    expect(await command.ended).toEqual({ code: null, signal: "SIGKILL" });
  }
  way.faults = {};
  const before = way.requests.length;
  const sent = await sue.run(["upload", "survey.bin"]);
  expect(sent).toMatchObject({ code: 0, stderr: "" });
  const left = way.requests.slice(before).filter(({ method }) => method === "PATCH").length;
  expect(left).toBeLessThanOrEqual(FILE_BYTES / CHUNK_BYTES - 70 - 101);
  const [id = ""] = idsIn(sent.stdout);
  const document = await client.getDocument({ params: { id: id as DocumentId } });
  expect(document).toMatchObject({ byteSize: FILE_BYTES, sha256: digest });

  expect(await sue.run(["download", id, "--output", "copy.bin"])).toMatchObject({ code: 0, stderr: "" });
  expect(await digestOfFile(join(sue.folder, "copy.bin"))).toBe(digest);
  expect((await readdir(sue.folder)).sort()).toEqual(["copy.bin", "survey.bin"]);
}, 1_800_000);
