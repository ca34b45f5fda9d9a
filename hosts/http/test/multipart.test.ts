import type { NewDocument } from "@cartulary/documents";
import { documentOperations } from "@cartulary/wire";
import { describe, expect, it } from "vitest";
import { type BodyReader, DEFAULT_BODY_TIMEOUTS } from "../src/transport/body-timeouts.ts";
import { readMultipart } from "../src/transport/multipart.ts";

const BOUNDARY = "test-boundary";
const FILE_MAX = 1000;

interface Part {
  readonly name: string;
  readonly value: string | Uint8Array;
  /** The raw text after `filename=`, quotes included. */
  readonly filename?: string;
  readonly type?: string;
}

function form(...parts: readonly Part[]): string {
  const written = parts.map(({ name, value, filename, type }) => {
    const disposition = `form-data; name="${name}"${filename === undefined ? "" : `; filename=${filename}`}`;
    const contentType = type === undefined ? "" : `Content-Type: ${type}\r\n`;
    return `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n${contentType}\r\n${value}\r\n`;
  });
  return `${written.join("")}--${BOUNDARY}--\r\n`;
}

/** The body as a network delivers it: in small pieces, each when it is read. */
function inPieces(body: string, size = 97): ReadableStream<Uint8Array> & { readonly taken: () => number } {
  const bytes = new TextEncoder().encode(body);
  let at = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at >= bytes.byteLength) return controller.close();
        controller.enqueue(bytes.subarray(at, at + size));
        at += size;
      },
    },
    { highWaterMark: 0 },
  );
  return Object.assign(stream, { taken: () => at });
}

function request(body: RequestInit["body"], headers: Record<string, string> = {}): Request {
  const type = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return new Request("http://host/", {
    method: "POST",
    body,
    headers: { ...type, ...headers },
    duplex: "half",
  } as RequestInit);
}

const read = (body: string, headers: Record<string, string> = {}) =>
  readMultipart<NewDocument>(request(inPieces(body), headers), documentOperations.createDocument, FILE_MAX);

/** Reads everything, as a use case does. */
async function whole(body: string, headers: Record<string, string> = {}) {
  const { fieldsBeforeFile: first, file, readAll: complete } = await read(body, headers);
  const chunks: Uint8Array[] = [];
  for await (const chunk of file?.bytes ?? []) chunks.push(chunk);
  const fields = await complete();
  return {
    first,
    fields,
    fileName: file?.fileName,
    contentType: file?.contentType,
    text: Buffer.concat(chunks).toString(),
  };
}

/** The text of a request's file. */
async function textOf(sent: Request): Promise<string> {
  const reading = await readMultipart(sent, documentOperations.createDocument, FILE_MAX);
  const chunks: Uint8Array[] = [];
  for await (const chunk of reading.file?.bytes ?? []) chunks.push(chunk);
  await reading.readAll();
  return Buffer.concat(chunks).toString();
}

const file = (value: string, filename = '"f.txt"', type = "text/plain"): Part => ({
  name: "uploaded_file",
  value,
  filename,
  type,
});
const refusal = (...details: readonly { readonly field: string; readonly code: string }[]) =>
  expect.objectContaining({ kind: "invalid", details: details.map((detail) => expect.objectContaining(detail)) });

describe("a form with a file", () => {
  it("yields the fields before it at once, and all of them at the end", async () => {
    const id = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";
    const body = form({ name: "documents_folder_id", value: id }, file("hello"), {
      name: "metadata_user[k]",
      value: "v",
    });
    expect(await whole(body)).toEqual({
      first: { documentsFolderId: id },
      fields: { documentsFolderId: id, metadataUser: { k: "v" } },
      fileName: "f.txt",
      contentType: "text/plain",
      text: "hello",
    });
  });

  it.each([
    ["brings too little in its time", { ...DEFAULT_BODY_TIMEOUTS, wholeMs: 60, fileBytesPerSecondMin: 1_000_000 }],
    ["falls silent, however fast it came", { ...DEFAULT_BODY_TIMEOUTS, silenceMs: 60, fileBytesPerSecondMin: 1 }],
  ])("that %s is refused", async (_, pace) => {
    const opened = new TextEncoder().encode(form(file("x".repeat(900))).slice(0, 800));
    const body = new ReadableStream({ start: (controller) => controller.enqueue(opened) });
    const reading = await readMultipart(request(body), documentOperations.createDocument, FILE_MAX, pace);
    const taken = async () => {
      for await (const piece of reading.file?.bytes ?? []) expect(piece.byteLength).toBeGreaterThan(0);
    };
    await expect(taken()).rejects.toMatchObject({ status: 408, code: "request_timeout" });
    await expect(reading.readAll()).rejects.toMatchObject({ status: 408 });
  });

  it("is waited for as long as its file is worked on", async () => {
    const pace = { wholeMs: 5_000, silenceMs: 200, fileBytesPerSecondMin: 1_000_000_000 };
    const body = inPieces(form(file("x".repeat(900))));
    const reading = await readMultipart(request(body), documentOperations.createDocument, FILE_MAX, pace);
    await new Promise((worked) => setTimeout(worked, 300));
    let size = 0;
    for await (const piece of reading.file?.bytes ?? []) size += piece.byteLength;
    expect(size).toBe(900);
  });

  it("is not read faster than its file is taken", async () => {
    const body = inPieces(form(file("x".repeat(900))) + " ".repeat(1_000_000));
    const reading = await readMultipart(request(body), documentOperations.createDocument, FILE_MAX);
    expect(body.taken()).toBeLessThan(100_000);
    reading.abandon();
  });

  it("may be without one", async () => {
    expect(await whole(form({ name: "name", value: "n" }))).toMatchObject({
      first: { name: "n" },
      fields: { name: "n" },
      text: "",
    });
  });

  it.each([
    ['"relevé « 2024 ».pdf"', "relevé « 2024 ».pdf"],
    ["\"x.txt\"; filename*=UTF-8''na%C3%AFve.txt", "naïve.txt"],
    ['"a%22b.txt"', 'a"b.txt'],
    ['"a\\"b.txt"', 'a"b.txt'],
    ['"C:\\\\dir\\\\c.pdf"', "C:\\dir\\c.pdf"],
  ])("reads the file name %s", async (written, name) => {
    expect((await whole(form(file("x", written)))).fileName).toBe(name);
  });

  it("leaves control characters of a head out, and leaves those of a content in", async () => {
    const sent = await whole(form(file("\u0007x\r\n\r\n--\u0007", '"bell\u0007\u0001.txt"')));
    expect([sent.fileName, sent.text]).toEqual(["bell.txt", "\u0007x\r\n\r\n--\u0007"]);
  });

  it("reads texts as UTF-8 with any declared charset, and refuses invalid UTF-8", async () => {
    const text = (value: string, type = "") =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="name"\r\n${type}\r\n${value}\r\n--${BOUNDARY}--\r\n`;
    const types = ["", "Content-Type: text/plain; charset=UTF-8\r\n", 'content-type: text/plain;charset="latin1"\r\n'];
    for (const type of types) {
      expect((await whole(text("Ébauche 🦊", type))).fields).toEqual({ name: "Ébauche 🦊" });
      const bytes = Buffer.concat(
        text("caf\u0000", type)
          .split("\u0000")
          .flatMap((piece, index) => (index === 0 ? [Buffer.from(piece)] : [Buffer.from([0xe9]), Buffer.from(piece)])),
      );
      const reading = readMultipart(request(bytes), documentOperations.createDocument, FILE_MAX);
      await expect(reading).rejects.toEqual(refusal({ field: "name", code: "invalid" }));
    }
    const named = file("x", '"a; charset=latin1.txt"');
    expect(await whole(form(named))).toMatchObject({ fileName: "a; charset=latin1.txt", contentType: "text/plain" });
  });

  it.each([
    [undefined, "application/octet-stream"],
    ["nonsense", "nonsense"],
    ["Text/Plain; charset=utf-8", "Text/Plain; charset=utf-8"],
  ])("reports the declared type of a file, %s", async (type, declared) => {
    const part = { name: "uploaded_file", value: "x", filename: '"f"', ...(type !== undefined && { type }) };
    const other = { name: "other", value: "y".repeat(500), filename: '"g"', type: "image/png" };
    expect((await whole(form(other, part, { name: "name", value: "n" }))).contentType).toBe(declared);
  });

  it("passes on every byte, in pieces of any size", async () => {
    const almost = ["\r", "\n", "\r\n", "\r\n--", `\r\n--${BOUNDARY.slice(0, -1)}`, `-${BOUNDARY}`, "\r\n\r\n", "é"];
    const contents = almost.flatMap((left) => almost.map((right) => `${left}x${right}`));
    for (let size = 1; size <= 100; size += 11) {
      for (const content of contents) {
        expect(await textOf(request(inPieces(form(file(content)), size)))).toBe(content);
      }
    }
  });

  it("does not read a chunk's memory after it has requested the next one", async () => {
    const text = { name: "description", value: "A text that comes in pieces. ".repeat(10) };
    const bytes = new TextEncoder().encode(form(text, file(`${"x".repeat(400)}\r\n--${"y".repeat(400)}`), text));
    for (const size of [1, 7, 97, 300]) {
      const memory = new Uint8Array(size);
      let at = 0;
      const body: BodyReader = {
        async read() {
          const value = bytes.subarray(at, at + size);
          at += size;
          memory.fill(0x58).set(value);
          return value.length > 0
            ? { done: false, value: memory.subarray(0, value.length) }
            : { done: true, value: undefined };
        },
      };
      const reading = await readMultipart<NewDocument>(
        request(null),
        documentOperations.createDocument,
        FILE_MAX,
        DEFAULT_BODY_TIMEOUTS,
        () => body,
      );
      const taken: string[] = [];
      for await (const piece of reading.file?.bytes ?? []) taken.push(Buffer.from(piece).toString());
      expect(taken.join("")).toBe(`${"x".repeat(400)}\r\n--${"y".repeat(400)}`);
      expect(await reading.readAll()).toEqual({ description: text.value });
    }
  });

  it("takes an empty file", async () => {
    expect(await whole(form(file("")))).toMatchObject({ text: "", fileName: "f.txt" });
  });

  it("takes a file of the longest length and none longer", async () => {
    expect((await whole(form(file("x".repeat(FILE_MAX))))).text).toHaveLength(FILE_MAX);
    await expect(whole(form(file("x".repeat(FILE_MAX + 1))))).rejects.toMatchObject({ kind: "too_large" });
  });

  it("is refused for its declared length before it is read", async () => {
    await expect(read(form(file("x")), { "content-length": "99999999" })).rejects.toMatchObject({ kind: "too_large" });
  });

  it("is refused before its file when a field has not its shape", async () => {
    const body = form({ name: "workspace_id", value: "1" }, { name: "metadata_user", value: "x" }, file("x"));
    await expect(read(body)).rejects.toEqual(
      refusal({ field: "workspaceId", code: "invalid" }, { field: "metadataUser", code: "invalid" }),
    );
  });

  it("is refused at its end when a later field has not", async () => {
    await expect(whole(form(file("x"), { name: "workspace_id", value: "1" }))).rejects.toEqual(
      refusal({ field: "workspaceId", code: "invalid" }),
    );
  });

  it("is refused with two files", async () => {
    await expect(whole(form(file("x"), file("y")))).rejects.toEqual(
      refusal({ field: "uploadedFile", code: "invalid" }),
    );
  });

  it.each([
    ["a file without a name", { name: "uploaded_file", value: "", filename: '""', type: "application/octet-stream" }],
    ["a text in its place", { name: "uploaded_file", value: "x" }],
  ])("is refused with %s", async (_, part) => {
    await expect(whole(form(part))).rejects.toEqual(refusal({ field: "uploadedFile", code: "blank" }));
  });

  it("is refused with a file in the place of a text, but not with an unknown file", async () => {
    const part = { name: "metadata_user", value: "{}", filename: '"blob"', type: "application/json" };
    await expect(whole(form(part, file("x")))).rejects.toEqual(refusal({ field: "metadataUser", code: "invalid" }));
    expect((await whole(form({ ...part, name: "other" }, file("x")))).text).toBe("x");
  });

  it("takes free-form objects of 64 KiB and refuses longer ones", async () => {
    const metadata = (length: number) => `{"k":"${"x".repeat(length - 8)}"}`;
    const sent = (length: number) => whole(form({ name: "metadata_user", value: metadata(length) }, file("x")));
    expect((await sent(65_536)).fields.metadataUser).toHaveProperty("k");
    await expect(sent(65_537)).rejects.toEqual(refusal({ field: "metadataUser", code: "too_long" }));
  });
});

describe("malformed forms", () => {
  it.each(["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary"])(
    "is refused: %s",
    async (type) => {
      const sent = request(form(file("x")), { "content-type": type });
      await expect(readMultipart(sent, documentOperations.createDocument, FILE_MAX)).rejects.toMatchObject({
        kind: "malformed",
      });
    },
  );

  it.each([
    ["an empty body", ""],
    ["another boundary", form(file("x")).replaceAll(BOUNDARY, "other")],
    ["a missing end", form({ name: "name", value: "n" }).slice(0, -8)],
    ["an endless header", `--${BOUNDARY}\r\nContent-Disposition: ${"x".repeat(20_000)}`],
  ])("is refused: %s", async (_, body) => {
    await expect(whole(body)).rejects.toMatchObject({ kind: "malformed" });
  });

  it("is refused when it breaks off within its file", async () => {
    const { file: begun, readAll: complete } = await read(form(file("x".repeat(900))).slice(0, 500));
    const taking = (async () => {
      for await (const _ of begun?.bytes ?? []) {
        // Only the end matters.
      }
    })();
    await expect(taking).rejects.toMatchObject({ kind: "malformed" });
    await expect(complete()).rejects.toMatchObject({ kind: "malformed" });
  });

  it("is refused when it breaks off and its file is not read", async () => {
    const { readAll: complete } = await read(form(file("x")).slice(0, 130));
    await expect(complete()).rejects.toMatchObject({ kind: "malformed" });
  });

  it("is refused when the connection breaks", async () => {
    let pieces = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pieces++ === 0) controller.enqueue(new TextEncoder().encode(form(file("x".repeat(900))).slice(0, 300)));
        else controller.error(new Error("ECONNRESET"));
      },
    });
    const { file: begun } = await readMultipart(request(broken), documentOperations.createDocument, FILE_MAX);
    const taking = (async () => {
      for await (const _ of begun?.bytes ?? []) {
        // Only the end matters.
      }
    })();
    await expect(taking).rejects.toMatchObject({ kind: "malformed" });
  });

  it("is refused with too many parts", async () => {
    const parts = (count: number, name: string) => form(...Array.from({ length: count }, () => ({ name, value: "x" })));
    expect((await whole(parts(50, "name"))).fields).toEqual({ name: "x" });
    await expect(whole(parts(51, "name"))).rejects.toMatchObject({ kind: "malformed" });
    await expect(whole(parts(10_000, "other"))).rejects.toMatchObject({ kind: "malformed" });
    await expect(whole(form(file("a"), file("b"), file("c")))).rejects.toMatchObject({ kind: "malformed" });
  });
});

describe("an abandoned form", () => {
  it("is read to its end all the same, so that its sender gets the response", async () => {
    const body = inPieces(form(file("x".repeat(900))));
    const reading = await readMultipart(request(body), documentOperations.createDocument, FILE_MAX);
    reading.abandon();
    await expect(reading.readAll()).rejects.toMatchObject({ kind: "malformed" });
    await expect.poll(body.taken, { timeout: 20_000 }).toBeGreaterThan(900);
  });
});
