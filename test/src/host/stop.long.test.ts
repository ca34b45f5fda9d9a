import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { programArguments, startHost, temporaryFolder } from "../../support/cartulary-process.ts";
import { expectStoppedAlone, isStopping, RUNNER, underWay } from "../../support/stopping-host.ts";

/** More bytes than the buffers of two sockets hold. */
const DOWNLOAD_BYTES = 16 * 1_048_576;

describe("A host that gets a signal to stop", () => {
  it("finishes a running download, on a connection that its client would keep open", async () => {
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

  it("stops the same way for repeated signals, and for each kind of signal", async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path, SHUTDOWN_GRACE: "PT1H" });
    const upload = await underWay(host, folder.path);
    for (const signal of ["SIGINT", "SIGINT", "SIGTERM", "SIGINT"] as const) host.kill(signal);
    await isStopping(host);
    host.kill("SIGINT");
    expect((await upload.finish()).status).toBe(201);
    expect(await host.ended).toEqual({ code: 0, signal: null });
  });

  it("stops when npm, the parent of its runner, ends silently", () =>
    expectStoppedAlone("sh", ["-c", '"$@"; exit', "npm", process.execPath, ...programArguments(RUNNER)]));
});
