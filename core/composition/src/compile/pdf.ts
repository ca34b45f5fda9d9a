import type { Blobs, StagedBlob } from "@cartulary/blobs";
import type { Document, GeneratedDocuments, StagedContent } from "@cartulary/documents";
import { type Caller, codePoints, type NewId, type PlaceRequest } from "@cartulary/kernel";
import type { CompositionStores, TypesetRequest, TypesetResult, Typesetter } from "../ports.ts";
import type { ComposedDocument } from "../records/composed-document.ts";
import type { PartId } from "../records/ids.ts";
import { NAME_LENGTH_MAX } from "../records/values.ts";
import type { Composition } from "../source/composition.ts";
import { compilationFailed, incomplete } from "./compile-errors.ts";
import { tooLong } from "./printable.ts";

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

/** A composition, beside what else was read with it. */
interface Printable {
  readonly composition: Composition;
}

/** What was read beside a composition, and the parts that it printed. */
type Printed<Read extends Printable> = Omit<Read, "composition"> & { readonly partIds: readonly PartId[] };

/** A PDF whose bytes are stored, and that no row refers to yet. */
interface StagedPdf<Read extends Printable> {
  readonly made: Typeset;
  readonly blob: StagedBlob;
  readonly printed: Printed<Read>;
}

/**
 * Has a document typeset and its PDF stored; it is read when the compiler has a place for it. Refuses with 422 variables that
 * are missing, all at once, or that make it too long, and as `compilation_failed` what was not typeset, or into more than a
 * compilation may make.
 */
export async function stagedPdf<Read extends Printable>(
  { typesetter, blobs }: Printing,
  read: () => Promise<Read>,
  options: Pick<TypesetRequest, "createdAt"> & PlaceRequest,
): Promise<StagedPdf<Read>> {
  const typesetting = typeset(typesetter, read, options);
  // It may fail while nobody waits for it yet; whoever reads the bytes hears of it.
  typesetting.catch(() => {});
  // What is written down before bytes are stored is written while the compiler works.
  const { blob } = await blobs.stage(bytesOf(typesetting), { checksUtf8: false });
  return { ...(await typesetting), blob };
}

async function* bytesOf(typesetting: Promise<{ readonly made: Typeset }>): AsyncGenerator<Uint8Array> {
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
  if (result.outcome === "incomplete") throw incomplete(result.missingNames);
  if (result.outcome === "too_long") throw tooLong();
  if (result.outcome === "failed") throw compilationFailed(result.cause, result.diagnostics, partIds);
  if (result.pdf.byteLength > PDF_BYTES_MAX || result.pageCount > PAGES_MAX)
    throw compilationFailed("memory", [], partIds);
  if (!printed) throw new TypeError("The typesetter made a PDF of nothing that it asked for");
  return { made: result, printed };
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
