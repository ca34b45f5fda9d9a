import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request as open } from "node:http";
import { connect, type Socket } from "node:net";
import { type Listener, listen } from "@cartulary/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { blobFiles, makersFor } from "../../support/record-factories.ts";
import type { Refused } from "../../support/send-request.ts";

const MAX = 1_000_000;
const BOUNDARY = "socket-boundary";
const uploads = `${DOCUMENTS}/documents`;
const FORM = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
const OPENING = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="uploaded_file"; filename="f.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  /** True when the answer came before the whole request was sent. */
  readonly early: boolean;
}

describe("over a real socket", () => {
  let house: House;
  let listener: Listener;
  let bearer: string;

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    house = await openHouse(await sqlite.open(), { maxDirectUploadBytes: MAX });
    listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    bearer = await house.admin.token();
  });

  afterAll(async () => {
    await listener.close(1);
    await house.close();
  });

  /** Sends `body` piece by piece for as long as no answer came. */
  async function send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string | string[] | number>>,
    body: Iterable<string | Uint8Array> = [],
  ): Promise<Answered> {
    const request = open({ host: "127.0.0.1", port: listener.port, method, path, headers, agent: false });
    const answer = once(request, "response") as Promise<[IncomingMessage]>;
    let answered = false;
    void answer.then(() => {
      answered = true;
    });
    request.on("error", () => {});
    let early = false;
    for (const piece of body) {
      early = answered;
      if (early || request.destroyed) break;
      await written(request, piece, answer);
    }
    if (!early) request.end();
    const [response] = await answer;
    const chunks: Uint8Array[] = [];
    for await (const chunk of response) chunks.push(chunk);
    request.destroy();
    const text = Buffer.concat(chunks).toString();
    return { status: response.statusCode, headers: response.headers, text, early };
  }

  const authorized = () => ({ authorization: `Bearer ${bearer}` });
  const total = async () => (await house.admin.ask("GET", uploads)).headers.get("x-total-count");

  it.each([
    ["without a token", {}, 401, "unauthorized"],
    ["into a hidden folder", { authorized: true, folder: true }, 404, "not_found"],
  ])(
    "a large upload %s is answered before it is sent",
    async (_, {
      authorized: known = false,
      folder = false,
    }: { authorized?: boolean; folder?: boolean }, status, error) => {
      const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="documents_folder_id"\r\n\r\naaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee\r\n`;
      const headers = { ...FORM, ...(known && authorized()) };
      const answer = await send("POST", uploads, headers, endless(folder ? field + OPENING : OPENING));
      expect({ status: answer.status, early: answer.early, error: JSON.parse(answer.text).error }).toEqual({
        status: folder ? 422 : status,
        early: true,
        error: folder ? "unprocessable_entity" : error,
      });
    },
  );

  it("a file that is declared too large is refused at once, an undeclared one as soon as it is", async () => {
    const before = await total();
    const headers = { ...FORM, ...authorized() };
    const body = await send("POST", uploads, { ...headers, "content-length": 100_000_000 }, endless(OPENING));
    expect([body.status, body.early, JSON.parse(body.text).error]).toEqual([413, true, "payload_too_large"]);
    const undeclared = await send("POST", uploads, headers, endless(OPENING));
    expect([undeclared.status, undeclared.early]).toEqual([413, true]);
    const fetched = await fetch(`http://127.0.0.1:${listener.port}${uploads}`, {
      method: "POST",
      headers: authorized(),
      body: formOf(new Uint8Array(MAX + 1)),
    });
    expect([fetched.status, ((await fetched.json()) as Refused).error]).toEqual([413, "payload_too_large"]);
    expect(await total()).toBe(before);
  });

  it("a file of the largest size is taken", async () => {
    const fetched = await fetch(`http://127.0.0.1:${listener.port}${uploads}`, {
      method: "POST",
      headers: authorized(),
      body: formOf(new Uint8Array(MAX)),
    });
    expect([fetched.status, ((await fetched.json()) as { byte_size: number }).byte_size]).toEqual([201, MAX]);
  });

  it("a client that disconnects leaves nothing behind", async () => {
    const before = await total();
    const request = open({
      host: "127.0.0.1",
      port: listener.port,
      method: "POST",
      path: uploads,
      headers: { ...FORM, ...authorized() },
      agent: false,
    });
    request.on("error", () => {});
    const closed = new Promise((resolve) => request.on("close", resolve));
    request.write(OPENING + "x".repeat(300_000), () => request.destroy());
    await closed;
    const short = await send("POST", uploads, { ...FORM, ...authorized() }, [OPENING, "x".repeat(1000)]);
    expect([short.status, JSON.parse(short.text).error]).toEqual([400, "bad_request"]);
    expect(await total()).toBe(before);
  });

  it("a download ends when its reader leaves, and the next one is whole", async () => {
    const bytes = new Uint8Array(MAX).map((_, at) => at % 251);
    const document = await makersFor(house).upload({}, { bytes, name: "d.bin", type: "application/octet-stream" });
    const path = `${uploads}/${document.id}/content`;
    const request = open({ host: "127.0.0.1", port: listener.port, path, headers: authorized(), agent: false }).end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    await once(response, "data");
    response.destroy();
    const whole = await fetch(`http://127.0.0.1:${listener.port}${path}`, { headers: authorized() });
    expect(whole.headers.get("content-length")).toBe(String(MAX));
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it("HEAD reports the length of the body that it omits", async () => {
    const document = await makersFor(house).upload({}, "hello");
    const head = await send("HEAD", `${uploads}/${document.id}/content`, authorized());
    expect([head.status, head.headers["content-length"], head.headers.etag, head.text]).toEqual([
      200,
      "5",
      `"${document.sha256}"`,
      "",
    ]);
    const known = await send("GET", `${uploads}/${document.id}/content`, {
      ...authorized(),
      "if-none-match": `"${document.sha256}"`,
    });
    expect([known.status, known.text]).toEqual([304, ""]);
    expect((await send("HEAD", uploads, authorized())).headers["x-total-count"]).toBeDefined();
  });

  it("two Authorization headers open nothing", async () => {
    const answer = await raw(
      `GET ${uploads} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${bearer}\r\nAuthorization: Bearer ${bearer}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(
      await raw(`GET ${uploads} HTTP/1.1\r\nHost: h\r\nAuthorization: bearer ${bearer}\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("a body without a length is read as any other", async () => {
    const json = { ...authorized(), "content-type": "application/json", "transfer-encoding": "chunked" };
    const made = await send("POST", `${DOCUMENTS}/folders`, json, ['{"name":', '"in pieces"}']);
    expect([made.status, JSON.parse(made.text).name]).toEqual([201, "in pieces"]);
    const long = await send("POST", `${DOCUMENTS}/folders`, json, endless('{"name":"'));
    expect([long.status, JSON.parse(long.text).error]).toEqual([413, "payload_too_large"]);
    const bodiless = await send("POST", `${DOCUMENTS}/folders`, authorized());
    expect([bodiless.status, JSON.parse(bodiless.text).name]).toEqual([201, "Untitled"]);
  });

  it.each([
    ["HTTP/1.1", "Connection: keep-alive"],
    ["HTTP/1.1", "Connection: close"],
    ["HTTP/1.0", "Accept: */*"],
  ])("an early refusal reaches a client of %s that sends everything first, with %s", async (version, header) => {
    const body = Buffer.alloc(24_000_000, "x");
    const about = [`${version}`, "Host: h", header, "Content-Type: application/json", `Content-Length: ${body.length}`];
    const answer = await rawWhole(
      Buffer.concat([Buffer.from(`POST ${DOCUMENTS}/folders ${about.join("\r\n")}\r\n\r\n`), body]),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*"unauthorized"/);
  });

  it("a refusal in the middle of a body reaches a client that sends everything first", async () => {
    const body = Buffer.concat([Buffer.from(OPENING), Buffer.alloc(24_000_000, "x")]);
    const about = [
      `Authorization: Bearer ${bearer}`,
      `Content-Type: ${FORM["content-type"]}`,
      "Transfer-Encoding: chunked",
    ];
    const head = [`POST ${uploads} HTTP/1.1`, "Host: h", ...about, "", body.length.toString(16), ""].join("\r\n");
    const answer = await rawWhole(Buffer.concat([Buffer.from(head), body, Buffer.from("\r\n0\r\n\r\n")]));
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"payload_too_large"/);
  });

  it("a client that sends Expect waits for 100 Continue until its headers are accepted", async () => {
    const asking = (path: string, ...headers: readonly string[]) =>
      raw([`POST ${path} HTTP/1.1`, "Host: h", "Expect: 100-continue", ...headers, "", ""].join("\r\n"));
    const known = `Authorization: Bearer ${bearer}`;
    const json = "Content-Type: application/json";
    const folders = `${DOCUMENTS}/folders`;
    expect(await asking(folders, json, "Content-Length: 2")).toMatch(/^HTTP\/1\.1 401 /);
    expect(await asking(folders, known, json, "Content-Length: 2000000")).toMatch(/^HTTP\/1\.1 413 /);
    expect(await asking(folders, known, "Content-Type: text/plain", "Content-Length: 2")).toMatch(/^HTTP\/1\.1 400 /);
    expect(await asking("/healthz", known, json, "Content-Length: 2")).toMatch(/^HTTP\/1\.1 405 /);
    const answer = await raw(
      `POST ${folders} HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n${known}\r\n${json}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n`,
      (received, socket) => {
        if (received === "HTTP/1.1 100 Continue\r\n\r\n") socket.write("{}");
      },
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
  });

  it("HTTP/1.0 without a Host is answered as any other", async () => {
    expect(await raw("GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 [\s\S]*{"status":"ok"}$/);
    expect(await raw(`GET ${DOCUMENTS}/folders HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it("keeps a connection open for longer than any load balancer does", async () => {
    const { headers } = await fetch(`http://127.0.0.1:${listener.port}/healthz`);
    expect(headers.get("keep-alive")).toBe("timeout=65");
  });

  /** Everything that is answered until the end of the connection. */
  function raw(text: string, onData: (received: string, socket: Socket) => void = () => {}): Promise<string> {
    return new Promise((resolve, reject) => {
      let received = "";
      const socket = connect(listener.port, "127.0.0.1", () => socket.write(text));
      socket.setEncoding("latin1").on("data", (piece) => {
        received += piece;
        onData(received, socket);
      });
      socket.on("end", () => {
        socket.destroy();
        resolve(received);
      });
      socket.on("error", reject);
    });
  }

  /** The same for a client that reads nothing before it has sent everything. */
  function rawWhole(bytes: Uint8Array): Promise<string> {
    return new Promise((resolve, reject) => {
      const received: Buffer[] = [];
      const socket = connect({ port: listener.port, host: "127.0.0.1", allowHalfOpen: true });
      socket.pause().on("error", reject);
      socket.write(bytes, () => socket.resume());
      socket.on("data", (chunk) => received.push(chunk));
      socket.on("end", () => {
        socket.destroy();
        resolve(Buffer.concat(received).toString());
      });
    });
  }
});

describe("a body that arrives a byte at a time", () => {
  const pace = { wholeMs: 100, silenceMs: 100, fileBytesPerSecondMin: 1024 };
  const json = "Content-Type: application/json";
  const form = "Content-Type: application/x-www-form-urlencoded";
  const parts = `Content-Type: ${FORM["content-type"]}`;

  it("is refused with 408 on every path, the connection ends, and nothing of it is stored", async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    const house = await openHouse(await sqlite.open(), { bodyTimeouts: pace });
    const listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
    try {
      const authorization = `Authorization: Bearer ${await house.admin.token()}`;
      const halves = [
        [`${DOCUMENTS}/folders`, json, '{"name":"'],
        ["/oauth/token", form, "grant_type=password&password="],
        ["/login", form, "password="],
        [uploads, parts, `--${BOUNDARY}\r\n`],
        [uploads, parts, OPENING],
      ] as const;
      const clients = [...halves, ...halves, ...halves].map(([path, type, half]) =>
        trickled(listener.port, [
          `POST ${path} HTTP/1.1`,
          "Host: h",
          authorization,
          type,
          "Content-Length: 60000",
          "",
          half,
        ]),
      );
      for (const answer of await Promise.all(clients)) {
        expect(answer).toMatch(/^HTTP\/1\.1 408 /);
        expect(answer).toMatch(/\r\nconnection: close\r\n/i);
      }
      expect((await house.admin.ask("GET", uploads)).headers.get("x-total-count")).toBe("0");
      expect((await house.admin.ask("GET", `${DOCUMENTS}/folders`)).headers.get("x-total-count")).toBe("0");
      house.clock.pass(1000);
      await house.upkeep.run();
      expect(await blobFiles(house)).toEqual([]);
    } finally {
      await listener.close(1);
      await house.close();
    }
  });

  /** Sends the beginning of a request, and a byte every now and then, until the connection ends. */
  function trickled(port: number, lines: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      let received = "";
      let drops: NodeJS.Timeout | undefined;
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(lines.join("\r\n"));
        drops = setInterval(() => socket.write("x"), 20);
      });
      socket.setEncoding("latin1").on("data", (piece) => {
        received += piece;
      });
      socket.on("end", () => socket.destroy());
      socket.on("error", reject);
      socket.on("close", () => {
        clearInterval(drops);
        resolve(received);
      });
    });
  }
});

describe("a connection on which nothing moves", () => {
  it("is closed, but never under a handler that still works", async () => {
    const work = Promise.withResolvers<Response>();
    const listener = await listen({ fetch: () => work.promise }, { host: "127.0.0.1", port: 0, idleMs: 50 });
    try {
      const pending = fetch(`http://127.0.0.1:${listener.port}/`);
      const silent = connect(listener.port, "127.0.0.1");
      await once(silent.resume(), "close");
      work.resolve(new Response("done"));
      expect(await (await pending).text()).toBe("done");
    } finally {
      await listener.close(1);
    }
  });

  it("closes on a stop, even before its first request, after its current request", async () => {
    const work = Promise.withResolvers<Response>();
    const begun = Promise.withResolvers<void>();
    const fetched = () => {
      begun.resolve();
      return work.promise;
    };
    const listener = await listen({ fetch: fetched }, { host: "127.0.0.1", port: 0 });
    const silent = connect(listener.port, "127.0.0.1");
    const pending = fetch(`http://127.0.0.1:${listener.port}/`);
    await begun.promise;
    const stopped = listener.close(10);
    await once(silent.resume(), "close");
    work.resolve(new Response("done"));
    expect(await (await pending).text()).toBe("done");
    await stopped;
  });
});

function* endless(opening: string): Generator<string | Uint8Array> {
  yield opening;
  const piece = new Uint8Array(65_536).fill(0x78);
  for (;;) yield piece;
}

/** Resolves when there is room for more, or when an answer makes more needless. */
async function written(request: ClientRequest, piece: string | Uint8Array, answer: Promise<unknown>): Promise<void> {
  const settled = Promise.withResolvers<void>();
  request.once("close", settled.resolve);
  request.write(piece, () => settled.resolve());
  await Promise.race([settled.promise, answer]);
  request.off("close", settled.resolve);
}

function formOf(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append("uploaded_file", new File([bytes], "f.bin"));
  return form;
}
