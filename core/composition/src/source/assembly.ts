import { refused } from "@cartulary/kernel";
import type { PlaceholderValues, TypesetDiagnostic, TypesetFile, TypstFile } from "../ports.ts";
import type { ComposedDocument } from "../records/composed-document.ts";
import type { PartId } from "../records/ids.ts";
import { pageSettingsOf } from "../records/page-settings.ts";
import { inOrder, type Part } from "../records/part.ts";
import { declaredVariables, effectiveVariables } from "../records/variables.ts";
import { type FilledSource, filledSource, type Position } from "./filled-source.ts";
import { bodySource, flowOf, furniture, type PlacedPart } from "./layout.ts";
import { pageSource, STANDING_RULES } from "./page-source.ts";
import { createFilling, type Filling } from "./placeholders.ts";

/** What the compiler is to begin with. */
const MAIN_PATH = "/main.typ";
/** The variables with their types, for authors who read them by `json`. */
const VARIABLES_PATH = "/vars.json";

/** What of a document is needed to assemble it. */
export type Assembled = Pick<
  ComposedDocument,
  "assemblyMode" | "typstSource" | "pageSettings" | "locale" | "variables" | "variablesSchema"
>;

/** A document as sources, with the way back from what a compiler says of them. */
export interface Assembly {
  readonly main: string;
  readonly files: readonly TypesetFile[];
  /** What the placeholders of texts in Markdown print. */
  readonly values: PlaceholderValues;
  readonly partsIncluded: number;
  readonly partsSkipped: number;
  /** Placeholders that are neither given nor declared; those of Markdown are found when it is written as Typst. */
  readonly unknownNames: readonly string[];
  /** Where a diagnostic stands in what an author wrote. */
  locate(diagnostic: TypesetDiagnostic): Location;
}

/** A place in a part, or in the document's own source (`partId` null). Both numbers are null where nobody wrote a line. */
interface Location {
  readonly partId: PartId | null;
  readonly line: number | null;
  readonly column: number | null;
}

/**
 * The sources of a document: page settings, the preamble, then each part in a file of its own, so that what is broken in
 * one is known to be there. In mode `pure_typst` the source is all. Refuses with 422 `nothing_to_compile` where there is no
 * text to print.
 */
export function assemble(document: Assembled, parts: readonly Part[], includeDraft: boolean): Assembly {
  const variables = effectiveVariables(document.variables, document.variablesSchema);
  const declared = [...declaredVariables(document.variablesSchema).properties.keys()];
  const values: PlaceholderValues = { variables, declared };
  const filling = createFilling(values);
  return document.assemblyMode === "pure_typst"
    ? pureAssembly(document, values, filling)
    : composedAssembly(document, parts, { values, filling, includeDraft });
}

function pureAssembly({ typstSource }: Assembled, values: PlaceholderValues, filling: Filling): Assembly {
  if (typstSource === null || typstSource.trim() === "") throw nothing();
  const filled = filledSource(typstSource, filling);
  return {
    main: MAIN_PATH,
    files: [{ path: MAIN_PATH, source: STANDING_RULES + filled.source }, variablesFile(values)],
    values,
    partsIncluded: 0,
    partsSkipped: 0,
    unknownNames: [...filling.unknown],
    locate: ({ line, column }) => ({ partId: null, ...placeIn(filled, line === null ? null : line - 1, column) }),
  };
}

interface Composing {
  readonly values: PlaceholderValues;
  readonly filling: Filling;
  readonly includeDraft: boolean;
}

function composedAssembly(document: Assembled, parts: readonly Part[], composing: Composing): Assembly {
  const { values, filling, includeDraft } = composing;
  const included = inOrder(parts).filter(({ status }) => includeDraft || status !== "draft");
  const sources = new Map<string, PartSource>();
  const placed = included.map((part, index): PlacedPart => {
    const path = `/parts/${index + 1}.typ`;
    sources.set(path, partSource(part, { path, labels: `part-${index + 1}`, filling }));
    return { path, part: { ...part, title: part.title === null ? null : filling.fill(part.title) } };
  });
  const { header, footer, body } = flowOf(placed);
  if (body.length === 0) throw nothing();
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
      variablesFile(values),
    ],
    values,
    partsIncluded: included.length,
    partsSkipped: parts.length - included.length,
    unknownNames: [...filling.unknown],
    locate({ path, line, column }) {
      const part = path === null ? undefined : sources.get(path);
      if (part) return { partId: part.id, ...(part.filled ? placeIn(part.filled, line, column) : NOWHERE) };
      return {
        partId: null,
        ...(path === MAIN_PATH ? placeIn(preamble, line === null ? null : line - before, column) : NOWHERE),
      };
    },
  };
}

/** A part as its file, and the way back to its lines; none from Markdown. */
interface PartSource {
  readonly id: PartId;
  readonly file: TypesetFile;
  readonly filled: FilledSource | null;
}

function partSource(
  { id, content, contentFormat }: Part,
  { path, labels, filling }: { readonly path: string; readonly labels: string; readonly filling: Filling },
): PartSource {
  if (contentFormat === "markdown") return { id, file: { path, markdown: content, labels }, filled: null };
  const filled = filledSource(content, filling);
  return { id, file: { path, source: filled.source }, filled };
}

const NOWHERE = { line: null, column: null } as const;

/** What stands before the author's first line or after his last is ours: it is told as the nearest of his. */
function placeIn(filled: FilledSource, line: number | null, column: number | null): Position | typeof NOWHERE {
  if (line === null) return NOWHERE;
  return line < 1 ? { line: 1, column: 1 } : filled.origin(line, column ?? 1);
}

const variablesFile = ({ variables }: PlaceholderValues): TypstFile => ({
  path: VARIABLES_PATH,
  source: JSON.stringify(variables),
});

const nothing = () =>
  refused("nothing_to_compile", "There is nothing to print: add a part, or include those that are drafts");
