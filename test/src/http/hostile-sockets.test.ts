import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type Listener, listen } from "@cartulary/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { blobFiles, contentOf, makersFor, sha256, versionsOf } from "../../support/record-factories.ts";

/** `CARTULARY_MAX_DIRECT_UPLOAD` unless it is set. */
/** More than is anywhere on its way at once. */
const MAX = 16 * 1_048_576;
const BOUNDARY = "a-boundary";
const OPENING = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="uploaded_file"; filename="f.bin"\r\n\r\n`;
const CLOSING = `\r\n--${BOUNDARY}--\r\n`;

/** Rows of the tables of hostile inputs that only bytes on a socket can send; by their numbers. */
describe("hostile bytes on a socket", () => {
  let house: House;
  let listener: Listener;
  let bearer: string;
  /** Requests that came in so far, and those of them that were not answered yet. */
  const requests = { begun: 0, open: 0 };

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open(), { maxDirectUploadBytes: MAX });
    listener = await listen({ fetch: counted }, { host: "127.0.0.1", port: 0 });
    bearer = await house.admin.token();
  });
  afterAll(async () => {
    await listener.close(1);
    await house.close();
  });

  const head = (method: string, path: string, headers: readonly string[] = []) =>
    [
      `${method} ${path} HTTP/1.1`,
      "Host: house",
      `Authorization: Bearer ${bearer}`,
      "Connection: close",
      ...headers,
      "",
      "",
    ].join("\r\n");
  const uploading = (length: number | null, path = `${DOCUMENTS}/documents`) => {
    const text = length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
    return head("POST", path, [`Content-Type: multipart/form-data; boundary=${BOUNDARY}`, text]);
  };
  const total = async () =>
    Number((await house.admin.ask("GET", `${DOCUMENTS}/documents`)).headers.get("x-total-count"));

  async function opened(): Promise<Socket> {
    const socket = connect(listener.port, "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  }

  /** Sends the pieces as fast as they are taken and answers the first line and the body of what came back. */
  async function exchange(pieces: Iterable<string | Uint8Array>): Promise<{ status: number; text: string }> {
    const socket = await opened();
    const received: Buffer[] = [];
    const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.on("data", (chunk) => received.push(chunk));
    for (const piece of pieces) {
      if (received.length > 0 || socket.destroyed) break;
      if (!socket.write(piece)) await Promise.race([once(socket, "drain"), ended]).catch(() => {});
    }
    await ended;
    const text = Buffer.concat(received).toString("latin1");
    return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
  }

  async function counted(request: Request): Promise<Response> {
    requests.begun += 1;
    requests.open += 1;
    try {
      return await house.app.fetch(request);
    } finally {
      requests.open -= 1;
    }
  }

  /** Sends the pieces, disconnects, and waits until the host has handled the request. */
  async function abandon(pieces: Iterable<string | Uint8Array>): Promise<void> {
    const { begun } = requests;
    const socket = await opened();
    for (const piece of pieces) await new Promise((sent) => socket.write(piece, sent));
    const closed = once(socket, "close");
    socket.destroy();
    await closed;
    await expect.poll(() => requests, { timeout: 20_000 }).toEqual({ begun: begun + 1, open: 0 });
  }

  function* bytes(length: number, chunked = false): Generator<string | Uint8Array> {
    const piece = new Uint8Array(1 << 20);
    for (let left = length; left > 0; left -= piece.length) {
      const part = piece.subarray(0, Math.min(left, piece.length));
      if (chunked) yield `${part.length.toString(16)}\r\n`;
      yield part;
      if (chunked) yield "\r\n";
    }
  }
  function* chunked(...texts: readonly string[]): Generator<string> {
    for (const text of texts) yield `${text.length.toString(16)}\r\n${text}\r\n`;
  }

  it("40: takes a file of as many bytes as it may have, and not one of a byte more, declared or not", async () => {
    const before = await total();
    const length = OPENING.length + MAX + CLOSING.length;
    const taken = await exchange([uploading(length), OPENING, ...bytes(MAX), CLOSING]);
    expect(taken.status).toBe(201);
    expect(taken.text).toContain(`"byte_size":${MAX}`);
    const files = await storedFiles();

    const declared = await exchange([uploading(length + 1), OPENING, ...bytes(MAX + 1), CLOSING]);
    const undeclared = await exchange([
      uploading(null),
      ...chunked(OPENING),
      ...bytes(MAX + 1, true),
      ...chunked(CLOSING),
      "0\r\n\r\n",
    ]);
    expect([declared.status, undeclared.status]).toEqual([413, 413]);
    expect(undeclared.text).toContain('"payload_too_large"');
    expect(await total()).toBe(before + 1);
    expect(await storedFiles()).toEqual(files);
  });

  it("39 and 40: creates nothing for a form that ends before its length or before its final boundary", async () => {
    const before = await total();
    const files = await storedFiles();
    const form = `${OPENING}${"x".repeat(100_000)}${CLOSING}`;
    const short = await exchange([uploading(form.length - 50_000), form]);
    const cut = await exchange([uploading(null), ...chunked(form.slice(0, 50_000)), "0\r\n\r\n"]);
    expect([short.status, cut.status]).toEqual([400, 400]);
    await abandon([uploading(form.length), form.slice(0, 50_000)]);
    await abandon([uploading(form.length + 1000), form]);
    await abandon([uploading(null), ...chunked(form.slice(0, 90_000))]);
    expect(await storedFiles()).toEqual(files);
    expect(await total()).toBe(before);
  });

  it("39: a version that is cut off leaves the document as it was", async () => {
    const document = await makersFor(house).upload({}, "v0");
    const files = await storedFiles();
    const form = `${OPENING}${"x".repeat(100_000)}${CLOSING}`;
    await abandon([uploading(form.length, versionsOf(document.id)), form.slice(0, 60_000)]);
    expect(await storedFiles()).toEqual(files);
    expect((await house.admin.ask("GET", contentOf(document.id))).text).toBe("v0");
    expect((await house.admin.ask<readonly unknown[]>("GET", versionsOf(document.id))).body).toEqual([]);
  });

  it("65: a line break in a header is no header", async () => {
    const document = await makersFor(house).upload({}, "v0");
    const form = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="expected_sha256"\r\n\r\n${sha256("v0")}\r\n${OPENING}v1${CLOSING}`;
    const headers = [
      "Idempotency-Key: a\rb",
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      `Content-Length: ${form.length}`,
    ];
    expect((await exchange([head("POST", versionsOf(document.id), headers), form])).status).toBe(400);
    expect((await house.admin.ask("GET", contentOf(document.id))).text).toBe("v0");
  });

  it("7: a token of a megabyte is refused and the next request is served", async () => {
    const refused = await exchange([
      `GET ${DOCUMENTS}/folders HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${"x".repeat(1_000_000)}\r\n\r\n`,
    ]);
    expect([401, 431]).toContain(refused.status);
    expect((await exchange([head("GET", `${DOCUMENTS}/folders`)])).status).toBe(200);
  });

  it("refuses two lengths, an invalid length and an invalid path with a 4xx", async () => {
    for (const request of [
      head("POST", `${DOCUMENTS}/folders`, [
        "Content-Type: application/json",
        "Content-Length: 2",
        "Transfer-Encoding: chunked",
      ]),
      head("POST", `${DOCUMENTS}/folders`, ["Content-Type: application/json", "Content-Length: two"]),
      head("GET", "//"),
      head("GET", "/%"),
      head("GET", `${DOCUMENTS}/folders/%ff`),
      head("GET", `${DOCUMENTS}/folders/%E0%A4%A`),
      head("GET", `${DOCUMENTS}/folders/..%2f..%2fhealthz`),
      head("GET", `http://elsewhere.example.org${DOCUMENTS}/nothing`),
    ]) {
      const { status } = await exchange([request]);
      expect({ request, status, fourHundred: status >= 400 && status < 500 }).toMatchObject({ fourHundred: true });
    }
  });

  it("refuses a missing, repeated or invalid host, and runs nothing", async () => {
    const before = await total();
    const json = '{"name":"twice"}';
    const posted = (hosts: readonly string[], version = "1.1") =>
      [
        `POST ${DOCUMENTS}/folders HTTP/${version}`,
        ...hosts,
        `Authorization: Bearer ${bearer}`,
        "Content-Type: application/json",
        `Content-Length: ${json.length}`,
        "Connection: close",
        "",
        json,
      ].join("\r\n");
    const folders = async () => (await house.admin.ask("GET", `${DOCUMENTS}/folders`)).headers.get("x-total-count");
    const known = await folders();
    for (const hosts of [
      [],
      ["Host: house", "Host: elsewhere.example.org"],
      ["Host: house", "HOST: house"],
      ["Host: house", "X-Other: 1", "host: "],
      ["Host: a/b"],
    ]) {
      expect({ hosts, ...(await exchange([posted(hosts)])) }).toMatchObject({ hosts, status: 400 });
    }
    const { status, text } = await exchange([posted(["Host: a", "Host: b"], "1.0")]);
    expect(status).toBe(400);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    const [, requestId] = /^x-request-id: ([0-9a-f-]{36})\r$/im.exec(head) ?? [];
    expect(JSON.parse(body)).toEqual({
      ...{ error: "bad_request", message: "The request has more than one Host header", details: [] },
      request_id: requestId,
    });
    expect([await total(), await folders()]).toEqual([before, known]);
    expect((await exchange([posted(["Host: house"])])).status).toBe(201);
  });

  it("68: sends large contents in pieces, with the headers that a browser needs", async () => {
    const content = Buffer.alloc(5_000_000, "0123456789");
    const { id } = await makersFor(house).upload({}, { bytes: content, name: "a.svg", type: "image/svg+xml" });
    const url = `http://127.0.0.1:${listener.port}${contentOf(id)}`;
    const headers = { authorization: `Bearer ${bearer}` };
    const whole = await fetch(url, { headers });
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-length": "5000000",
      "x-content-type-options": "nosniff",
      "content-security-policy":
        "sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox; default-src 'none'",
    });
    expect(whole.headers.get("content-disposition")).toMatch(/^attachment\b/);
    const part = await fetch(url, { headers: { ...headers, range: "bytes=4999995-" } });
    expect([part.status, await part.text(), part.headers.get("content-length")]).toEqual([206, "56789", "5"]);
  });

  /** The files that remain after unreferenced blobs were collected. */
  async function storedFiles(): Promise<readonly string[]> {
    house.clock.pass(1000);
    await house.upkeep.run();
    return blobFiles(house);
  }
});
