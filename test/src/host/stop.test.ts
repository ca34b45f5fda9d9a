import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askUntilLast } from "../../support/ask-until-last.ts";
import {
  announced,
  FIRST,
  programArguments,
  startHost,
  startProgram,
  temporaryFolder,
  until,
} from "../../support/cartulary-process.ts";
import { hostHere } from "../../support/command-here.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { slow } from "../../support/runs.ts";
import { expectStoppedAlone, filesIn, isStopping, PIECE, RUNNER, underWay } from "../../support/stopping-host.ts";

describe("A host that gets a signal to stop", () => {
  it("accepts no more requests, finishes the running upload, and exits with 0", async () => {
    await using folder = await dataFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path, SHUTDOWN_GRACE: "PT1H" });
    const upload = await underWay(host, folder.path);
    host.kill("SIGTERM");
    await isStopping(host);
    await expect(fetch(`${host.url}/healthz`)).rejects.toThrow("fetch failed");
    await upload.write(PIECE);
    const { status, text } = await upload.finish();
    expect([status, JSON.parse(text).byte_size]).toEqual([201, 2 * PIECE.byteLength]);
    expect(await host.ended).toEqual({ code: 0, signal: null });

    await using again = await hostHere({ CARTULARY_DATA: folder.path });
    const client = await again.signIn();
    const [document] = (await client.listDocuments()).items;
    if (!document) throw new Error("The document is not there");
    const content = await client.getDocumentContent({ params: { id: document.id } });
    expect(Buffer.from(await content.arrayBuffer()).equals(Buffer.concat([PIECE, PIECE]))).toBe(true);
  });

  slow.it("resets no open connection: each has one more answer, which is marked as the last", async () => {
    await using folder = await dataFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path, SHUTDOWN_GRACE: "PT5M" });
    const clients = Array.from({ length: 30 }, () => askUntilLast(`${host.url}/readyz`));
    await Promise.all(clients.map(({ settled }) => settled));
    host.kill("SIGTERM");
    for (const { answers } of clients) {
      const { last, before } = await answers;
      expect(last).toEqual({ status: 503, connection: "close", retryAfter: "5", text: STOPPING });
      expect(new Set(before.map((each) => JSON.stringify(each)))).toEqual(
        new Set([JSON.stringify({ status: 200, connection: "keep-alive", retryAfter: undefined, text: READY })]),
      );
    }
    await expect(fetch(`${host.url}/healthz`)).rejects.toThrow("fetch failed");
    expect(await host.ended).toEqual({ code: 0, signal: null });
  });

  slow.it("closes a connection that its client would keep open, once the answer is sent", async () => {
    await using folder = await dataFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path, SHUTDOWN_GRACE: "PT1H" });
    const upload = await underWay(host, folder.path, { keepAlive: true });
    host.kill("SIGTERM");
    await isStopping(host);
    const { status, headers } = await upload.finish();
    expect([status, headers.connection]).toEqual([201, "close"]);
    expect(await host.ended).toEqual({ code: 0, signal: null });
  });

  slow.it("aborts unfinished requests at the deadline, and stores nothing partial", async () => {
    await using folder = await dataFolder();
    {
      await using host = await startHost({ CARTULARY_DATA: folder.path, SHUTDOWN_GRACE: "PT0S" });
      const upload = await underWay(host, folder.path);
      host.kill("SIGTERM");
      await expect(upload.reply).rejects.toThrow(/socket hang up|ECONNRESET|EPIPE/);
      expect(await host.ended).toEqual({ code: 0, signal: null });
    }
    await using again = await hostHere({ CARTULARY_DATA: folder.path });
    expect((await (await again.signIn()).listDocuments()).total).toBe(0);
    await until("the bytes are collected", async () => (await filesIn(join(folder.path, "blobs"))).length === 0);
  });

  slow.it("stops when its runner ends silently", () => expectStoppedAlone(process.execPath, programArguments(RUNNER)));
});

describe("The checkout's own runner", () => {
  it("runs the host in its caller's folder, passes signals on, and ends with its code", async () => {
    await using folder = await temporaryFolder();
    await using runner = startProgram(RUNNER, { ...FIRST, PORT: "0", LOG_FORMAT: "json" }, folder.path);
    const { url, pid } = await announced(runner);
    expect(pid).not.toBe(runner.pid);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await readdir(join(folder.path, "data"))).toContain("cartulary.db");
    runner.kill("SIGINT");
    expect(await runner.ended).toEqual({ code: 0, signal: null });
  });

  slow.it("ends with the code of a host that does not start", async () => {
    await using runner = startProgram(RUNNER, { PORT: "http" });
    expect(await runner.ended).toEqual({ code: 1, signal: null });
    expect(runner.output.stderr).toContain("PORT");
  });
});

const CHECKS = { database: "ok", blobs: "ok" };
const READY = JSON.stringify({ status: "ok", checks: CHECKS });
const STOPPING = JSON.stringify({ status: "stopping", checks: CHECKS });
