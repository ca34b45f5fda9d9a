import type { BlockContent, DefinitionContent, Nodes, PhrasingContent, Root, RootContent, Table } from "mdast";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { isTooComplex } from "./markdown-complexity.ts";
import { closedBlanks, openBlanks } from "./placeholder-blanks.ts";
import type { PlaceholderFiller } from "./placeholders.ts";
import { removeControlCharacters, typstString, typstText } from "./typst-text.ts";

/**
 * Converts Markdown (CommonMark, GFM, front matter) to Typst. All text becomes string literals, so that no content is
 * read as code: the result always compiles.
 */
export function markdownToTypst(markdown: string, { filling, labels }: MarkdownOptions): string {
  const written = removeControlCharacters(markdown);
  if (isTooComplex(written)) return unparsed(written, filling);
  const text = closedBlanks(written);
  const tree = (FRONT_MATTER.test(text) ? settingParser : parser).parse(text) as Root;
  return blocks(tree.children, {
    fill: (text) => filling.fill(openBlanks(text)),
    labels,
    definitions: definitionsIn(tree),
    targets: new Map(),
    footnotes: footnotesIn(tree),
    placed: new Set(),
    open: new Set(),
    emphasised: false,
    depth: 0,
  });
}

/** Prints a text without parsing, with its paragraphs and lines. */
function unparsed(text: string, filling: PlaceholderFiller): string {
  const paragraphs = text.split(/\n[ \t]*\n/).map((paragraph) =>
    paragraph
      .split("\n")
      .map((line) => typstText(filling.fill(line)))
      .join("#linebreak();"),
  );
  return paragraphs.join("\n\n");
}

/** Options of a text within a document. */
export interface MarkdownOptions {
  readonly filling: PlaceholderFiller;
  /** Unique prefix of its footnote labels: letters, digits and hyphens. */
  readonly labels: string;
}

/**
 * Front matter, which is not printed. It must begin with a key, which distinguishes it from a heading between two
 * rules.
 */
const FRONT_MATTER = /^(?:---[ \t]*\n[ \t]*[\w-]+[ \t]*:|\+\+\+[ \t]*\n[ \t]*[\w-]+[ \t]*=)/;

const parser = unified().use(remarkParse).use(remarkGfm);
const settingParser = unified().use(remarkParse).use(remarkFrontmatter, ["yaml", "toml"]).use(remarkGfm);

/**
 * Maximum nesting; deeper content is printed flat, because the compiler stops at about twenty nested quotes
 * (typesetting.md 3).
 */
const DEPTH_MAX = 12;
const URL_LENGTH_MAX = 2_000;
/** Allowed link schemes. */
const LINKS = /^(?:https?:|mailto:|tel:)./i;
/** Maximum number of table columns; further ones are dropped. */
const COLUMNS_MAX = 100;

interface Footnote {
  /** From 1, in the order of the definitions. */
  readonly number: number;
  readonly content: readonly (BlockContent | DefinitionContent)[];
}

interface Context {
  readonly fill: (text: string) => string;
  readonly labels: string;
  readonly definitions: ReadonlyMap<string, string>;
  /** Cache of filled link targets. */
  readonly targets: Map<string, string>;
  readonly footnotes: ReadonlyMap<string, Footnote>;
  /** Footnotes printed already; later references point to them. */
  readonly placed: Set<string>;
  /** Footnotes being printed; a reference to itself prints only the number. */
  readonly open: Set<string>;
  /** True inside emphasis. */
  readonly emphasised: boolean;
  readonly depth: number;
}

type Block = RootContent | BlockContent | DefinitionContent;

function blocks(children: readonly Block[], context: Context): string {
  const written = children.map((child) => block(child, context)).filter((text) => text !== "");
  return written.join("\n\n");
}

function block(node: Block, context: Context): string {
  if (context.depth > DEPTH_MAX) return typstText(textOf(node, context));
  const inner = { ...context, depth: context.depth + 1 };
  switch (node.type) {
    case "paragraph":
      return inlines(node.children, inner);
    case "heading":
      return `#heading(level: ${node.depth})[${inlines(node.children, inner)}];`;
    case "blockquote":
      return `#quote(block: true)[${blocks(node.children, inner)}];`;
    case "list":
      return list(node, inner);
    case "code": {
      const lang = node.lang ? `, lang: ${typstString(openBlanks(node.lang))}` : "";
      return `#raw(${typstString(openBlanks(node.value))}, block: true${lang});`;
    }
    case "thematicBreak":
      return "#line(length: 100%);";
    case "table":
      return table(node, inner);
    case "html":
      return html(node.value, inner);
    case "definition":
    case "footnoteDefinition":
    case "yaml":
      return "";
    default:
      // Front matter in TOML.
      if ((node.type as string) === "toml") return "";
      return inline(node as PhrasingContent, inner);
  }
}

function list({ ordered, start, spread, children }: Extract<Block, { type: "list" }>, context: Context): string {
  const items = children.map((item) => {
    const content = blocks(item.children, context);
    return `[${item.checked === null || item.checked === undefined ? "" : checkbox(item.checked)}${content}]`;
  });
  const tight = `tight: ${!spread}`;
  return ordered
    ? `#enum(start: ${start ?? 1}, ${tight}, ${items.join(", ")});`
    : `#list(${tight}, ${items.join(", ")});`;
}

/** Drawn, so that no font needs the glyph. */
const checkbox = (checked: boolean): string =>
  `#box(width: .75em, height: .75em, stroke: .5pt, fill: ${checked ? "luma(40%)" : "none"});#h(.4em);`;

const ALIGNMENTS = { left: "left", center: "center", right: "right", none: "auto" } as const;

function table({ align, children: rows }: Table, context: Context): string {
  const columns = Math.min(
    rows.reduce((most, { children }) => Math.max(most, children.length), 1),
    COLUMNS_MAX,
  );
  const cells = (row: Table["children"][number]) =>
    Array.from({ length: columns }, (_, index) => `[${inlines(row.children[index]?.children ?? [], context)}]`);
  const alignments = Array.from({ length: columns }, (_, index) => ALIGNMENTS[align?.[index] ?? "none"]);
  const [head, ...body] = rows;
  const titles = head ? cells(head).map((cell) => `strong${cell}`) : [];
  const header = `table.header(${titles.join(", ")}), `;
  return `#table(columns: ${columns}, align: (${alignments.join(", ")},), ${header}${body.flatMap(cells).join(", ")});`;
}

function inlines(children: readonly PhrasingContent[], context: Context): string {
  return children.map((child) => inline(child, context)).join("");
}

function inline(node: PhrasingContent, context: Context): string {
  if (context.depth > DEPTH_MAX) return typstText(textOf(node, context));
  const inner = { ...context, depth: context.depth + 1 };
  switch (node.type) {
    case "text":
      return typstText(context.fill(oneLine(node.value)));
    case "emphasis": {
      const content = inlines(node.children, { ...inner, emphasised: true });
      // Typst prints nested emphasis upright.
      return context.emphasised ? content : `#emph[${content}];`;
    }
    case "strong":
      return `#strong[${inlines(node.children, inner)}];`;
    case "delete":
      return `#strike[${inlines(node.children, inner)}];`;
    case "inlineCode":
      return `#raw(${typstString(openBlanks(node.value))});`;
    case "break":
      return "#linebreak();";
    case "link":
      return link(node.url, inlines(node.children, inner), context);
    case "linkReference": {
      const url = context.definitions.get(node.identifier);
      const content = inlines(node.children, inner);
      return url === undefined ? content : link(url, content, context);
    }
    case "image":
    case "imageReference":
      return typstText(context.fill(node.alt ?? ""));
    case "footnoteReference":
      return footnote(node.identifier, inner);
    case "html":
      return html(node.value, inner);
    default:
      return "";
  }
}

function link(url: string, content: string, { fill, targets }: Context): string {
  const target = targets.get(url) ?? fill(url).trim();
  targets.set(url, target);
  return LINKS.test(target) && target.length <= URL_LENGTH_MAX && !/\s/.test(target)
    ? `#link(${typstString(target)})[${content}];`
    : content;
}

/** Prints the footnote at its first reference, and its number at others. */
function footnote(identifier: string, context: Context): string {
  const note = context.footnotes.get(identifier);
  if (!note || context.open.has(identifier)) {
    return `#super[${typstText(context.fill(note ? String(note.number) : identifier))}];`;
  }
  const label = `<${context.labels}-fn-${note.number}>`;
  if (context.placed.has(identifier)) return `#footnote(${label});`;
  context.placed.add(identifier);
  context.open.add(identifier);
  // Emphasis around the reference does not apply to the footnote.
  const content = blocks(note.content, { ...context, emphasised: false });
  context.open.delete(identifier);
  return `#footnote[${content}]${label}`;
}

/** Replaces line breaks within a paragraph by spaces. */
const oneLine = (text: string): string => text.replace(/[ \t]*\n[ \t]*/g, " ");

/** Prints HTML as text, except comments and line breaks, which tables need. */
function html(value: string, { fill }: Context): string {
  if (isComment(value)) return "";
  const lines = value.split(LINE_BREAK).map((line) => (line === "" ? "" : typstText(fill(oneLine(line)))));
  return lines.join("#linebreak();");
}

const LINE_BREAK = /<br\s*\/?>/i;

const isComment = (html: string): boolean => /^\s*<!--[\s\S]*-->\s*$/.test(html);

/** Returns the plain text of a node. Not recursive, because nesting may be deep. */
function textOf(top: Nodes, context: Context): string {
  const words: string[] = [];
  const waiting: Nodes[] = [top];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    words.push(ownWords(node, context));
    if ("children" in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
  return words.filter((text) => text !== "").join(" ");
}

function ownWords(node: Nodes, { fill, footnotes }: Context): string {
  switch (node.type) {
    case "text":
      return fill(node.value);
    case "html":
      return isComment(node.value) ? "" : fill(node.value.split(LINE_BREAK).join(" "));
    case "inlineCode":
    case "code":
      return openBlanks(node.value);
    case "image":
    case "imageReference":
      return fill(node.alt ?? "");
    case "footnoteReference":
      return footnotes.has(node.identifier) ? "" : fill(node.identifier);
    default:
      return "";
  }
}

function definitionsIn(tree: Root): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  for (const node of everyNode(tree)) {
    if (node.type === "definition" && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
  }
  return definitions;
}

function footnotesIn(tree: Root): ReadonlyMap<string, Footnote> {
  const footnotes = new Map<string, Footnote>();
  for (const node of everyNode(tree)) {
    if (node.type !== "footnoteDefinition" || footnotes.has(node.identifier)) continue;
    footnotes.set(node.identifier, { number: footnotes.size + 1, content: node.children });
  }
  return footnotes;
}

function* everyNode(tree: Root): Generator<Nodes> {
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    if ("children" in node) for (const child of node.children.toReversed()) waiting.push(child);
  }
}
