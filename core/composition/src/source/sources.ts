import { utf8Length } from "@cartulary/kernel";
import type { TypesetDiagnostic, TypesetSources, TypstFile } from "../ports.ts";
import { missingVariables } from "../records/variables.ts";
import { assemble, type MarkdownFile } from "./assembly.ts";
import type { Composition } from "./composition.ts";
import { filledBytes, SOURCE_BYTES_MAX } from "./filled-length.ts";
import { createPlaceholderFiller, type PlaceholderFiller, placeholderValues } from "./placeholders.ts";

/** The sources for the compiler, or the reason why there are none. */
export type Sources =
  | (TypesetSources & {
      readonly outcome: "ready";
      /** Returns the diagnostic with the position in the author's text. */
      locate(diagnostic: TypesetDiagnostic): TypesetDiagnostic;
    })
  /** Exceeds {@link SOURCE_BYTES_MAX} when filled. */
  | { readonly outcome: "too_long" }
  /** Distinct names without value. */
  | { readonly outcome: "incomplete"; readonly missingNames: readonly string[] };

/** Maximum number of listed missing names. */
const MISSING_NAMES_MAX = 1_000;

/**
 * Builds the Typst sources of a document: fills placeholders and converts Markdown. Checks the length before filling
 * and during conversion. May take seconds and much memory for large or hostile texts, so run it where the compiler
 * runs.
 */
export async function sourcesOf(composition: Composition, bytesMax: number = SOURCE_BYTES_MAX): Promise<Sources> {
  const { document } = composition;
  const filling = createPlaceholderFiller(placeholderValues(document));
  if (filledBytes(composition, filling) > bytesMax) return { outcome: "too_long" };
  const { main, files, locate } = assemble(composition, filling);
  const written: TypstFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const source = "markdown" in file ? await typstFile(file, filling) : file;
    bytes += utf8Length(source.source);
    if (bytes > bytesMax) return { outcome: "too_long" };
    written.push(source);
  }
  const missing = missingVariables(document.variables, document.variablesSchema);
  const missingNames = [...new Set([...missing, ...filling.unknown])].slice(0, MISSING_NAMES_MAX);
  if (missingNames.length > 0) return { outcome: "incomplete", missingNames };
  return { outcome: "ready", main, files: written, locate };
}

async function typstFile({ path, markdown, labels }: MarkdownFile, filling: PlaceholderFiller): Promise<TypstFile> {
  // Loading the parser takes longer than compiling most documents.
  const { markdownToTypst } = await import("./markdown.ts");
  return { path, source: markdownToTypst(markdown, { filling, labels }) };
}
