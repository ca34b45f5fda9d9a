import type { PrintedDocument, PrintedPart, TypesetRequest, TypesetResult, Typesetter } from "@cartulary/composition";
import { STANDING_RULES } from "@cartulary/composition/source";
import type { Id, Instant, JsonObject } from "@cartulary/kernel";
import { describe, expect, it } from "../runner/runner.ts";
import { printOf } from "./print.ts";

/** The harness of {@link typesetterContract}. */
export interface TypesetterHarness {
  /** Returns the same one at each call. */
  create(): Typesetter;
  /** Another one, made anew. */
  another(): Typesetter;
  /** True if it can write PDF/A. Otherwise each result has a warning. */
  readonly archival: boolean;
  /** How many pages it can write, where that is fewer than may be written. */
  readonly pages?: number;
}

const CREATED_AT = "2026-03-01T09:08:07.000Z" as Instant;

let people = 0;

/** A new user at each call, because jobs of one user run one after the other. */
const newUserId = () => String(++people) as Id<"User">;

/** A request with one source and other files. */
export function typesetRequest(source: string, others: Readonly<Record<string, string>> = {}): TypesetRequest {
  const files = Object.entries({ "/main.typ": source, ...others }).map(([path, text]) => ({ path, source: text }));
  return { main: "/main.typ", files, createdAt: CREATED_AT, onBehalfOf: newUserId() };
}

/** A request of a composed document. */
export function compositionRequest(
  document: Partial<PrintedDocument>,
  parts: readonly Partial<PrintedPart>[],
): TypesetRequest {
  const printed: PrintedDocument = {
    assemblyMode: "composed",
    typstSource: null,
    pageSettings: {},
    locale: "fr",
    variables: {},
    variablesSchema: {},
    ...document,
  };
  const composition = async () => ({ document: printed, parts: parts.map(printedPartOf) });
  return { composition, createdAt: CREATED_AT, onBehalfOf: newUserId() };
}

const printedPartOf = (part: Partial<PrintedPart>, index: number): PrintedPart => ({
  id: `part-${index}` as PrintedPart["id"],
  title: null,
  content: "",
  contentFormat: "markdown",
  partType: "content",
  alignment: "left",
  bsize: 12,
  pageBreak: false,
  rowGroup: null,
  ...part,
});

const noArchive = () => expect.stringContaining("no PDF/A");
const PLACELESS = { path: null, line: null, column: null };

/** Sources that reach for what is not theirs. */
export const LEAKS: readonly string[] = [
  '#read("/etc/passwd")',
  '#read("../../../../etc/passwd")',
  '#read("passwd")',
  '#image("/etc/hosts")',
  '#include "/proc/self/environ"',
  '#json("/package.json")',
  '#csv("/dev/stdin")',
  '#plugin("/usr/lib/x.wasm")',
  '#import "@preview/cetz:0.3.0"',
  '#import "@local/secrets:0.1.0"',
  '#pdf.attach("/etc/passwd")',
  '#pdf.attach("/main.typ")',
];

/** A PNG of one red pixel. */
const ONE_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

/** Characters of forms and letters that the default family has in part (composition.md 2). */
const SIGNS = ["☑", "☐", "☒", "✓", "✗", "☎", "→", "≤", "ﬁ"];

/** PostScript names of what each typesetter embeds begin so. */
const EMBEDDED = /^(?:LibertinusSerif|NewCM|DejaVuSansMono)/;

/** Text that reveals the machine or the libraries. */
const TECHNICAL =
  /\/(?:dev|etc\/[^p h]|tmp|root|home|usr|work)\b|searched at|os error|https?:|node_modules|SourceDiagnostic/;

/** Contract of typesetters. */
export function typesetterContract(
  name: string,
  { create, another, archival: isArchival, pages = 2_000 }: TypesetterHarness,
): void {
  const typeset = (source: string, others?: Readonly<Record<string, string>>) =>
    create().typeset(typesetRequest(source, others));

  /** The warnings of every source. */
  const USUAL = isArchival ? [] : [{ severity: "warning", ...PLACELESS, message: noArchive(), hint: null }];

  async function typesetPdf(source: string, others?: Readonly<Record<string, string>>) {
    const result = await typeset(source, others);
    if (result.outcome !== "typeset") throw new Error(JSON.stringify(result));
    return result;
  }

  async function failure(source: string, others?: Readonly<Record<string, string>>) {
    const result = await typeset(source, others);
    if (result.outcome !== "failed") throw new Error(`It was ${result.outcome}`);
    return result;
  }

  describe(`${name} is a typesetter`, () => {
    it("makes a PDF, archivable where it can be", async () => {
      const { pdf, pageCount, archival, warnings } = await typesetPdf("= Bail\n#pagebreak()\n#lorem(50)");
      expect({ pageCount, archival, warnings }).toEqual({ pageCount: 2, archival: isArchival, warnings: USUAL });
      const text = Buffer.from(pdf).toString("latin1");
      expect(text.startsWith("%PDF-1.7")).toBe(true);
      expect(text.includes("<pdfaid:part>2</pdfaid:part>")).toBe(isArchival);
      expect(text.includes("<pdfaid:conformance>B</pdfaid:conformance>")).toBe(isArchival);
      expect(text).toContain("D:20260301090807");
    });

    it("makes the same bytes of the same sources, wherever they are compiled", async () => {
      const request = typesetRequest("= Bail\n#lorem(200)\n$ x^2 $\n`code`");
      const results: TypesetResult[] = [];
      for (const typesetter of [create(), create(), another()]) results.push(await typesetter.typeset(request));
      const pdfs = results.map((result) => result.outcome === "typeset" && Buffer.from(result.pdf).toString("latin1"));
      expect(new Set(pdfs).size).toBe(1);
      expect(pdfs[0]).not.toBe(false);
    });

    it("reads the files of its request, and none of the one before", async () => {
      const source = '#include "/parts/1.typ"\n#json("/vars.json").name';
      const files = { "/parts/1.typ": "Partie", "/vars.json": '{"name": "Anne"}' };
      expect((await typesetPdf(source, files)).pageCount).toBe(1);
      expect((await failure(source, { "/parts/1.typ": "Partie" })).diagnostics).toEqual([
        { severity: "error", path: "/main.typ", line: 2, column: 7, message: "file not found", hint: null },
      ]);
    });

    it("puts a composed document together, and typesets nothing while a value is missing", async () => {
      const typstSource = "Page 1\n#context if query(footnote).len() == 1 { pagebreak() }";
      const ask = (variables: JsonObject, variablesSchema: JsonObject = {}) => {
        const schema = { properties: { b: {} }, ...variablesSchema };
        const part = { title: "{{ c }}", content: "**{{ a }}**[^1] {{ b }}\n\n[^1]: note" };
        return create().typeset(compositionRequest({ typstSource, variables, variablesSchema: schema }, [part]));
      };
      expect(await ask({ a: '#panic("x")', c: 1 })).toMatchObject({
        outcome: "typeset",
        pageCount: 2,
        warnings: USUAL,
      });
      expect(await ask({})).toEqual({ outcome: "incomplete", missingNames: ["c", "a"] });
      expect(await ask({ a: 1, c: 1 }, { required: ["z"] })).toEqual({ outcome: "incomplete", missingNames: ["z"] });
      expect(await ask({ c: 1 }, { required: ["z", "a"] })).toEqual({
        outcome: "incomplete",
        missingNames: ["z", "a"],
      });
    });

    it("shows the pictures of a composed document, and says that one is broken", async () => {
      const typstSource = '#set page(width: auto, height: auto)\n#image("/logo.png", width: 40mm)';
      const shown = (bytes: Uint8Array) =>
        create().typeset({
          ...compositionRequest({ assemblyMode: "pure_typst", typstSource }, []),
          pictures: [{ path: "/logo.png", bytes }],
        });
      expect(await shown(Buffer.from(ONE_PIXEL, "base64"))).toMatchObject({ outcome: "typeset", warnings: USUAL });
      expect(await shown(new Uint8Array([1, 2, 3]))).toMatchObject({
        ...{ outcome: "failed", cause: "error" },
        diagnostics: [{ severity: "error", path: "/main.typ", line: 2 }],
      });
    });

    it("reports the position of an error of a composed document in the author's text", async () => {
      const typst = { contentFormat: "typst", content: "= Sound\né{{ a }}{{ a }} #nope" } as const;
      const request = compositionRequest({ variables: { a: "long" } }, [{ content: "text" }, typst]);
      const place = { path: "/parts/2.typ", line: 2, column: 18 };
      const found = { severity: "error", ...place, message: "unknown variable: nope", hint: null };
      expect(await create().typeset(request)).toEqual({ outcome: "failed", cause: "error", diagnostics: [found] });
      const preamble = await create().typeset(compositionRequest({ typstSource: "\n#nope" }, [{ content: "text" }]));
      const own = { path: "/main.typ", line: 2, column: 2 };
      expect(preamble).toMatchObject({ outcome: "failed", diagnostics: [own] });
    });

    it("refuses a filled source beyond the limit, and compiles the next one", async () => {
      const variables = { a: "é".repeat(30_000), o: { a: ["x".repeat(30_000)] } };
      const long = "{{a}}".repeat(16_000);
      const documents: readonly [Partial<PrintedDocument>, Partial<PrintedPart>][] = [
        [{}, { content: long, contentFormat: "typst" }],
        [{}, { content: long }],
        [{}, { content: "{{ o }}".repeat(11_000) }],
        [{ typstSource: long }, { content: "text" }],
        [{ assemblyMode: "pure_typst", typstSource: long }, {}],
      ];
      for (const [document, part] of documents) {
        const result = await create().typeset(compositionRequest({ variables, ...document }, [part]));
        expect(result).toEqual({ outcome: "too_long" });
      }
      const titled = Array.from({ length: 100 }, () => ({ title: "{{a}}".repeat(50), content: "text" }));
      expect(await create().typeset(compositionRequest({ variables }, titled))).toEqual({ outcome: "too_long" });
      const furnished = { variables, pageSettings: { header: "{{a}}".repeat(200), footer: "{{a}}".repeat(200) } };
      expect(await create().typeset(compositionRequest(furnished, [{ content: "text" }]))).toEqual({
        outcome: "too_long",
      });
      expect((await create().typeset(typesetRequest("= Bail"))).outcome).toBe("typeset");
    });

    it("rejects with the error of a composed document that cannot be read", async () => {
      const gone = new Error("gone");
      const request = { createdAt: CREATED_AT, onBehalfOf: newUserId(), composition: () => Promise.reject(gone) };
      await expect(create().typeset(request)).rejects.toBe(gone);
      expect((await create().typeset(typesetRequest("= Bail"))).outcome).toBe("typeset");
    });

    it("makes emphasis and the heads of tables look like that, on each page", async () => {
      const printed = async (markdown: string) => {
        const document = { typstSource: "#set page(width: 8cm, height: 5cm)" };
        const result = await create().typeset(compositionRequest(document, [{ content: markdown }]));
        return result.outcome === "typeset" ? printOf(result.pdf) : result;
      };
      expect(await printed("*a _b *c* d_ e*")).toEqual({ pages: ["a b c d e"], fonts: ["LibertinusSerif-Italic"] });
      const table = await printed(`| Head |\n|--|\n${"| row<br>row |\n".repeat(6)}`);
      const { pages, fonts } = table as { readonly pages: readonly string[]; readonly fonts: readonly string[] };
      expect(fonts).toEqual(["LibertinusSerif-Bold", "LibertinusSerif-Regular"]);
      expect(pages.length).toBeGreaterThan(1);
      for (const page of pages) expect(page).toMatch(/^Head\s*row/);
    });

    it("reports the position of an error in code points of its line, and a hint", async () => {
      const files = { "/parts/2-é.typ": "= Titre\n\r\né😀 #foo-bar\n" };
      expect(await failure('#include "/parts/2-é.typ"', files)).toEqual({
        outcome: "failed",
        cause: "error",
        diagnostics: [
          {
            severity: "error",
            ...{ path: "/parts/2-é.typ", line: 3, column: 5 },
            message: "unknown variable: foo-bar",
            hint: expect.stringContaining("foo - bar"),
          },
        ],
      });
    });

    it("warns of an unknown font family, with its line and column", async () => {
      const { warnings, archival } = await typesetPdf('#set text(font: "Unknown Sans")\nBail');
      expect(archival).toBe(isArchival);
      expect(warnings).toEqual([
        {
          severity: "warning",
          ...{ path: "/main.typ", line: 1, column: 17 },
          message: expect.stringContaining("unknown font family"),
          hint: null,
        },
        ...USUAL,
      ]);
    });

    it("prints text of an unknown font family in the default family", async () => {
      const { pdf } = await typesetPdf(
        'Bail\n#set text(font: "Unknown Sans")\n#text(font: ("Unknown Sans", "Unknown Serif"))[signé]',
      );
      expect(await printOf(pdf)).toEqual({
        pages: [expect.stringMatching(/Bail\s*signé/)],
        fonts: ["LibertinusSerif-Regular"],
      });
    });

    it.each([
      ["the default family", ""],
      ["the first of the usual families", STANDING_RULES],
      ["another one", '#set text(font: "New Computer Modern Math")\n'],
      ["one that is monospaced", '#set text(font: "DejaVu Sans Mono")\n'],
      ["an unknown family", '#set text(font: "Unknown Sans")\n'],
      ["a list that begins with an unknown family", '#set text(font: ("Unknown Sans", "Libertinus Serif"))\n'],
      ["code", "#show: it => raw(SIGNS)\n"],
      ["a formula", "#show: it => $SIGNS$\n"],
    ])("prints signs that %s lacks in an embedded font, never in a font of the machine", async (_where, rule) => {
      const source = `#let SIGNS = "${SIGNS.join(" ")}"\n${rule}#SIGNS *#SIGNS* _#SIGNS _`;
      const { pdf, archival, warnings } = await typesetPdf(source);
      if (!rule.includes("Unknown")) expect(warnings).toEqual(USUAL);
      const { pages, fonts } = await printOf(pdf);
      const [text = ""] = pages;
      for (const sign of SIGNS) expect(text).toContain(sign);
      expect(fonts.filter((name) => !EMBEDDED.test(name))).toEqual([]);
      expect(archival).toBe(isArchival);
      const other = await another().typeset(typesetRequest(source));
      expect(other.outcome === "typeset" && Buffer.from(other.pdf).equals(Buffer.from(pdf))).toBe(true);
    });

    it("prints a ligature within a word in letters that fit the word", async () => {
      const { pdf } = await typesetPdf(`${STANDING_RULES}con\ufb01ance`);
      expect(await printOf(pdf)).toEqual({
        pages: ["con\ufb01ance"],
        fonts: ["LibertinusSerif-Regular", "NewCMMath-Regular"],
      });
    });

    it("makes a plain PDF of features that PDF/A forbids", async () => {
      const files = {
        "/parts/1.typ": "sound",
        "/parts/2.typ": "#text(fill: cmyk(10%, 20%, 30%, 0%))[colour]",
        "/parts/3.typ": "#box(fill: gradient.conic(red, blue))[gradient]",
      };
      const source = Object.keys(files).map((path) => `#include "${path}"`);
      const { pdf, archival, warnings } = await typesetPdf(source.join("\n"), files);
      expect((await printOf(pdf)).pages.join()).toMatch(/sound.*colour.*gradient/s);
      expect(archival).toBe(false);
      expect(Buffer.from(pdf).toString("latin1")).not.toContain("pdfaid");
      const warning = (path: string, word: string) => ({
        severity: "warning",
        ...{ ...PLACELESS, path },
        ...{ message: expect.stringMatching(`${word}.*not PDF/A`), hint: expect.any(String) },
      });
      const expected = [warning("/parts/2.typ", "CMYK"), warning("/parts/3.typ", "conic")];
      expect(warnings.toSorted((one, other) => ((one.path ?? "") < (other.path ?? "") ? -1 : 1))).toEqual(
        isArchival ? expected : USUAL,
      );
    });

    it("rejects attachments, also in a document that cannot become PDF/A", async () => {
      const glyphs = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(" ");
      const source = `#set text(fill: cmyk(10%, 20%, 30%, 0%))\n${glyphs}\n#pdf.attach("/main.typ")`;
      expect(await failure(source)).toMatchObject({ cause: "error" });
    });

    it.runIf(isArchival)("makes a PDF that claims less where only the archivable one is impossible", async () => {
      const files = { "/parts/1.typ": "sound", "/parts/2.typ": "漢" };
      const source = '#set text(fallback: false)\n#include "/parts/1.typ"\n#include "/parts/2.typ"';
      const glyph = await typesetPdf(source, files);
      expect(glyph.archival).toBe(false);
      expect(glyph.warnings).toEqual([
        {
          severity: "warning",
          ...{ ...PLACELESS, path: "/parts/2.typ" },
          message: expect.stringContaining("漢"),
          hint: expect.any(String),
        },
      ]);
      expect(Buffer.from(glyph.pdf).toString("latin1")).not.toContain("pdfaid");
      const long = await typesetPdf('#set document(title: "x" * 40000)\nBail');
      expect({ archival: long.archival, warnings: long.warnings.length }).toEqual({ archival: false, warnings: 1 });
    });

    it.each(LEAKS)("lets no source access anything outside its own files: %s", async (source) => {
      const { cause, diagnostics } = await failure(source);
      expect(cause).toBe("error");
      expect(diagnostics).toHaveLength(1);
      expect(diagnostics[0]?.message).not.toMatch(TECHNICAL);
      expect(diagnostics[0]?.message).toMatch(
        /^(?:file not found|packages cannot be used here|files cannot be attached)$/,
      );
    });

    it("makes no PDF with too many pages", async () => {
      expect((await typesetPdf("#pagebreak()\n".repeat(pages - 1))).pageCount).toBe(pages);
      expect(await failure("#pagebreak()\n".repeat(2_000))).toMatchObject({ cause: "memory", diagnostics: [] });
    });

    it("names the families that come with it", async () => {
      const { families } = await create().fonts(newUserId());
      const embedded = families.filter(({ source }) => source === "embedded").map(({ name }) => name);
      expect(embedded).toContain("Libertinus Serif");
      for (const { variants } of families) expect(variants.length).toBeGreaterThan(0);
      const used = embedded.map((family) => `#text(font: "${family}")[a]`).join("\n");
      expect((await typesetPdf(used)).warnings).toEqual(USUAL);
    });
  });
}
