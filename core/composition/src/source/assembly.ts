import type { TypesetDiagnostic, TypstFile } from "../ports.ts";
import type { PartId } from "../records/ids.ts";
import { pageSettingsOf } from "../records/page-settings.ts";
import type { Composition, PrintedDocument, PrintedPart } from "./composition.ts";
import { type FilledSource, filledSource, type Position } from "./filled-source.ts";
import { bodySource, flowOf, furniture, type PlacedPart } from "./layout.ts";
import { pageSource, STANDING_RULES } from "./page-source.ts";
import { type Filling, placeholderValues } from "./placeholders.ts";

/** What the compiler is to begin with. */
const MAIN_PATH = "/main.typ";
/** The variables with their types, for authors who read them by `json`. */
const VARIABLES_PATH = "/vars.json";

/** A text that is to be written as Typst before the compiler sees it at that path. */
export interface MarkdownFile {
  readonly path: string;
  readonly markdown: string;
  /** What the labels of its footnotes begin with: no other text's may. Letters, digits and hyphens. */
  readonly labels: string;
}

/** A document as sources, with the way back from what a compiler says of them. */
interface Assembly {
  readonly main: string;
  readonly files: readonly (TypstFile | MarkdownFile)[];
  /** The same diagnostic with the line and the column of what its author wrote; both null where nobody wrote a line. */
  locate(diagnostic: TypesetDiagnostic): TypesetDiagnostic;
}

/**
 * The sources of a document: page settings, the preamble, then each part in a file of its own, so that what is broken in
 * one is known to be there. In mode `pure_typst` the source is all.
 */
export function assemble({ document, parts }: Composition, filling: Filling): Assembly {
  return document.assemblyMode === "pure_typst"
    ? pureAssembly(document, filling)
    : composedAssembly(document, parts, filling);
}

function pureAssembly(document: PrintedDocument, filling: Filling): Assembly {
  const filled = filledSource(document.typstSource ?? "", filling);
  return {
    main: MAIN_PATH,
    files: [{ path: MAIN_PATH, source: STANDING_RULES + filled.source }, variablesFile(document)],
    locate: (diagnostic) => {
      const { line, column } = diagnostic;
      return { ...diagnostic, ...placeIn(filled, line === null ? null : line - 1, column) };
    },
  };
}

function composedAssembly(document: PrintedDocument, parts: readonly PrintedPart[], filling: Filling): Assembly {
  const sources = new Map<string, PartSource>();
  const placed = parts.map((part, index): PlacedPart => {
    const path = pathOfPart(index);
    sources.set(path, partSource(part, { path, labels: `part-${index + 1}`, filling }));
    return { path, part: { ...part, title: part.title === null ? null : filling.fill(part.title) } };
  });
  const { header, footer, body } = flowOf(placed);
  const settings = pageSettingsOf(document.pageSettings);
  const own = { header: furniture(header), footer: furniture(footer) };
  const head = STANDING_RULES + pageSource(settings, document.locale, own, filling);
  const preamble = filledSource(document.typstSource ?? "", filling);
  const main = `${head}${preamble.source}\n\n${bodySource(body)}\n`;
  const before = head.split("\n").length - 1;
  return {
    main: MAIN_PATH,
    files: [
      { path: MAIN_PATH, source: main },
      ...Array.from(sources.values(), ({ file }) => file),
      variablesFile(document),
    ],
    locate(diagnostic) {
      const { path, line, column } = diagnostic;
      const part = path === null ? undefined : sources.get(path);
      if (part) return { ...diagnostic, ...(part.filled ? placeIn(part.filled, line, column) : NOWHERE) };
      const place = path === MAIN_PATH ? placeIn(preamble, line === null ? null : line - before, column) : NOWHERE;
      return { ...diagnostic, ...place };
    },
  };
}

/** Where the compiler sees a part, by its place among those that are printed. */
const pathOfPart = (index: number): string => `/parts/${index + 1}.typ`;

const PART_PATH = /^\/parts\/(\d+)\.typ$/;

/** The part that a file was made of; `null` of the document's own source. */
export function partAt(path: string | null, partIds: readonly PartId[]): PartId | null {
  const [, number] = PART_PATH.exec(path ?? "") ?? [];
  return partIds[Number(number) - 1] ?? null;
}

/** A part as its file, and the way back to its lines; none from Markdown. */
interface PartSource {
  readonly file: TypstFile | MarkdownFile;
  readonly filled: FilledSource | null;
}

function partSource(
  { content, contentFormat }: PrintedPart,
  { path, labels, filling }: { readonly path: string; readonly labels: string; readonly filling: Filling },
): PartSource {
  if (contentFormat === "markdown") return { file: { path, markdown: content, labels }, filled: null };
  const filled = filledSource(content, filling);
  return { file: { path, source: filled.source }, filled };
}

const NOWHERE = { line: null, column: null } as const;

/** What stands before the author's first line or after his last is ours: it is told as the nearest of his. */
function placeIn(filled: FilledSource, line: number | null, column: number | null): Position | typeof NOWHERE {
  if (line === null) return NOWHERE;
  return line < 1 ? { line: 1, column: 1 } : filled.origin(line, column ?? 1);
}

const variablesFile = (document: PrintedDocument): TypstFile => ({
  path: VARIABLES_PATH,
  source: JSON.stringify(placeholderValues(document).variables),
});
