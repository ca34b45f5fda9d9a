import type { Instant } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fontList } from "../src/compile/fonts.ts";
import { newPart, type Part, type PartInput } from "../src/records/part.ts";
import { type Assembled, assemble } from "../src/source/assembly.ts";
import { filledSource } from "../src/source/filled-source.ts";
import { bodySource, cellsOf, lettersOf, rowsOf } from "../src/source/layout.ts";
import { markdownToTypst } from "../src/source/markdown.ts";
import { createFilling } from "../src/source/placeholders.ts";
import { typstFiles } from "../src/source/typst-files.ts";
import { escapedValue, typstString } from "../src/source/typst-text.ts";

const filling = (variables = {}, declared: readonly string[] = []) => createFilling({ variables, declared });
const typst = (markdown: string, variables = {}) =>
  markdownToTypst(markdown, { filling: filling(variables), labels: "p" });

/** What hostile authors write: pieces of Typst and of Markdown, and whatever else there is. */
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

/** What is left of a source without its literals. */
const codeOf = (source: string) => source.replace(/"(?:[^"\\]|\\.)*"/gsu, "''");

describe("a value in a source", () => {
  it("is ASCII letters, digits and numbers of characters, whatever it says", () => {
    fc.assert(
      fc.property(hostile(), (value) => {
        expect(escapedValue(value)).toMatch(/^(?:[A-Za-z0-9]|\\u\{[0-9a-f]+\})*$/);
      }),
    );
  });

  it("is read back as it was, as a literal and as an escape, but for what no file may hold", () => {
    fc.assert(
      fc.property(hostile(), (value) => {
        const kept = value.toWellFormed().replace(/(?![\t\n])\p{Cc}/gu, "");
        expect(literalsIn(typstString(value))).toEqual([kept]);
        expect(literalsIn(`"${escapedValue(value)}"`)).toEqual([kept]);
      }),
    );
  });
});

describe("placeholders", () => {
  it("take blanks and dots, and print values as they were given", () => {
    const values = { a: "x", "b.c": 1, d: { e: [true, null], n: null }, f: null };
    const { fill, unknown } = filling(values, ["f", "g"]);
    expect(fill("{{a}}{{ a }}{{\ta }} {{b.c}} {{d.e}} {{d.e.0}} {{d.n}}{{f}}{{g}}{{g.h}} {{ }} {{a b}} {a}")).toBe(
      "xxx 1 [true,null] true  {{ }} {{a b}} {a}",
    );
    expect([...unknown]).toEqual([]);
    expect(fill("{{h}} {{ d.x }} {{h}} {{constructor}}")).toBe("   ");
    expect([...unknown]).toEqual(["h", "d.x", "constructor"]);
  });

  it("are filled once: what a value says is not looked at again", () => {
    expect(filling({ a: "{{ a }}$&" }).fill("<{{ a }}>")).toBe("<{{ a }}$&>");
  });
});

describe("a filled source", () => {
  it("tells where a place stands in what its author wrote", () => {
    const { source, origin } = filledSource("é{{ a }}b\n\u0007#x {{ a }}{{ a }}!", filling({ a: "q!" }));
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

  it("has as many lines as its author wrote, whatever the values say", () => {
    fc.assert(
      fc.property(hostile(), hostile(), (text, a) => {
        const { source } = filledSource(text, filling({ a }));
        expect(source.split("\n")).toHaveLength(text.split("\n").length);
      }),
    );
  });
});

describe("Markdown", () => {
  it("becomes code of a few words, and every letter of an author stands in a literal", () => {
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

  it("prints what is nested too deep flat, and all of it", () => {
    const source = typst(`${">".repeat(50)} deep`);
    expect(source.match(/#quote/g)?.length).toBeLessThan(20);
    expect(literalsIn(source)).toEqual(["deep"]);
  });

  it("prints placeholders in code as they stand, and asks nothing for them", () => {
    const known = filling({ a: "v" });
    const markdown = "{{ a }} `{{ a }}` ``{{\ta }}``\n\n```{{ l }}\n{{ nobody }} {{a}}\n```\n\n    {{ b }}";
    const source = markdownToTypst(markdown, { filling: known, labels: "p" });
    expect(literalsIn(source)).toEqual([
      ...["v ", "{{ a }}", " ", "{{\ta }}"],
      ...["{{ nobody }} {{a}}", "{{ l }}", "{{ b }}"],
    ]);
    expect([...known.unknown]).toEqual([]);
    const deep = markdownToTypst(`${">".repeat(50)} {{ a }} \`{{ a }}\` b<br>c`, { filling: known, labels: "p" });
    expect(literalsIn(deep).join("")).toBe("v  {{ a }}  b   c");
  });

  it("prints what an author wrote whatever stands for the blanks of placeholders", () => {
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
  it("puts consecutive parts of a group beside each other, and wraps what is wider than twelve columns", () => {
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

  it("breaks no signature, alone or beside another", () => {
    const signature = { partType: "signature", bsize: 6 } as const;
    expect(bodySource(placed(signature))).toContain("breakable: false");
    const row = bodySource(placed({ ...signature, rowGroup: 1 }, { ...signature, rowGroup: 1 }, { rowGroup: 1 }));
    expect(row.split("breakable: false")).toHaveLength(3);
  });

  it("never lays cells of a row over each other, whatever their widths", () => {
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

describe("an assembly", () => {
  const document = (overrides: Partial<Assembled> = {}): Assembled => ({
    assemblyMode: "composed",
    typstSource: "#set par(justify: true)\n#let x = {{ a }}",
    pageSettings: { paper: "a5", header: "{{ a }}", size: "0pt", font: 'x"y' },
    locale: "fr",
    variables: { a: "v" },
    variablesSchema: { properties: { b: { default: 2 } } },
    ...overrides,
  });
  const sourceOf = ({ files }: ReturnType<typeof assemble>, path: string) => {
    const found = files.find((file) => file.path === path);
    return found && "source" in found ? found.source : undefined;
  };

  it("begins with the page, then the preamble, then the parts, each in a file of its own", () => {
    const parts = partsOf({ content: "one" }, { content: "= Two", contentFormat: "typst", title: "{{ a }}" });
    const assembly = assemble(document(), parts, false);
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

  it("leaves drafts out unless they are asked for, and says so", () => {
    const parts = partsOf({ content: "one" }, { content: "two", status: "draft" });
    expect(assemble(document(), parts, false)).toMatchObject({ partsIncluded: 1, partsSkipped: 1 });
    expect(assemble(document(), parts, true)).toMatchObject({ partsIncluded: 2, partsSkipped: 0 });
  });

  it("is refused where nothing would be printed: heads and feet alone are nothing", () => {
    const refusal = { code: "nothing_to_compile" };
    const cases: readonly (readonly Part[])[] = [
      [],
      partsOf({ status: "draft" }),
      partsOf({ partType: "header" }, { partType: "footer" }),
    ];
    for (const parts of cases) {
      expect(() => assemble(document(), parts, false)).toThrow(expect.objectContaining(refusal));
    }
    const pure = document({ assemblyMode: "pure_typst", typstSource: null });
    expect(() => assemble(pure, partsOf({}), true)).toThrow(expect.objectContaining(refusal));
  });

  it("of pure Typst is its source alone", () => {
    const assembly = assemble(document({ assemblyMode: "pure_typst", typstSource: "= {{ a }}" }), partsOf({}), true);
    expect(sourceOf(assembly, "/main.typ")?.split("\n").slice(1)).toEqual(["= v"]);
    expect(
      assembly.locate({ severity: "error", path: "/main.typ", line: 2, column: 3, message: "", hint: null }),
    ).toEqual({
      ...{ partId: null, line: 1, column: 3 },
    });
    expect(assembly).toMatchObject({ partsIncluded: 0, partsSkipped: 0 });
  });

  it("knows the names that nobody gave, wherever they stand", async () => {
    const parts = partsOf(
      { content: "{{ m }} {{ b }}" },
      { content: "{{ n }}", contentFormat: "typst", title: "{{ o }}" },
    );
    const { unknownNames, ...assembly } = assemble(
      document({ typstSource: "// {{ p }}", pageSettings: { footer: "{{ q }}" } }),
      parts,
      true,
    );
    expect(unknownNames.toSorted()).toEqual(["n", "o", "p", "q"]);
    const { files, missingNames } = await typstFiles({
      ...{ ...assembly, missingNames: unknownNames },
      ...{ createdAt: EPOCH, onBehalfOf: null },
    });
    expect(missingNames.toSorted()).toEqual(["m", "n", "o", "p", "q"]);
    expect(files.find(({ path }) => path === "/parts/1.typ")?.source).toBe('#"\u{20}2";');
  });

  it("finds a diagnostic in what its author wrote", () => {
    const parts = partsOf({ content: "one" }, { content: "{{ a }}é#x", contentFormat: "typst" });
    const assembly = assemble(document(), parts, false);
    const at = (path: string | null, line: number | null, column: number | null) =>
      assembly.locate({ severity: "error", path, line, column, message: "", hint: null });
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

  it("are listed by name, without those of the machine where that is asked, and without its directories", () => {
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
