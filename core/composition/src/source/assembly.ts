import type { TypesetDiagnostic, TypstFile } from "../ports.ts";
import type { PartId } from "../records/ids.ts";
import { pageSettingsOf } from "../records/page-settings.ts";
import type { Composition, PrintedDocument, PrintedPart } from "./composition.ts";
import { type FilledSource, fillSource, type Position } from "./filled-source.ts";
import { bodySource, flowOf, type PartWithPath, pageHeaderFooter } from "./layout.ts";
import { pageSource, STANDING_RULES } from "./page-source.ts";
import { type PlaceholderFiller, placeholderValues } from "./placeholders.ts";

/** The main file. */
const MAIN_PATH = "/main.typ";
/** The typed variables, which authors can read with `json`. */
const VARIABLES_PATH = "/vars.json";

/** A Markdown text, converted to Typst before compilation. */
export interface MarkdownFile {
  readonly path: string;
  readonly markdown: string;
  /** Unique prefix of its footnote labels: letters, digits and hyphens. */
  readonly labels: string;
}

/** The sources of a document, and the mapping of diagnostics to the author's text. */
interface Assembly {
  readonly main: string;
  readonly files: readonly (TypstFile | MarkdownFile)[];
  /** Returns the diagnostic with the line and column in the author's text, or null for generated text. */
  locate(diagnostic: TypesetDiagnostic): TypesetDiagnostic;
}

/**
 * Builds the sources of a document: page settings, the preamble, and one file per part, which locates errors. In mode
 * `pure_typst` the source is everything.
 */
export function assemble({ document, parts }: Composition, filling: PlaceholderFiller): Assembly {
  return document.assemblyMode === "pure_typst"
    ? pureAssembly(document, filling)
    : composedAssembly(document, parts, filling);
}

function pureAssembly(document: PrintedDocument, filling: PlaceholderFiller): Assembly {
  const filled = fillSource(document.typstSource ?? "", filling);
  return {
    main: MAIN_PATH,
    files: [{ path: MAIN_PATH, source: STANDING_RULES + filled.source }, variablesFile(document)],
    locate: (diagnostic) => {
      const { line, column } = diagnostic;
      return { ...diagnostic, ...positionIn(filled, line === null ? null : line - 1, column) };
    },
  };
}

function composedAssembly(
  document: PrintedDocument,
  parts: readonly PrintedPart[],
  filling: PlaceholderFiller,
): Assembly {
  const sources = new Map<string, PartSource>();
  const placed = parts.map((part, index): PartWithPath => {
    const path = pathOfPart(index);
    sources.set(path, partSource(part, { path, labels: `part-${index + 1}`, filling }));
    return { path, part: { ...part, title: part.title === null ? null : filling.fill(part.title) } };
  });
  const { header, footer, body } = flowOf(placed);
  const settings = pageSettingsOf(document.pageSettings);
  const own = { header: pageHeaderFooter(header), footer: pageHeaderFooter(footer) };
  const head = STANDING_RULES + pageSource(settings, document.locale, own, filling);
  const preamble = fillSource(document.typstSource ?? "", filling);
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
      if (part) return { ...diagnostic, ...(part.filled ? positionIn(part.filled, line, column) : NOWHERE) };
      const place = path === MAIN_PATH ? positionIn(preamble, line === null ? null : line - before, column) : NOWHERE;
      return { ...diagnostic, ...place };
    },
  };
}

/** Returns the path of a printed part by its index. */
const pathOfPart = (index: number): string => `/parts/${index + 1}.typ`;

const PART_PATH = /^\/parts\/(\d+)\.typ$/;

/** Returns the part of a file; `null` for the document's own source. */
export function partAt(path: string | null, partIds: readonly PartId[]): PartId | null {
  const [, number] = PART_PATH.exec(path ?? "") ?? [];
  return partIds[Number(number) - 1] ?? null;
}

/** A part's file, with the mapping to its lines; without one for Markdown. */
interface PartSource {
  readonly file: TypstFile | MarkdownFile;
  readonly filled: FilledSource | null;
}

function partSource(
  { content, contentFormat }: PrintedPart,
  { path, labels, filling }: { readonly path: string; readonly labels: string; readonly filling: PlaceholderFiller },
): PartSource {
  if (contentFormat === "markdown") return { file: { path, markdown: content, labels }, filled: null };
  const filled = fillSource(content, filling);
  return { file: { path, source: filled.source }, filled };
}

const NOWHERE = { line: null, column: null } as const;

/** Maps positions before or after the author's text to its nearest line. */
function positionIn(filled: FilledSource, line: number | null, column: number | null): Position | typeof NOWHERE {
  if (line === null) return NOWHERE;
  return line < 1 ? { line: 1, column: 1 } : filled.origin(line, column ?? 1);
}

const variablesFile = (document: PrintedDocument): TypstFile => ({
  path: VARIABLES_PATH,
  source: JSON.stringify(placeholderValues(document).variables),
});
