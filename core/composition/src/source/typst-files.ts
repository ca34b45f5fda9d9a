import type { MarkdownFile, TypesetRequest, TypstFile } from "../ports.ts";
import { createFilling, type Filling } from "./placeholders.ts";

/** What a compiler is given. */
interface TypstFiles {
  readonly files: readonly TypstFile[];
  /** Names that have no value, each once. */
  readonly missingNames: readonly string[];
}

/**
 * The files of a request in the language of the compiler: its texts in Markdown written as Typst. A megabyte takes seconds,
 * and a hostile text more memory than it says: for where the compiler runs.
 */
export async function typstFiles({ files, values, missingNames }: TypesetRequest): Promise<TypstFiles> {
  const filling = createFilling(values);
  const written: TypstFile[] = [];
  for (const file of files) written.push("markdown" in file ? await typstFile(file, filling) : file);
  return { files: written, missingNames: [...new Set([...missingNames, ...filling.unknown])] };
}

async function typstFile({ path, markdown, labels }: MarkdownFile, filling: Filling): Promise<TypstFile> {
  // The parser takes longer to load than most documents to compile.
  const { markdownToTypst } = await import("./markdown.ts");
  return { path, source: markdownToTypst(markdown, { filling, labels }) };
}
