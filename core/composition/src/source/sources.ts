import { utf8Length } from "@cartulary/kernel";
import type { TypesetDiagnostic, TypesetSources, TypstFile } from "../ports.ts";
import { missingVariables } from "../records/variables.ts";
import { assemble, type MarkdownFile } from "./assembly.ts";
import type { Composition } from "./composition.ts";
import { filledBytes, SOURCE_BYTES_MAX } from "./filled-length.ts";
import { createFilling, type Filling, placeholderValues } from "./placeholders.ts";

/** What a compiler gets, or why it gets nothing. */
export type Sources =
  | (TypesetSources & {
      readonly outcome: "ready";
      /** The same diagnostic with the line and the column of what its author wrote. */
      locate(diagnostic: TypesetDiagnostic): TypesetDiagnostic;
    })
  /** Filled it would be longer than {@link SOURCE_BYTES_MAX}. */
  | { readonly outcome: "too_long" }
  /** Names that have no value, each once. */
  | { readonly outcome: "incomplete"; readonly missingNames: readonly string[] };

/** How many names without a value are told. */
const MISSING_NAMES_MAX = 1_000;

/**
 * The sources of a document in the language of the compiler: its placeholders filled, its texts in Markdown written as Typst.
 * The length is computed before anything is filled, and looked at again while Markdown is written. A megabyte takes seconds,
 * and a hostile text more memory than it says: for where the compiler runs.
 */
export async function sourcesOf(composition: Composition, bytesMax: number = SOURCE_BYTES_MAX): Promise<Sources> {
  const { document } = composition;
  const filling = createFilling(placeholderValues(document));
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

async function typstFile({ path, markdown, labels }: MarkdownFile, filling: Filling): Promise<TypstFile> {
  // The parser takes longer to load than most documents to compile.
  const { markdownToTypst } = await import("./markdown.ts");
  return { path, source: markdownToTypst(markdown, { filling, labels }) };
}
