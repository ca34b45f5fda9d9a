import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { docx, openDocument, openXml, xlsx } from "./office-files.ts";
import { readingWith } from "./reading.ts";
import { zipOf } from "./zip.ts";

const { read, lines, close } = readingWith();
afterAll(close);

/** The beginning of the text, so that a failing test does not compare all of it. */
async function beginning(...[bytes]: Parameters<typeof read>) {
  const reading = await read(bytes);
  return "text" in reading ? { ...reading, text: reading.text.slice(0, 500) } : reading;
}

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const FAILED = { status: "failed", isFinal: true };

describe("A bomb", () => {
  it("of zeros in an archive ends with the text before it", async () => {
    const header = (name: string, xml: string) => [`word/${name}.xml`, "wordprocessingml.header", xml] as const;
    const file = docx(paragraph("avant"), [header("header1", paragraph(" ".repeat(8_000_000)))]);
    expect(file.byteLength).toBeLessThan(20_000);
    expect(await beginning(file)).toMatchObject({
      status: "partial",
      text: expect.stringMatching(/^avant\s*$/),
      nextPage: 0,
    });
    expect(await read(docx(" ".repeat(8_000_000)))).toEqual(FAILED);
  });

  it("of entries is not opened", async () => {
    const entries = Array.from({ length: 100_000 }, (_, at) => ({ name: `a${at}`, bytes: "" }));
    expect(await read(zipOf([{ name: "[Content_Types].xml", bytes: "<Types/>" }, ...entries]))).toEqual(FAILED);
  });

  it("of shared strings ends the reading", async () => {
    const shared = Array.from({ length: 400 }, () => `<t>${"ab cd ".repeat(20_000)}</t>`);
    const reading = await read(xlsx({ shared, rows: "<row><c t='s'><v>0</v></c></row>" }));
    expect(reading).toMatchObject({ status: "partial", text: "Échéances\n" });
  });

  it("of escapes in one JSON string is read up to the limit", async () => {
    const reading = await beginning(`{"avant":"${String.raw`\u0041`.repeat(2_700_000)}`);
    expect(reading).toMatchObject({ status: "read", text: expect.stringMatching(/^avant A+$/) });
  });

  it("of nested elements, objects, groups or messages ends with the text before", async () => {
    const deep = 1_000_000;
    const partial = { status: "partial", text: expect.stringContaining("avant") };
    expect(await beginning(`<r><b>avant</b>${"<c>".repeat(deep)}`)).toMatchObject(partial);
    expect(await beginning(`["avant",${"[".repeat(deep)}`)).toMatchObject(partial);
    expect(await beginning(`{\\rtf1 avant\\par ${"{".repeat(deep)}`)).toMatchObject(partial);
    expect(await beginning(docx(`${paragraph("avant")}${"<w:tbl>".repeat(5_000)}`))).toMatchObject(partial);
    const multiparts = Array.from(
      { length: 2_000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    expect(await beginning(`From: a@example.org\r\nSubject: avant\r\n${multiparts.join("")}`)).toMatchObject(partial);
    const message =
      "From: a@example.org\r\nSubject: avant\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n";
    expect(await beginning(message.repeat(500))).toMatchObject(partial);
  });

  it("of entities is not expanded", async () => {
    const entities = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(20)}">`);
    const xml = (root: string) =>
      `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "ha"><!ENTITY x SYSTEM "file:///etc/passwd">${entities.join("")}]>${root}`;
    expect(await lines(xml("<r>un &e20; &x; deux</r>"))).toEqual(["un &e20; &x; deux"]);
    const file = zipOf([
      { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
      { name: "content.xml", bytes: xml("<d><text:p>un &e20; &x; deux</text:p></d>") },
    ]);
    expect(await lines(file)).toEqual(["un &e20; &x; deux"]);
  });
});

describe("A reading that is ended", () => {
  it("for its CPU time returns the text read so far", async () => {
    const row = `<row>${'<c t="inlineStr"><is><t>loyer</t></is></c>'.repeat(20)}</row>`;
    // Numbers whose text is not needed: the cells come first, and the rest takes longer than the limit.
    const file = xlsx({ rows: row.repeat(200) }, [
      ["xl/comments1.xml", "spreadsheetml.comments", `<a>${"<b/>x".repeat(3_000_000)}</a>`],
    ]);
    const reading = await read(file, { cpuMilliseconds: 900 });
    expect(reading).toMatchObject({ status: "partial", nextPage: 0, text: expect.stringContaining("loyer") });
  });

  it("before any text continues with more time", async () => {
    expect(await read(`{"a":"${"\\u0041".repeat(2_500_000)}"}`, { cpuMilliseconds: 1 })).toMatchObject({
      status: "partial",
      text: "",
    });
    expect(await lines("la suivante")).toEqual(["la suivante"]);
  });

  it("by closing the reader is rejected", async () => {
    const other = readingWith();
    await other.close();
    await expect(other.read("été")).rejects.toMatchObject({ kind: "unavailable" });
  });
});

describe("A file", () => {
  it("that is truncated yields its beginning, or fails", async () => {
    const whole = docx(paragraph("avant"));
    expect(await read(whole.subarray(0, -10))).toEqual(FAILED);
    expect(await read("{\\rtf1 avant {\\b ga")).toMatchObject({ status: "partial", text: "avant ga" });
    expect(
      await lines(
        "From: a@example.org\r\nSubject: avant\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nga",
      ),
    ).toContain("ga");
  });

  it("with a wrong checksum yields its text", async () => {
    const entries = [
      { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
      { name: "content.xml", bytes: "<d><text:p>avant</text:p></d>", crc32: 1 },
    ];
    expect(await read(zipOf(entries))).toMatchObject({ status: "partial", text: expect.stringContaining("avant") });
  });

  it("with a password fails permanently", async () => {
    const compound = Buffer.alloc(4_096);
    compound.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const old = Buffer.from(compound);
    old.write("EncryptedPackage", 1_001, "utf16le");
    compound.write("EncryptedPackage", 1_024, "utf16le");
    expect(await read(compound)).toEqual(FAILED);
    expect(await read(old)).toEqual({ status: "none" });
    expect(await read(zipOf([{ name: "[Content_Types].xml", bytes: "<Types/>", isEncrypted: true }]))).toEqual(FAILED);
    const manifest = "<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>";
    expect(await read(openDocument("text", "", [{ name: "META-INF/manifest.xml", bytes: manifest }]))).toEqual(FAILED);
  });

  it("of a kind without text has none", async () => {
    const none = { status: "none" };
    expect(await read("")).toEqual(none);
    expect(await read(Buffer.alloc(3_000_000))).toEqual(none);
    expect(await read(`${"texte ".repeat(1_000)}${"\0\u0001".repeat(9)}`)).toEqual(none);
    expect(await read(zipOf([{ name: "photo.jpg", bytes: "x" }]))).toEqual(none);
    expect(await read(zipOf([{ name: "mimetype", bytes: "application/epub+zip" }]))).toEqual(none);
    expect(await read(openXml([["xl/workbook.bin", "spreadsheetml.other", ""]]))).toEqual(none);
  });

  it("with hostile entry names writes nothing", async () => {
    const names = ["../../etc/passwd", "/etc/passwd", "C:\\x", "__proto__", "constructor"];
    for (const name of names) {
      const reading = await read(
        openXml([["word/document.xml", "wordprocessingml.document.main", paragraph("un")]], [{ name, bytes: "x" }]),
      );
      expect(reading.status).toMatch(/^(?:read|failed)$/);
    }
  });

  it("of any bytes yields a result", async () => {
    const whole = [
      docx(paragraph("un")),
      xlsx({ formats: [14], shared: ["<t>un</t>"], rows: '<row><c t="s"><v>0</v></c></row>' }),
      openDocument("text", "<text:p>un</text:p>"),
      Buffer.from("{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset0 A;}}\\u233?\\'e9{\\*\\x}}"),
      Buffer.from(
        "From: a@example.org\r\nSubject: =?utf-8?q?x?=\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx\r\n--b--",
      ),
      Buffer.from('<?xml version="1.0" encoding="x"?><a b="c">&#x41;<![CDATA[d]]></a>'),
      Buffer.from('{"a":[1,"\\u0041",null]}'),
    ];
    const change = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 4 }), cut: fc.boolean() });
    const changed = fc.tuple(fc.constantFrom(...whole), fc.array(change, { maxLength: 3 })).map(([file, changes]) =>
      changes.reduce((bytes, { at, bytes: others, cut }) => {
        const place = at % (bytes.length + 1);
        return Buffer.concat([
          bytes.subarray(0, place),
          others,
          bytes.subarray(cut ? bytes.length : place + others.length),
        ]);
      }, file),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, fc.uint8Array({ maxLength: 200 })), async (bytes) => {
        expect((await read(bytes)).status).toMatch(/^(?:none|read|partial|failed)$/);
      }),
      { numRuns: 200 },
    );
  });
});
