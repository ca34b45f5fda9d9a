import type { BlobKey, ByteRange, Instant } from "@cartulary/kernel";
import { describe, expect, it } from "vitest";
import { meteredBody } from "../src/transport/answer.ts";
import {
  contentHeaders,
  dispositionOf,
  downloadAnswer,
  headerFileName,
  isNotModified,
  rangeOf,
} from "../src/transport/download.ts";

const TAG = `"${"a".repeat(64)}"`;

describe("a range", () => {
  it.each<[string, ByteRange]>([
    ["bytes=0-3", { start: 0, end: 3 }],
    ["bytes=990-", { start: 990, end: 999 }],
    ["bytes=-3", { start: 997, end: 999 }],
    ["bytes=998-5000", { start: 998, end: 999 }],
    ["bytes=-5000", { start: 0, end: 999 }],
    ["Bytes=0-0", { start: 0, end: 0 }],
  ])("%s is one part of a thousand bytes", (header, range) => {
    expect(rangeOf(header, 1000)).toEqual(range);
  });

  it.each(["bytes=1000-", "bytes=999999999-", "bytes=-0", "bytes=99999999999999999999999-"])(
    "%s is outside the file",
    (header) => {
      expect(rangeOf(header, 1000)).toBe("outside");
    },
  );

  it.each([
    "bytes=0-0,5-6",
    "bytes=abc",
    "bytes=",
    "bytes=-",
    "bytes",
    "items=0-1",
    "items=5000-",
    "bytes=5-2",
    "bytes=0x1-2",
  ])("%s is ignored", (header) => {
    expect(rangeOf(header, 1000)).toBeNull();
  });

  it("of an empty file is outside it", () => {
    expect([rangeOf("bytes=0-", 0), rangeOf("bytes=-5", 0), rangeOf("bytes=0-0", 0)]).toEqual(Array(3).fill("outside"));
  });
});

describe("If-None-Match", () => {
  it("finds a tag, weak or strong, in a list", () => {
    expect([TAG, `W/${TAG}`, `"0", ${TAG}`, "*", ` ${TAG} `].map((header) => isNotModified(header, TAG))).toEqual(
      Array(5).fill(true),
    );
    expect([null, '"0"', "", TAG.slice(1, -1), `"x${TAG}`].map((header) => isNotModified(header, TAG))).toEqual(
      Array(5).fill(false),
    );
  });
});

describe("the Content-Disposition header", () => {
  it.each([
    ["../../etc/passwd", "etc_passwd"],
    ["a/b", "a_b"],
    ["a\\b.pdf", "a_b.pdf"],
    ["..", "document"],
    ["/", "document"],
    ["x\r\nSet-Cookie: a=b", "xSet-Cookie: a=b"],
    [".htaccess", ".htaccess"],
    ["a\ud800b", "a\ufffdb"],
  ])("of the name %j is %j", (name, expected) => {
    expect(headerFileName(name)).toBe(expected);
  });

  it.each([
    ["Règlement été.txt", "Reglement ete.txt"],
    ["Re\u0300glement.txt", "Reglement.txt"],
    ["œuvre, Æsir, Straße n°5 – 10 €.pdf", "oeuvre, AEsir, Strasse no5 - 10 EUR.pdf"],
    ["договор 1.pdf", "_______ 1.pdf"],
    ["😀.txt", "_.txt"],
    ["é／..／x½.txt", "e_x1-2.txt"],
    ["\u0301", "document"],
  ])("of the name %j is %j where it reads ASCII only", (name, expected) => {
    const [, written, encoded] =
      /^attachment; filename=(.+); filename\*=UTF-8''(.+)$/.exec(dispositionOf(name, "attachment")) ?? [];
    expect([written?.replace(/^"(.*)"$/, "$1"), decodeURIComponent(encoded ?? "")]).toEqual([expected, name]);
  });

  it("is one spelling where the name is ASCII", () => {
    expect(dispositionOf("lease 1.pdf", "inline")).toBe('inline; filename="lease 1.pdf"');
  });

  it("cannot be broken by a name", () => {
    const { "Content-Disposition": header } = contentHeaders(
      { contentType: "text/plain", name: "x\"; filename*=UTF-8''evil\r\n.txt" },
      TAG,
    );
    expect(header).toMatch(/^inline; filename="[^"\\]*\\"; [^"]*"(; filename\*=UTF-8''[\w%.-]*)?$/);
    const accented = contentHeaders({ contentType: "application/pdf", name: "relevé « 1 ».pdf" }, TAG);
    expect(accented["Content-Disposition"]).toContain("filename=\"releve ' 1 '.pdf\"");
    expect(accented["Content-Disposition"]).toContain("filename*=UTF-8''relev%C3%A9%20%C2%AB%201%20%C2%BB.pdf");
  });

  it.each([
    ["application/pdf", "inline"],
    ["image/webp", "inline"],
    ["text/plain", "inline"],
    ["text/html", "attachment"],
    ["image/svg+xml", "attachment"],
    ["application/octet-stream", "attachment"],
  ])("%s is displayed as %s, and never run", (contentType, disposition) => {
    const headers = contentHeaders({ contentType, name: "f" }, TAG);
    expect(headers["Content-Disposition"]?.split(";")[0]).toBe(disposition);
    expect(headers).toMatchObject({
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy":
        "sandbox allow-downloads allow-popups allow-popups-to-escape-sandbox; default-src 'none'",
    });
  });
});

/** All that an answer sends. */
async function textOf(body: Awaited<ReturnType<typeof downloadAnswer>>["body"]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const text = await new Response(meteredBody("GET", body ?? null, resolve).body).text();
  await promise;
  return text;
}

describe("a download", () => {
  const bytes = new TextEncoder().encode("hello, world");
  const content = {
    name: "f.txt",
    fileName: "f.txt",
    contentType: "text/plain",
    declaredContentType: "text/plain",
    charset: "utf-8" as const,
    byteSize: bytes.byteLength,
    sha256: "a".repeat(64),
    blobKey: "k" as BlobKey,
    contentCreatedAt: "2024-01-01T00:00:00.000Z" as Instant,
  };

  /** Returns the response and the ranges that were opened for it. */
  async function ask(headers: Record<string, string>, method = "GET") {
    const opened: (ByteRange | undefined)[] = [];
    const open = async (range?: ByteRange) => {
      opened.push(range);
      return (async function* () {
        yield bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.byteLength - 1) + 1);
      })();
    };
    const request = new Request("http://host/", { method, headers });
    const { status, headers: sent, body } = await downloadAnswer(request, { content, open });
    return { status, sent, opened, text: body ? await textOf(body) : null };
  }

  it("is the whole content, or the requested range", async () => {
    expect(await ask({})).toMatchObject({
      status: 200,
      text: "hello, world",
      sent: { "Content-Length": "12", ETag: TAG },
    });
    expect(await ask({ range: "bytes=7-" })).toMatchObject({
      status: 206,
      text: "world",
      sent: { "Content-Range": "bytes 7-11/12", "Content-Length": "5" },
    });
  });

  it("is the part only while it is still of the same content", async () => {
    expect((await ask({ range: "bytes=0-1", "if-range": TAG })).status).toBe(206);
    expect((await ask({ range: "bytes=0-1", "if-range": '"0"' })).status).toBe(200);
    expect((await ask({ range: "bytes=0-1", "if-range": `W/${TAG}` })).status).toBe(200);
    expect((await ask({ range: "bytes=0-1", "if-range": "Wed, 21 Oct 2015 07:28:00 GMT" })).status).toBe(200);
  });

  it("opens one byte for HEAD, to check its existence, and nothing for a client with the file", async () => {
    expect(await ask({ range: "bytes=0-1" }, "HEAD")).toMatchObject({
      status: 200,
      opened: [{ start: 0, end: 0 }],
      text: null,
      sent: { "Content-Length": "12" },
    });
    expect(await ask({ "if-none-match": TAG, range: "bytes=0-1" })).toMatchObject({
      status: 304,
      opened: [],
      text: null,
      sent: { ETag: TAG },
    });
  });

  it("refuses a part outside the file", async () => {
    await expect(ask({ range: "bytes=12-" })).rejects.toMatchObject({
      status: 416,
      code: "range_not_satisfiable",
      headers: { "Content-Range": "bytes */12" },
    });
  });

  it("lets the blob go when the client leaves", async () => {
    let released = false;
    async function* endless() {
      try {
        for (;;) yield bytes;
      } finally {
        released = true;
      }
    }
    const { body } = await downloadAnswer(new Request("http://host/"), { content, open: async () => endless() });
    const iterator = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.return?.();
    expect(released).toBe(true);
  });

  it("breaks off when the bytes do", async () => {
    async function* lost() {
      yield bytes;
      throw new Error("The disk is gone");
    }
    const { body } = await downloadAnswer(new Request("http://host/"), { content, open: async () => lost() });
    await expect(textOf(body)).rejects.toThrow("The disk is gone");
  });

  it("breaks off when there are fewer bytes than were promised", async () => {
    async function* short() {
      yield bytes.subarray(1);
    }
    const { body } = await downloadAnswer(new Request("http://host/"), { content, open: async () => short() });
    await expect(textOf(body)).rejects.toThrow("The last 1 bytes");
  });
});
