import { rename } from "node:fs/promises";
import { join } from "node:path";
import { startFakeS3 } from "@cartulary/blobs-s3/testkit";
import { describe, expect, inject, it } from "vitest";
import { startHost, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { hostHere } from "../../support/command-here.ts";
import { serverOf, severable, throughPort } from "../../support/cuttable-connection.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { migratedPostgres } from "../../support/host-fixtures.ts";
import { slow } from "../../support/runs.ts";

const OK = { status: 200, body: { status: "ok", checks: { database: "ok", blobs: "ok" } } };
const BLOBS_DOWN = { status: 503, body: { status: "unavailable", checks: { database: "ok", blobs: "down" } } };
const DATABASE_DOWN = { status: 503, body: { status: "unavailable", checks: { database: "down", blobs: "ok" } } };

/**
 * The deadline of a host after its signal: the grace period, the wait for stores that do not answer, and a margin for a
 * busy machine. A usual run has no deadline.
 */
const END_MS = process.env.CARTULARY_TEST_LONG ? 25_000 : Number.POSITIVE_INFINITY;
const expectInTime = (stopping: number) => expect(performance.now() - stopping).toBeLessThan(END_MS);

describe("A host is ready", () => {
  it("while its blob directory is there", async () => {
    await using folder = await dataFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path });
    const client = await host.signIn();
    const directory = join(folder.path, "blobs");
    expect(await readiness(host.url)).toEqual(OK);

    await rename(directory, `${directory}-away`);
    expect(await readiness(host.url)).toEqual(BLOBS_DOWN);
    await expect(client.createDocument({ file: FILE })).rejects.toMatchObject({
      status: 503,
      body: { error: "storage_unavailable" },
    });
    expect((await client.listDocuments()).total).toBe(0);
    expect((await fetch(`${host.url}/healthz`)).status).toBe(200);
    const refused = () => host.output.stderr.split("\n").filter((line) => line.includes('"status":503'));
    await until("both refusals are logged", () => refused().length === 2);
    for (const line of refused()) expect(JSON.stringify(JSON.parse(line).err)).toContain(directory);

    await rename(`${directory}-away`, directory);
    expect(await readiness(host.url)).toEqual(OK);
    expect((await client.createDocument({ file: FILE })).byteSize).toBe(FILE.bytes.byteLength);
  });

  slow.it("while its bucket answers", async () => {
    await using folder = await dataFolder();
    const s3 = await startFakeS3();
    await using way = await severable({ host: "127.0.0.1", port: Number(new URL(s3.endpoint).port) });
    try {
      const environment = { AWS_ACCESS_KEY_ID: s3.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.secretAccessKey };
      const BLOBS_URL = s3.url.replace(
        encodeURIComponent(s3.endpoint),
        encodeURIComponent(`http://127.0.0.1:${way.port}`),
      );
      await using host = await hostHere({ CARTULARY_DATA: folder.path, BLOBS_URL, ...environment });
      const client = await host.signIn();
      expect(await readiness(host.url)).toEqual(OK);

      await way.sever();
      expect(await readiness(host.url)).toEqual(BLOBS_DOWN);
      const refusal = await client.createDocument({ file: FILE }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ status: 503, body: { error: "storage_unavailable" } });
      expect((refusal as { headers: Headers }).headers.get("retry-after")).toBe("5");
      expect((await client.listDocuments()).total).toBe(0);

      await way.mend();
      await until("the bucket answers again", async () => (await readiness(host.url)).status === 200);
      expect((await client.createDocument({ file: FILE })).byteSize).toBe(FILE.bytes.byteLength);
    } finally {
      await s3.stop();
    }
  });

  slow.it("while a job waits for an endless listing, and stops in time all the same", async () => {
    await using folder = await dataFolder();
    const listing = Promise.withResolvers<void>();
    const isUnanswered = (path: string) => {
      const isListing = path.includes("list-type=2");
      if (isListing) listing.resolve();
      return isListing;
    };
    const s3 = await startFakeS3({ isSilent: isUnanswered });
    try {
      await using host = await startHost({
        CARTULARY_DATA: folder.path,
        BLOBS_URL: s3.url,
        AWS_ACCESS_KEY_ID: s3.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
        SHUTDOWN_GRACE: "PT1S",
      });
      await listing.promise;
      expect(await readiness(host.url)).toEqual(OK);
      const stopping = performance.now();
      host.kill("SIGTERM");
      // The listing would never end.
      expect(await host.ended).toEqual({ code: 0, signal: null });
      expectInTime(stopping);
      expect(host.output.stderr).toContain('"job released"');
    } finally {
      await s3.stop();
    }
  });

  it.each(postgresUrls())(
    "while its database answers, and stops in time when the database ends silently",
    async (url) => {
      await using folder = await temporaryFolder();
      await using database = await migratedPostgres(url);
      await using way = await severable(serverOf(database.url));
      const DATABASE_URL = throughPort(database.url, way.port);
      await using host = await startHost({ CARTULARY_DATA: folder.path, DATABASE_URL, SHUTDOWN_GRACE: "PT0S" });
      const client = await host.signIn();
      expect(await readiness(host.url)).toEqual(OK);

      await way.sever();
      expect(await readiness(host.url)).toEqual(DATABASE_DOWN);
      const refusal = await client.listDocuments().catch((error: unknown) => error);
      expect(refusal).toMatchObject({ status: 503, body: { error: "database_unavailable" } });
      expect((refusal as { headers: Headers }).headers.get("retry-after")).toMatch(/^\d+$/);
      expect((await fetch(`${host.url}/healthz`)).status).toBe(200);

      await way.mend();
      await until("the database answers again", async () => (await readiness(host.url)).status === 200);
      expect((await client.createDocument({ file: FILE })).byteSize).toBe(FILE.bytes.byteLength);

      way.silence();
      // A test with a fake clock covers the limit of two seconds (hosts/http/test/host-api.test.ts).
      expect(await readiness(host.url)).toEqual(DATABASE_DOWN);
      const hanging = client.createDocument({ file: FILE }).catch(() => {});
      const stopping = performance.now();
      host.kill("SIGTERM");
      // The database would never answer.
      expect(await host.ended).toEqual({ code: 0, signal: null });
      expectInTime(stopping);
      await hanging;
    },
  );
});

const FILE = { name: "lease.txt", bytes: Buffer.from("the words of the lease") };

async function readiness(url: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(`${url}/readyz`);
  expect(answer.headers.has("retry-after")).toBe(answer.status === 503);
  return { status: answer.status, body: await answer.json() };
}

function postgresUrls(): readonly string[] {
  const url = inject("postgresUrl");
  return url === null ? [] : [url];
}
