import type { Blobs, StagedBlob } from "@cartulary/blobs";
import type { Document, GeneratedDocuments, StagedContent } from "@cartulary/documents";
import { type Caller, codePoints, type NewId, type PlaceRequest } from "@cartulary/kernel";
import type { CompositionStores, TypesetRequest, TypesetResult, Typesetter } from "../ports.ts";
import type { ComposedDocument } from "../records/composed-document.ts";
import { NAME_LENGTH_MAX } from "../records/field-rules.ts";
import type { PartId } from "../records/ids.ts";
import type { Composition } from "../source/composition.ts";
import { compilationFailed, missingVariablesError } from "./compile-errors.ts";
import { tooLong } from "./printable.ts";

const PDF = "application/pdf";
/** Limits of a compilation's result (composition.md 2). */
const PDF_BYTES_MAX = 67_108_864;
const PAGES_MAX = 2_000;

/** A successful result. */
export type TypesetPdf = Extract<TypesetResult, { readonly outcome: "typeset" }>;

interface Printing {
  readonly typesetter: Typesetter;
  readonly blobs: Blobs;
}

/** A composition, with other data read together. */
interface Printable {
  readonly composition: Composition;
}

/** The data read with a composition, and the ids of its printed parts. */
type Printed<Read extends Printable> = Omit<Read, "composition"> & { readonly partIds: readonly PartId[] };

/** A PDF in a staged blob. */
interface StagedPdf<Read extends Printable> {
  readonly made: TypesetPdf;
  readonly blob: StagedBlob;
  readonly printed: Printed<Read>;
}

/**
 * Typesets a document and stages its PDF; reads the document when the compiler has a free slot. Throws 422 for all
 * missing variables together, for too long documents, and `compilation_failed` for compiler errors and too large
 * results.
 */
export async function typesetAndStage<Read extends Printable>(
  { typesetter, blobs }: Printing,
  read: () => Promise<Read>,
  options: Pick<TypesetRequest, "createdAt"> & PlaceRequest,
): Promise<StagedPdf<Read>> {
  const typesetting = typeset(typesetter, read, options);
  // Prevents an unhandled rejection; readers of the bytes receive the error.
  typesetting.catch(() => {});
  // The blob's record is written while the compiler runs.
  const { blob } = await blobs.stage(bytesOf(typesetting), { checksUtf8: false });
  return { ...(await typesetting), blob };
}

async function* bytesOf(typesetting: Promise<{ readonly made: TypesetPdf }>): AsyncGenerator<Uint8Array> {
  yield (await typesetting).made.pdf;
}

async function typeset<Read extends Printable>(
  typesetter: Typesetter,
  read: () => Promise<Read>,
  options: Pick<TypesetRequest, "createdAt"> & PlaceRequest,
): Promise<Omit<StagedPdf<Read>, "blob">> {
  let printed: Printed<Read> | null = null;
  const result = await typesetter.typeset({
    ...options,
    async composition() {
      const { composition, ...rest } = await read();
      printed = { ...rest, partIds: composition.parts.map(({ id }) => id) };
      return composition;
    },
  });
  const { partIds } = (printed as Printed<Read> | null) ?? { partIds: [] };
  if (result.outcome === "incomplete") throw missingVariablesError(result.missingNames);
  if (result.outcome === "too_long") throw tooLong();
  if (result.outcome === "failed") throw compilationFailed(result.cause, result.diagnostics, partIds);
  if (result.pdf.byteLength > PDF_BYTES_MAX || result.pageCount > PAGES_MAX)
    throw compilationFailed("memory", [], partIds);
  if (!printed) throw new TypeError("The typesetter did not read the composition");
  return { made: result, printed };
}

interface FirstPdf<Stores> {
  readonly present: ComposedDocument;
  readonly content: StagedContent;
  readonly generated: GeneratedDocuments<Stores>;
  readonly newId: NewId;
}

/**
 * Creates the PDF in the document's folder or workspace. Without either, grants write permission to the document's
 * creator, who could not read it otherwise.
 */
export async function createPdfDocument<Stores extends CompositionStores>(
  stores: Stores,
  caller: Caller,
  { present, content, generated, newId }: FirstPdf<Stores>,
): Promise<Document> {
  const { folderId: documentsFolderId, workspaceId, createdBy } = present;
  const place = { documentsFolderId, workspaceId };
  const pdf = await generated.insert(stores, caller, { name: content.fileName, place, content });
  if (documentsFolderId || workspaceId || !createdBy) return pdf;
  const { id, createdAt } = pdf;
  await stores.grants.insert({
    id: newId(),
    subjectType: "user",
    subjectId: createdBy,
    resource: { type: "document", id },
    level: "write",
    createdAt,
    updatedAt: createdAt,
  });
  return pdf;
}

/** Describes a staged PDF as the content of a document. */
export function pdfContent(blob: StagedBlob, name: string): StagedContent {
  const { byteSize, sha256 } = blob;
  return {
    blob,
    byteSize,
    sha256,
    fileName: fileNameOf(name),
    contentType: PDF,
    declaredContentType: PDF,
    charset: null,
  };
}

/** Returns the name with the extension, truncated to the maximum length. */
function fileNameOf(name: string): string {
  const extension = ".pdf";
  const max = NAME_LENGTH_MAX - extension.length;
  return (codePoints(name) <= max ? name : [...name].slice(0, max).join("")) + extension;
}
