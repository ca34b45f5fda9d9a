import type { Instant } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fontList } from "../src/compile/fonts.ts";
import { requirePrintable } from "../src/compile/printable.ts";
import { newPart, outlineOf, type Part, type PartInput } from "../src/records/part.ts";
import { assemble, partAt } from "../src/source/assembly.ts";
import type { PrintedDocument, PrintedPart } from "../src/source/composition.ts";
import { filledBytes, filledLiteralBytes, SOURCE_BYTES_MAX, typstBytes } from "../src/source/filled-length.ts";
import { fillSource } from "../src/source/filled-source.ts";
import { bodySource, cellsOf, lettersOf, rowsOf } from "../src/source/layout.ts";
import { markdownToTypst } from "../src/source/markdown.ts";
import { createPlaceholderFiller, placeholderValues } from "../src/source/placeholders.ts";
import { sourcesOf } from "../src/source/sources.ts";
import { escapeValue, typstString } from "../src/source/typst-text.ts";

const filling = (variables = {}, declared: readonly string[] = []) => createPlaceholderFiller({ variables, declared });
const typst = (markdown: string, variables = {}) =>
  markdownToTypst(markdown, { filling: filling(variables), labels: "p" });

/** Texts of hostile authors: pieces of Typst and of Markdown, and any other texts. */
const hostile = () =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "#",
          "[",
          "]",
          "{",
          "}",
          '"',
          "\\",
          "`",
          "$",
          "*/",
          "//",
          "@x",
          "<l>",
          "\n",
          "{{ a }}",
          "|",
          ">",
          "\t",
        ),
        fc.string({ unit: "binary" }),
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join(""));

/** The text of every string literal in a source, as a compiler would read it. */
function literalsIn(source: string): readonly string[] {
  return Array.from(source.matchAll(/"((?:[^"\\]|\\.)*)"/gsu), ([, inner = ""]) =>
    inner.replace(/\\(?:u\{([0-9a-f]+)\}|(.))/gsu, (_, hex?: string, one?: string) =>
      hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : one === "n" ? "\n" : one === "t" ? "\t" : (one ?? ""),
    ),
  );
}

/** A source without its literals. */
const codeOf = (source: string) => source.replace(/"(?:[^"\\]|\\.)*"/gsu, "''");

describe("a value in a source", () => {
  it("is escaped to ASCII letters, digits and code points", () => {
    fc.assert(
      fc.property(hostile(), (value) => {
        expect(escapeValue(value)).toMatch(/^(?:[A-Za-z0-9]|\\u\{[0-9a-f]+\})*$/);
      }),
    );
  });

  it("is read back unchanged, as a literal and as an escape, except for forbidden characters", () => {
    fc.assert(
      fc.property(hostile(), (value) => {
        const cleaned = value.toWellFormed().replace(/(?![\t\n])\p{Cc}/gu, "");
        expect(literalsIn(typstString(value))).toEqual([cleaned]);
        expect(literalsIn(`"${escapeValue(value)}"`)).toEqual([cleaned]);
      }),
    );
  });
});

describe("placeholders", () => {
  it("accept spaces and dots, and print values unchanged", () => {
    const values = { a: "x", "b.c": 1, d: { e: [true, null], n: null }, f: null };
    const { fill, unknown } = filling(values, ["f", "g"]);
    expect(fill("{{a}}{{ a }}{{\ta }} {{b.c}} {{d.e}} {{d.e.0}} {{d.n}}{{f}}{{g}}{{g.h}} {{ }} {{a b}} {a}")).toBe(
      "xxx 1 [true,null] true  {{ }} {{a b}} {a}",
    );
    expect([...unknown]).toEqual([]);
    expect(fill("{{h}} {{ d.x }} {{h}} {{constructor}}")).toBe("   ");
    expect([...unknown]).toEqual(["h", "d.x", "constructor"]);
  });

  it("are filled once: placeholders inside values stay", () => {
    expect(filling({ a: "{{ a }}$&" }).fill("<{{ a }}>")).toBe("<{{ a }}$&>");
  });
});

describe("a filled source", () => {
  it("maps its positions to those of the author's text", () => {
    const { source, origin } = fillSource("é{{ a }}b\n\u0007#x {{ a }}{{ a }}!", filling({ a: "q!" }));
    expect(source).toBe("éq\\u{21}b\n#x q\\u{21}q\\u{21}!");
    expect(origin(1, 1)).toEqual({ line: 1, column: 1 });
    expect(origin(1, 4)).toEqual({ line: 1, column: 2 });
    expect(origin(1, 9)).toEqual({ line: 1, column: 9 });
    expect(origin(2, 1)).toEqual({ line: 2, column: 2 });
    expect(origin(2, 5)).toEqual({ line: 2, column: 5 });
    expect(origin(2, 12)).toEqual({ line: 2, column: 12 });
    expect(origin(2, 18)).toEqual({ line: 2, column: 19 });
    expect(origin(9, 1)).toEqual({ line: 2, column: 20 });
  });

  it("has as many lines as its author wrote, for any values", () => {
    fc.assert(
      fc.property(hostile(), hostile(), (text, a) => {
        const { source } = fillSource(text, filling({ a }));
        expect(source.split("\n")).toHaveLength(text.split("\n").length);
      }),
    );
  });
});

const bytesOf = (text: string) => Buffer.byteLength(text);

describe("the length of a text with its placeholders filled", () => {
  /** With a value that is an object, one that is declared and missing, and one that is unknown. */
  const valued = (a: string) => filling({ a, o: { b: [a] } }, ["d"]);
  const withPlaceholders = () =>
    fc
      .array(fc.oneof(hostile(), fc.constantFrom("{{ a }}", "{{o}}", "{{ o.b }}", "{{d}}", "{{ absent }}")), {
        maxLength: 8,
      })
      .map((pieces) => pieces.join(""));

  it("is that of the source, to the byte, and is known before any is filled", () => {
    fc.assert(
      fc.property(withPlaceholders(), hostile(), (text, a) => {
        const { unknown, ...own } = valued(a);
        const length = typstBytes(text, { ...own, unknown });
        expect([...unknown]).toEqual([]);
        expect(length).toBe(bytesOf(fillSource(text, valued(a)).source));
      }),
    );
  });

  it("is that of a literal, to the byte, where no half of a character meets its other one", () => {
    fc.assert(
      fc.property(withPlaceholders(), hostile(), (raw, value) => {
        const [text, a] = [raw.toWellFormed(), value.toWellFormed()];
        const literal = typstString(valued(a).fill(text));
        expect(filledLiteralBytes(text, valued(a))).toBe(bytesOf(literal) - 2);
        expect(filledLiteralBytes(raw, valued(value))).toBeGreaterThanOrEqual(
          bytesOf(typstString(valued(value).fill(raw))) - 2,
        );
      }),
    );
  });

  it("bounds the printed length of Markdown's words and values", () => {
    const words = fc.array(fc.constantFrom("word", "{{ a }}", "*", "**", "> ", "- ", "\n", "\n\n", " ", "# ", "`"));
    fc.assert(
      fc.property(words, fc.string(), (pieces, a) => {
        const markdown = pieces.join("");
        const printed = literalsIn(typst(markdown, { a })).reduce((sum, text) => sum + bytesOf(text), 0);
        expect(printed).toBeLessThanOrEqual(filledLiteralBytes(markdown, valued(a)));
      }),
    );
  });

  it("is computed of a value once, however often it is printed", () => {
    let reads = 0;
    const variables = {
      get a() {
        reads += 1;
        return "x".repeat(60_000);
      },
    };
    const text = "{{a}}".repeat(16_000);
    expect(typstBytes(text, filling(variables))).toBe(960_000_000);
    expect(reads).toBeLessThan(10);
  });
});

describe("Markdown", () => {
  it("becomes code of a few words, and every character of the author is in a literal", () => {
    const words =
      /(?:#(?:heading|emph|strong|strike|raw|linebreak|line|quote|list|enum|box|h|table|link|footnote|super)|table\.header|strong|level|block|true|false|none|tight|start|columns|align|left|center|right|auto|length|width|height|stroke|fill|luma|lang|em|pt)/g;
    fc.assert(
      fc.property(hostile(), hostile(), (markdown, a) => {
        const code = codeOf(typst(markdown, { a }));
        expect(code.replace(words, "").replace(/<p-fn-\d+>/g, "")).toMatch(/^[\s#()[\],;:'.%\d]*$/);
      }),
      { numRuns: 300 },
    );
  });

  it("prints every word of plain text", () => {
    const word = fc.stringMatching(/^[a-zà-ÿ]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        expect(literalsIn(typst(words.join(" "))).join(" ")).toBe(words.join(" "));
      }),
    );
  });

  const BROKEN_TITLE = 'strong[#"a";#linebreak();#"b";]';
  const titleCell = (text: string) => `strong[#"${text}";]`;

  it.each<readonly [string, string]>([
    ["# A **b**", '#heading(level: 1)[#"A ";#strong[#"b";];];'],
    ["a\nb  \nc", '#"a b";#linebreak();#"c";'],
    ["`x` ~~y~~", '#raw("x");#" ";#strike[#"y";];'],
    ["```js\na()\n```", '#raw("a()", block: true, lang: "js");'],
    ["*a **b** c*", '#emph[#"a ";#strong[#"b";];#" c";];'],
    ["***x***", '#emph[#strong[#"x";];];'],
    ["*a _b_ c* _d_", '#emph[#"a ";#"b";#" c";];#" ";#emph[#"d";];'],
    ["*a **b _c_***", '#emph[#"a ";#strong[#"b ";#"c";];];'],
    ["*a[^1]*\n\n[^1]: *b*", '#emph[#"a";#footnote[#emph[#"b";];]<p-fn-1>];'],
    ["a<br>b<BR />c <br/>\n<br\n/>d", '#"a";#linebreak();#"b";#linebreak();#"c ";#linebreak();#" ";#linebreak();#"d";'],
    ["<br>\n<i>a<br>b</i>", '#linebreak();#" <i>a";#linebreak();#"b</i>";'],
    [
      "|a<br>b|\n|-|\n|c<br/>d|",
      `#table(columns: 1, align: (auto,), table.header(${BROKEN_TITLE}), [#"c";#linebreak();#"d";]);`,
    ],
    ["<break> <br x> <brr>", '#"<break>";#" ";#"<br x>";#" ";#"<brr>";'],
    ["> q", '#quote(block: true)[#"q";];'],
    ["3. a\n4. b", '#enum(start: 3, tight: true, [#"a";], [#"b";]);'],
    [
      "- [x] a",
      '#list(tight: true, [#box(width: .75em, height: .75em, stroke: .5pt, fill: luma(40%));#h(.4em);#"a";]);',
    ],
    [
      "| a | b |\n|--:|---|\n| c |",
      `#table(columns: 2, align: (right, auto,), table.header(${titleCell("a")}, ${titleCell("b")}), [#"c";], []);`,
    ],
    ["[a](https://x.org) [b](javascript:x) [c](/etc/passwd)", '#link("https://x.org")[#"a";];#" ";#"b";#" ";#"c";'],
    ["[a][r]\n\n[r]: mailto:a@b.c", '#link("mailto:a@b.c")[#"a";];'],
    ["![alt](/etc/passwd)", '#"alt";'],
    ["a[^1] b[^1]\n\n[^1]: note", '#"a";#footnote[#"note";]<p-fn-1>#" b";#footnote(<p-fn-1>);'],
    ["a[^1]\n\n[^1]: note[^1]", '#"a";#footnote[#"note";#super[#"1";];]<p-fn-1>'],
    ["<b>x</b> <!-- y -->", '#"<b>";#"x";#"</b>";#" ";'],
    ["---\nsecret: 1\n---\nbody", '#"body";'],
    ["$x$ #panic() @a", '#"$x$ #panic() @a";'],
    ["", ""],
  ])("%j", (markdown, expected) => {
    expect(typst(markdown)).toBe(expected);
  });

  it("is printed as it is where it would take a parser too long", () => {
    const cases = [
      ">".repeat(1000),
      "_a*".repeat(7000),
      "[a](".repeat(10_000),
      "a".repeat(262_145),
      `${" ".repeat(120)}- a`,
    ];
    for (const text of cases) expect(literalsIn(typst(`${text}\n{{ a }}`, { a: "v" }))).toEqual([text, "v"]);
    expect(typst("**a** ".repeat(700))).toContain("#strong");
    expect(typst(`${"-".repeat(200)}\n`)).toBe("#line(length: 100%);");
  });

  it("prints too deep nesting flat, without losing text", () => {
    const source = typst(`${">".repeat(50)} deep`);
    expect(source.match(/#quote/g)?.length).toBeLessThan(20);
    expect(literalsIn(source)).toEqual(["deep"]);
  });

  it("prints placeholders in code unchanged, and requires no values for them", () => {
    const known = filling({ a: "v" });
    const markdown = "{{ a }} `{{ a }}` ``{{\ta }}``\n\n```{{ l }}\n{{ absent }} {{a}}\n```\n\n    {{ b }}";
    const source = markdownToTypst(markdown, { filling: known, labels: "p" });
    expect(literalsIn(source)).toEqual([
      ...["v ", "{{ a }}", " ", "{{\ta }}"],
      ...["{{ absent }} {{a}}", "{{ l }}", "{{ b }}"],
    ]);
    expect([...known.unknown]).toEqual([]);
    const deep = markdownToTypst(`${">".repeat(50)} {{ a }} \`{{ a }}\` b<br>c`, { filling: known, labels: "p" });
    expect(literalsIn(deep).join("")).toBe("v  {{ a }}  b   c");
  });

  it("prints the author's text, also with the characters that mark placeholders internally", () => {
    expect(typst("`{{\u{fdd0}a }}` {{ a\u{fdd1} }}\u{fdd0}", { a: "\u{fdd0}v" })).toBe('#raw("{{a }}");#" \u{fdd0}v";');
  });

  it("takes values after it was parsed, so that their marks are text", () => {
    const source = typst("**{{ a }}** [l](https://x.org/{{ b }})", { a: "*x*\n# y", b: 'q"' });
    expect(source).toBe('#strong[#"*x*\\n# y";];#" ";#link("https://x.org/q\\"")[#"l";];');
    expect(typst("[l]({{ u }})", { u: "javascript:alert(1)" })).toBe('#"l";');
  });
});

const EPOCH = "2026-01-01T00:00:00.000Z" as Instant;
const partsOf = (...inputs: readonly PartInput[]): readonly Part[] =>
  inputs.map((input, index) =>
    newPart(
      { status: "editing", ...input },
      { id: `id-${index}` as Part["id"], composedDocumentId: "d" as never, position: index, now: EPOCH },
    ),
  );
const placed = (...inputs: readonly PartInput[]) =>
  partsOf(...inputs).map((part, index) => ({ part, path: `/${index}` }));

describe("the layout", () => {
  it("puts consecutive parts of a group in one row, and wraps rows wider than twelve columns", () => {
    const row = (rowGroup: number | null, bsize = 6): PartInput => ({ rowGroup, bsize });
    const all = placed(
      row(null),
      row(1),
      row(1),
      row(2),
      row(1),
      row(null),
      row(null),
      { ...row(1), partType: "appendix" },
      row(1),
    );
    expect(rowsOf(all).map((parts) => parts.length)).toEqual([1, 2, 1, 1, 1, 1, 1, 1]);
    const cells = cellsOf(placed(row(1, 8), row(1, 4), row(1, 1), row(1, 12), row(1, 5)));
    expect(cells.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [8, 0],
      [0, 1],
      [0, 2],
      [0, 3],
    ]);
  });

  it("breaks no signature, alone or next to another", () => {
    const signature = { partType: "signature", bsize: 6 } as const;
    expect(bodySource(placed(signature))).toContain("breakable: false");
    const row = bodySource(placed({ ...signature, rowGroup: 1 }, { ...signature, rowGroup: 1 }, { rowGroup: 1 }));
    expect(row.split("breakable: false")).toHaveLength(3);
  });

  it("never overlaps the cells of a row, for any widths", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 20 }), (widths) => {
        const cells = cellsOf(placed(...widths.map((bsize) => ({ bsize, rowGroup: 1 }))));
        const taken = cells.flatMap(({ x, y, part }) =>
          Array.from({ length: part.bsize }, (_, at) => y * 100 + x + at),
        );
        expect(new Set(taken).size).toBe(taken.length);
        expect(cells.every(({ x, part }) => x + part.bsize <= 12)).toBe(true);
      }),
    );
  });

  it("letters appendices as a spreadsheet does its columns", () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(lettersOf)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
  });
});

describe("the printed parts of a document", () => {
  const composed = { assemblyMode: "composed", typstSource: null } as const;
  const judged = (parts: readonly Part[], includeDraft = false) =>
    requirePrintable(composed, parts.map(outlineOf), includeDraft);

  it("has no drafts unless they are included, and counts the skipped ones", () => {
    const parts = partsOf({ content: "one" }, { content: "two", status: "draft" });
    expect(judged(parts)).toEqual({ partsIncluded: 1, partsSkipped: 1 });
    expect(judged(parts, true)).toEqual({ partsIncluded: 2, partsSkipped: 0 });
    const pure = { assemblyMode: "pure_typst", typstSource: "= Bail" } as const;
    expect(requirePrintable(pure, parts.map(outlineOf), true)).toEqual({ partsIncluded: 0, partsSkipped: 0 });
  });

  it("is refused where that is nothing: heads and feet alone are nothing", () => {
    const refusal = expect.objectContaining({ code: "nothing_to_compile" });
    const cases: readonly (readonly Part[])[] = [
      [],
      partsOf({ status: "draft" }),
      partsOf({ partType: "header" }, { partType: "footer" }),
    ];
    for (const parts of cases) expect(() => judged(parts)).toThrow(refusal);
    for (const typstSource of [null, " \n"]) {
      expect(() => requirePrintable({ assemblyMode: "pure_typst", typstSource }, [], true)).toThrow(refusal);
    }
  });

  it("is refused before it is read where its parts are too long as they are", () => {
    const [part] = partsOf({ content: "text" });
    const outlines = (bytes: number, count: number) =>
      Array.from({ length: count }, () => ({ ...outlineOf(part as Part), contentBytes: bytes }));
    const half = SOURCE_BYTES_MAX / 2;
    expect(requirePrintable(composed, outlines(half, 2), false)).toMatchObject({ partsIncluded: 2 });
    const refusal = expect.objectContaining({
      details: [expect.objectContaining({ field: "variables", code: "too_long" })],
    });
    expect(() => requirePrintable(composed, outlines(half + 1, 2), false)).toThrow(refusal);
  });
});

describe("an assembly", () => {
  const document = (overrides: Partial<PrintedDocument> = {}): PrintedDocument => ({
    assemblyMode: "composed",
    typstSource: "#set par(justify: true)\n#let x = {{ a }}",
    pageSettings: { paper: "a5", header: "{{ a }}", size: "0pt", font: 'x"y' },
    locale: "fr",
    variables: { a: "v" },
    variablesSchema: { properties: { b: { default: 2 } } },
    ...overrides,
  });
  const assembled = (of: PrintedDocument, parts: readonly PrintedPart[]) => {
    const values = createPlaceholderFiller(placeholderValues(of));
    return { ...assemble({ document: of, parts }, values), unknown: values.unknown };
  };
  const sourceOf = ({ files }: ReturnType<typeof assembled>, path: string) => {
    const found = files.find((file) => file.path === path);
    return found && "source" in found ? found.source : undefined;
  };
  const diagnostic = (path: string | null, line: number | null, column: number | null) =>
    ({ severity: "error", path, line, column, message: "", hint: null }) as const;

  it("begins with the page, then the preamble, then the parts, each in a file of its own", () => {
    const parts = partsOf({ content: "one" }, { content: "= Two", contentFormat: "typst", title: "{{ a }}" });
    const assembly = assembled(document(), parts);
    const main = sourceOf(assembly, "/main.typ") ?? "";
    const order = [
      "#set page(",
      '#"v";',
      "#set text(lang",
      "#let x = v",
      "/parts/1.typ",
      '#heading(level: 2, "v")',
      "/parts/2.typ",
    ];
    expect(order.map((piece) => main.indexOf(piece))).toEqual(
      order.map((piece) => main.indexOf(piece)).toSorted((a, b) => a - b),
    );
    expect(order.filter((piece) => !main.includes(piece))).toEqual([]);
    expect(main).toContain('font: ("x\\"y", "Libertinus Serif", ');
    expect(main).not.toContain("fallback");
    expect(main).not.toContain("0pt");
    expect(sourceOf(assembly, "/parts/2.typ")).toBe("= Two");
    expect(JSON.parse(sourceOf(assembly, "/vars.json") ?? "")).toEqual({ a: "v", b: 2 });
  });

  it("of pure Typst is its source alone", () => {
    const assembly = assembled(document({ assemblyMode: "pure_typst", typstSource: "= {{ a }}" }), partsOf({}));
    expect(sourceOf(assembly, "/main.typ")?.split("\n").slice(1)).toEqual(["= v"]);
    expect(assembly.locate(diagnostic("/main.typ", 2, 3))).toEqual(diagnostic("/main.typ", 1, 3));
  });

  it("reports the names without a value, anywhere in a document", async () => {
    const parts = partsOf(
      { content: "{{ m }} {{ b }}" },
      { content: "{{ n }}", contentFormat: "typst", title: "{{ o }}" },
    );
    const own = document({ typstSource: "// {{ p }}", pageSettings: { footer: "{{ q }}" } });
    expect([...assembled(own, parts).unknown].toSorted()).toEqual(["n", "o", "p", "q"]);
    const needing = { ...own, variablesSchema: { ...own.variablesSchema, required: ["r", "q"] } };
    const sources = await sourcesOf({ document: needing, parts });
    const missingNames = sources.outcome === "incomplete" ? sources.missingNames : expect.unreachable();
    expect(missingNames.toSorted()).toEqual(["m", "n", "o", "p", "q", "r"]);
    const filled = { ...own, variables: { m: "", n: 1, o: 1, p: 1, q: 1 } };
    const ready = await sourcesOf({ document: filled, parts });
    const files = ready.outcome === "ready" ? ready.files : expect.unreachable();
    expect(files.find(({ path }) => path === "/parts/1.typ")?.source).toBe('#"\u{20}2";');
  });

  it("reports at most a thousand missing names", async () => {
    const content = Array.from({ length: 1_500 }, (_, index) => `{{n${index}}}`).join("");
    const sources = await sourcesOf({ document: document(), parts: partsOf({ content }) });
    expect(sources).toMatchObject({ outcome: "incomplete", missingNames: { length: 1_000 } });
  });

  it("is never longer than its limit, for any values and Markdown", async () => {
    const pieces = fc.array(
      fc.constantFrom(
        "{{ a }}",
        "{{o}}",
        "word",
        "\n",
        "| a | b |\n|---|---|\n",
        "| c |\n",
        "[r] ",
        "\n\n[r]: https://{{a}}\n",
      ),
    );
    const parts = fc.array(fc.tuple(pieces, fc.constantFrom("typst" as const, "markdown" as const)), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(parts, fc.string(), fc.integer({ min: 0, max: 3_000 }), async (some, a, bytesMax) => {
        const inputs = some.map(([content, contentFormat]) => ({ content: content.join(""), contentFormat }));
        const composition = { document: document({ variables: { a, o: { a } } }), parts: partsOf(...inputs) };
        const bounded = await sourcesOf(composition, bytesMax);
        const whole = await sourcesOf(composition);
        if (whole.outcome !== "ready") return expect.unreachable();
        const bytes = whole.files.reduce((sum, { source }) => sum + bytesOf(source), 0);
        const filled = filledBytes(composition, createPlaceholderFiller(placeholderValues(composition.document)));
        expect(bounded.outcome).toBe(Math.max(bytes, filled) > bytesMax ? "too_long" : "ready");
        if (inputs.every(({ contentFormat }) => contentFormat === "typst")) expect(filled).toBeLessThan(bytes);
      }),
    );
  });

  it("is not begun where the values alone are longer than a text can be", async () => {
    const variables = { a: "x".repeat(60_000) };
    for (const contentFormat of ["typst", "markdown"] as const) {
      const parts = partsOf({ content: "{{a}}".repeat(16_000), contentFormat });
      expect(await sourcesOf({ document: document({ variables }), parts })).toEqual({ outcome: "too_long" });
    }
  });

  it("is as long as its heads, feet and titles, too", () => {
    const bare = document({ typstSource: null, pageSettings: {}, variables: { a: "four" } });
    const length = (of: PrintedDocument, parts: readonly PrintedPart[] = []) =>
      filledBytes({ document: of, parts }, createPlaceholderFiller(placeholderValues(of)));
    expect(length(bare)).toBe(0);
    expect(length({ ...bare, pageSettings: { header: "{{a}}{{a}}", footer: "{{a}}!" } })).toBe(13);
    expect(length(bare, partsOf({ title: "{{ a }}", content: "é" }, { title: "{{a}}", content: "{{a}}" }))).toBe(14);
  });

  it("maps a diagnostic to the author's text", () => {
    const parts = partsOf({ content: "one" }, { content: "{{ a }}é#x", contentFormat: "typst" });
    const assembly = assembled(document(), parts);
    const ids = parts.map(({ id }) => id);
    const at = (path: string | null, line: number | null, column: number | null) => {
      const found = assembly.locate(diagnostic(path, line, column));
      return { partId: partAt(found.path, ids), line: found.line, column: found.column };
    };
    const main = (sourceOf(assembly, "/main.typ") ?? "").split("\n");
    const preamble = main.indexOf("#set par(justify: true)") + 1;
    expect(at("/main.typ", preamble, 6)).toEqual({ partId: null, line: 1, column: 6 });
    expect(at("/main.typ", preamble + 1, 10)).toEqual({ partId: null, line: 2, column: 10 });
    expect(at("/main.typ", 1, 1)).toEqual({ partId: null, line: 1, column: 1 });
    expect(at("/parts/1.typ", 3, 3)).toEqual({ partId: "id-0", line: null, column: null });
    expect(at("/parts/2.typ", 1, 3)).toEqual({ partId: "id-1", line: 1, column: 9 });
    expect(at(null, null, null)).toEqual({ partId: null, line: null, column: null });
  });
});

describe("fonts", () => {
  const fonts = {
    families: [
      { name: "Z", source: "system", variants: [] },
      { name: "A", source: "embedded", variants: [{ style: "normal", weight: 400, stretch: 1 }] },
    ],
    fontPaths: ["/srv/fonts/ours/"],
  } as const;

  it("are listed by name, without system fonts if not requested, and without full directories for users", () => {
    expect(fontList(fonts, { includeSystem: false, withVariants: false }, false)).toEqual({
      fonts: [{ family: "A", source: "embedded" }],
      total: 1,
      fontPaths: ["ours"],
    });
    expect(fontList(fonts, {}, true)).toMatchObject({
      fonts: [
        { family: "A", variants: [{ weight: 400 }] },
        { family: "Z", variants: [] },
      ],
      total: 2,
      fontPaths: ["/srv/fonts/ours/"],
    });
  });
});
