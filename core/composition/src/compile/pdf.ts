import type { Blobs, StagedBlob } from "@cartulary/blobs";
import type { Document, GeneratedDocuments, StagedContent } from "@cartulary/documents";
import { type Caller, codePoints, type NewId, type PlaceRequest } from "@cartulary/kernel";
import type { CompositionStores, TypesetRequest, TypesetResult, Typesetter } from "../ports.ts";
import type { ComposedDocument } from "../records/composed-document.ts";
import { NAME_LENGTH_MAX } from "../records/values.ts";
import { missingVariables } from "../records/variables.ts";
import type { Assembly } from "../source/assembly.ts";
import { compilationFailed, incomplete } from "./compile-errors.ts";

const PDF = "application/pdf";
/** What a compilation may make (composition.md 2). */
const PDF_BYTES_MAX = 67_108_864;
const PAGES_MAX = 2_000;

/** What a compiler made of sources. */
export type Typeset = Extract<TypesetResult, { readonly outcome: "typeset" }>;

/** What a document is made into a PDF by. */
interface Printing {
  readonly typesetter: Typesetter;
  readonly blobs: Blobs;
}

/** A PDF whose bytes are stored, and that no row refers to yet. */
interface StagedPdf {
  readonly made: Typeset;
  readonly blob: StagedBlob;
}

/**
 * Has a document typeset and its PDF stored. Refuses with 422 variables that are missing, all at once, and as
 * `compilation_failed` what was not typeset, or into more than a compilation may make.
 */
export async function stagedPdf(
  { typesetter, blobs }: Printing,
  document: Pick<ComposedDocument, "variables" | "variablesSchema">,
  assembly: Assembly,
  options: Pick<TypesetRequest, "createdAt"> & PlaceRequest,
): Promise<StagedPdf> {
  const typesetting = typeset(typesetter, document, assembly, options);
  // It may fail while nobody waits for it yet; whoever reads the bytes hears of it.
  typesetting.catch(() => {});
  // What is written down before bytes are stored is written while the compiler works.
  const { blob } = await blobs.stage(bytesOf(typesetting), { checksUtf8: false });
  return { made: await typesetting, blob };
}

async function* bytesOf(typesetting: Promise<Typeset>): AsyncGenerator<Uint8Array> {
  yield (await typesetting).pdf;
}

async function typeset(
  typesetter: Typesetter,
  document: Pick<ComposedDocument, "variables" | "variablesSchema">,
  assembly: Assembly,
  options: Pick<TypesetRequest, "createdAt"> & PlaceRequest,
): Promise<Typeset> {
  const { main, files, values, unknownNames } = assembly;
  const missingNames = [...missingVariables(document.variables, document.variablesSchema), ...unknownNames];
  const result = await typesetter.typeset({ main, files, values, missingNames, ...options });
  if (result.outcome === "incomplete") throw incomplete(result.missingNames);
  if (result.outcome === "failed") throw compilationFailed(result.cause, result.diagnostics, assembly);
  if (result.pdf.byteLength <= PDF_BYTES_MAX && result.pageCount <= PAGES_MAX) return result;
  throw compilationFailed("memory", [], assembly);
}

/** What filing a PDF takes. */
interface FirstPdf<Stores> {
  readonly present: ComposedDocument;
  readonly content: StagedContent;
  readonly generated: GeneratedDocuments<Stores>;
  readonly newId: NewId;
}

/** In its folder, else its workspace; outside both whoever made the document may write it, for nobody else could read it. */
export async function firstPdf<Stores extends CompositionStores>(
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

/** A PDF of a document of this name, staged. */
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

/** A document's name as a PDF's: cut where both together are too long. */
function fileNameOf(name: string): string {
  const extension = ".pdf";
  const max = NAME_LENGTH_MAX - extension.length;
  return (codePoints(name) <= max ? name : [...name].slice(0, max).join("")) + extension;
}
