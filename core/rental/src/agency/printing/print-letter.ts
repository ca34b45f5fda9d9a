import { type Digests, unavailable } from "@cartulary/kernel";
import type { Letter } from "./letter.ts";

/** A PDF that is generated on request. */
export interface PrintedDocument {
  readonly fileName: string;
  readonly pdf: Uint8Array;
  /** Lower-case hexadecimal digest of `pdf`. */
  readonly sha256: string;
  /** Names of the fields that the letter lacks, as inputs name them. */
  readonly missing: readonly string[];
  /** Why the agency's template or logo was not used; `null` if nothing is wrong. */
  readonly warning: string | null;
}

/** The result of typesetting a letter. */
type TypesetLetter = { readonly pdf: Uint8Array; readonly warning: string | null } | { readonly failure: string };

/**
 * Port: fills the template of a letter and compiles it with the composition engine. The agency's own template
 * `<key>@<mandataire id>` wins over the host's `<key>`. A broken template is replaced by the seeded one, and a missing or
 * broken logo is left out, each with a warning.
 */
export type LetterTypesetter = (letter: Letter, turn?: { readonly inBackground: boolean }) => Promise<TypesetLetter>;

export interface PrintDependencies {
  readonly typesetLetter: LetterTypesetter;
  readonly digests: Pick<Digests, "sha256">;
}

const RETRY_SECONDS = 5;

/**
 * Compiles a letter to PDF. The same letter and template give the same bytes. Throws 503 `compilation_failed` if it
 * fails.
 */
export async function printLetter(
  { typesetLetter, digests }: PrintDependencies,
  letter: Letter,
): Promise<PrintedDocument> {
  const result = await typesetLetter(letter);
  if ("failure" in result)
    throw unavailable("compilation_failed", "Typesetting failed; try again", RETRY_SECONDS, result.failure);
  const { fileName, missing } = letter;
  return { fileName, ...result, sha256: digests.sha256(result.pdf), missing };
}
