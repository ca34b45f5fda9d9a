import { type Digests, type Instant, unavailable } from "@cartulary/kernel";
import type { MandataireId } from "../mandataire.ts";

/** A PDF that is made when it is asked for. */
export interface PrintedDocument {
  readonly fileName: string;
  readonly pdf: Uint8Array;
  /** Of the bytes, lower-case hexadecimal. */
  readonly sha256: string;
}

/** What is printed. */
interface Printable {
  readonly source: string;
  readonly createdAt: Instant;
  /** Whose letter it is: the compiler's turns go round by mandataire (composition.md 2). */
  readonly mandataireId: MandataireId;
}

/** Port: makes a PDF of one Typst file, by the composition engine. */
export type DocumentTypesetter = (
  printable: Printable,
) => Promise<{ readonly pdf: Uint8Array } | { readonly failure: string }>;

/** What printing takes. */
export interface Printing {
  readonly typesetDocument: DocumentTypesetter;
  readonly digests: Pick<Digests, "sha256">;
}

const RETRY_SECONDS = 5;

/** A source as a PDF; of one source and moment always the same bytes. 503 `compilation_failed` where it was not made. */
export async function printed(
  { typesetDocument, digests }: Printing,
  { fileName, ...printable }: Printable & { readonly fileName: string },
): Promise<PrintedDocument> {
  const made = await typesetDocument(printable);
  if ("failure" in made)
    throw unavailable("compilation_failed", "The document was not typeset: try again", RETRY_SECONDS, made.failure);
  return { fileName, pdf: made.pdf, sha256: digests.sha256(made.pdf) };
}
