import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { askUntilLast } from "../../support/ask-until-last.ts";
import {
  announced,
  FIRST,
  type HostProcess,
  programArguments,
  startHost,
  startProcess,
  startProgram,
  temporaryFolder,
  until,
} from "../../support/cartulary-process.ts";
import { hostHere } from "../../support/command-here.ts";
import { type SlowUpload, slowUpload } from "../../support/slow-upload.ts";

const PIECE = Buffer.alloc(100_000, "x");
/** More than lies on its way between two sockets. */
const DOWNLOAD_BYTES = 16 * 1_048_576;
/** What `npm start` runs. */
const RUNNER = ["hosts/node/bin/on-node.mjs", "hosts/cli/src/cartulary.ts", "serve"];

describe("A host that is told to stop", () => {
  it("accepts nothing more, finishes the upload that is under way, and exits with 0", async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path, SHUTDOWN_GRACE: "PT1H" });
    const upload = await underWay(host, folder.path);
    host.kill("SIGTERM");
    await isStopping(host);
    await expect(fetch(`${host.url}/healthz`)).rejects.toThrow();
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

  it("resets no connection that a client keeps: each has one more answer, which says that it is the last", async () => {
    await using folder = await temporaryFolder();
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
    await expect(fetch(`${host.url}/healthz`)).rejects.toThrow();
    expect(await host.ended).toEqual({ code: 0, signal: null });
  });

  it("lets go of a connection that its client would keep, once the answer is sent", async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path, SHUTDOWN_GRACE: "PT1H" });
    const upload = await underWay(host, folder.path, { keepAlive: true });
    host.kill("SIGTERM");
    await isStopping(host);
    const { status, headers } = await upload.finish();
    expect([status, headers.connection]).toEqual([201, "close"]);
    expect(await host.ended).toEqual({ code: 0, signal: null });
  });

  it("finishes the download that is under way, on a connection that its client would keep", async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path, SHUTDOWN_GRACE: "PT1H" });
    const bytes = Buffer.alloc(DOWNLOAD_BYTES, "a long lease");
    const { id } = await (await host.signIn()).createDocument({ file: { name: "large.bin", bytes } });
    const headers = { authorization: `Bearer ${await host.token()}` };
    const agent = new Agent({ keepAlive: true });
    const request = get(`${host.url}/api/v1/documents/documents/${id}/content`, { headers, agent });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    host.kill("SIGTERM");
    await isStopping(host);
    const received: Uint8Array[] = [];
    for await (const piece of response) received.push(piece);
    expect(Buffer.concat(received).equals(bytes)).toBe(true);
    expect(await host.ended).toEqual({ code: 0, signal: null });
  });

  it("stops the same way however often it is told, and by whichever signal", async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path, SHUTDOWN_GRACE: "PT1H" });
    const upload = await underWay(host, folder.path);
    for (const signal of ["SIGINT", "SIGINT", "SIGTERM", "SIGINT"] as const) host.kill(signal);
    await isStopping(host);
    host.kill("SIGINT");
    expect((await upload.finish()).status).toBe(201);
    expect(await host.ended).toEqual({ code: 0, signal: null });
  });

  it("cuts what is not finished in time, and keeps nothing half", async () => {
    await using folder = await temporaryFolder();
    {
      await using host = await startHost({ CARTULARY_DATA: folder.path, SHUTDOWN_GRACE: "PT0S" });
      const upload = await underWay(host, folder.path);
      host.kill("SIGTERM");
      await expect(upload.reply).rejects.toThrow();
      expect(await host.ended).toEqual({ code: 0, signal: null });
    }
    await using again = await hostHere({ CARTULARY_DATA: folder.path });
    expect((await (await again.signIn()).listDocuments()).total).toBe(0);
    await until("the bytes are collected", async () => (await filesIn(join(folder.path, "blobs"))).length === 0);
  });

  it.each([
    [
      "npm, which started its runner,",
      ["sh", "-c", '"$@"; exit', "npm", process.execPath, ...programArguments(RUNNER)],
    ],
    ["its runner", [process.execPath, ...programArguments(RUNNER)]],
  ])("stops by itself when %s is gone without a word", async (_, [command = "", ...words]) => {
    await using folder = await temporaryFolder();
    const environment = { ...FIRST, PORT: "0", CARTULARY_DATA: folder.path, npm_lifecycle_event: "start" };
    await using started = startProcess(command, words, environment);
    const { url, pid } = await announced(started);
    try {
      started.kill("SIGKILL");
      await started.ended;
      expect(started.output.stderr).toContain('"event":"stopping"');
      expect(await refuses(url)).toBe(true);
    } finally {
      killIfThere(pid);
    }
  });
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

  it("ends with the code of a host that does not start", async () => {
    await using runner = startProgram(RUNNER, { PORT: "http" });
    expect(await runner.ended).toEqual({ code: 1, signal: null });
    expect(runner.output.stderr).toContain("PORT");
  });
});

const CHECKS = { database: "ok", blobs: "ok" };
const READY = JSON.stringify({ status: "ok", checks: CHECKS });
const STOPPING = JSON.stringify({ status: "stopping", checks: CHECKS });

/** Resolves when the host has begun to store the bytes. */
async function underWay(
  { url, token }: HostProcess,
  data: string,
  options: { readonly keepAlive?: boolean } = {},
): Promise<SlowUpload> {
  const upload = slowUpload({ url, token: await token(), ...options });
  await upload.write(PIECE);
  await until("the host stores what comes", async () => (await filesIn(join(data, "blobs"))).length === 1);
  return upload;
}

function isStopping({ output }: HostProcess): Promise<void> {
  return until("the host says that it stops", () => output.stderr.includes('"event":"stopping"'));
}

async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function refuses(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  );
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended as it should.
  }
}
