import { createS3BlobStore, createS3Client, parseS3Url } from "@cartulary/blobs-s3";
import { startFakeS3 } from "@cartulary/blobs-s3/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { DOCUMENTS, openHouse } from "../../support/application-fixture.ts";
import { bytesOfLength, type Chunking, chunkingBy, chunkOf, MIB, md5Of } from "../../support/chunked.ts";
import { databases } from "../../support/databases.ts";
import { sha256 } from "../../support/record-factories.ts";
import type { CreatedDocumentBody } from "../../support/records.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";

const shared = databases.filter(({ name }) => name === "Postgres");

describe.each(shared)("Two hosts on one $name and one bucket", ({ open }) => {
  it("take the chunks of one file, put it together once, and make one document of it", async () => {
    const s3 = await startFakeS3();
    onTestFinished(() => s3.stop());
    const location = parseS3Url(s3.url);
    const { accessKeyId, secretAccessKey } = s3;
    const client = createS3Client(location, { credentials: { accessKeyId, secretAccessKey } });
    onTestFinished(() => client.destroy());
    const database = await open();
    const store = createS3BlobStore({ ...location, client });
    const hostOf = (seed: string, close: () => Promise<void>) =>
      openHouse({ ...database, close }, { seed, blobStoreIn: () => store });
    const one = await hostOf("one", database.close);
    const other = await hostOf("other", async () => {});
    onTestFinished(async () => {
      await other.close();
      await one.close();
    });

    const person = await one.person();
    const token = await person.token();
    const secondHost = chunkingBy({
      ...person,
      ask: (method, path, asking = {}) => other.ask(method, path, { token, ...asking }),
    });
    const hosts: readonly [Chunking, Chunking] = [chunkingBy(person), secondHost];
    const bytes = bytesOfLength(9 * MIB + 5);
    const id = await hosts[0].open(bytes.byteLength);
    const sent = Array.from({ length: 10 }, (_, index) =>
      (hosts[index % 2] as Chunking).send(id, index + 1, chunkOf(bytes, index + 1)),
    );
    for (const reply of await Promise.all(sent)) expectStatus(reply, 200);

    const replies = await Promise.all([...hosts, ...hosts].map((host) => host.complete(id, md5Of(bytes))));
    const done = replies.filter(({ status }) => status === 200);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectRefusal(reply, 409, "upload_processing");
    expect(done.length).toBeGreaterThan(0);
    const keys = new Set(done.map(({ body }) => body.data.object_key));
    expect(keys.size).toBe(1);
    const { data } = (await hosts[1].complete(id)).body;
    expect(keys).toContain(data.object_key);

    const json = { chunked_upload_id: id };
    const path = `${DOCUMENTS}/documents`;
    const made = await Promise.all(
      [one, other, one, other].map(({ ask }) => ask<CreatedDocumentBody>("POST", path, { token, json })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    const document = made.find(({ status }) => status === 201)?.body;
    const content = await other.ask<unknown>("GET", `${path}/${document?.id}/content`, { token });
    expect(sha256(content.bytes)).toBe(sha256(bytes));

    await other.upkeep.run();
    expect(await keysIn(store)).toEqual([data.object_key]);
    expect(await one.findings()).toEqual([]);
  });
});

async function keysIn(store: ReturnType<typeof createS3BlobStore>): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of store.list("", Date.now() + 60_000)) keys.push(key);
  return keys;
}
