import type { Blobs, StagedBlob } from "@cartulary/blobs";
import {
  type Document,
  type DocumentId,
  type GeneratedDocuments,
  generatedDocuments,
  type Level,
  reaches,
  type TreeListener,
} from "@cartulary/documents";
import {
  type Caller,
  type Clock,
  existing,
  forbidden,
  type Instant,
  type NewId,
  type Timer,
  type Transact,
} from "@cartulary/kernel";
import { lockedToWrite, permitted } from "../documents/access.ts";
import type { CompileClaim, CompositionStores, Typesetter } from "../ports.ts";
import { type ComposedDocument, type ComposedDocumentView, statusOf } from "../records/composed-document.ts";
import type { ComposedDocumentId, PartId } from "../records/ids.ts";
import { partAt } from "../source/assembly.ts";
import { type Composition, printedDocument } from "../source/composition.ts";
import { claimIn, whileClaimed } from "./claimed.ts";
import { firstPdf, pdfContent, stagedPdf, type Typeset } from "./pdf.ts";
import { type PrintedCounts, requirePrintable } from "./printable.ts";

/** What a compilation made (documents.md 2.3). */
export interface CompileResult {
  readonly pdfFileId: DocumentId;
  readonly composedDocumentId: ComposedDocumentId;
  readonly status: "exported";
  readonly fileName: string;
  readonly contentType: string;
  readonly byteSize: number;
  readonly sha256: string;
  readonly pageCount: number;
  readonly partsIncluded: number;
  readonly partsSkipped: number;
  readonly warnings: readonly CompileWarning[];
  readonly exportedAt: Instant;
}

/** Something that its author should look at, though there is a PDF. */
export interface CompileWarning {
  readonly partId: PartId | null;
  readonly message: string;
}

/** Makes PDFs of composed documents. */
export interface Compiler {
  /**
   * Refuses with 422 variables that are missing or too long, `nothing_to_compile` and `compilation_failed`, with 409
   * `compilation_in_progress` while another one runs, with 429 `rate_limited` where too many of the caller's wait, and with
   * 503 `compilation_busy` where too many of all callers wait. An acknowledged PDF is durable. Where the document was
   * changed meanwhile its PDF is stored, and its status says that it is not of now.
   */
  compile(
    caller: Caller,
    ask: { readonly id: ComposedDocumentId; readonly includeDraft: boolean },
  ): Promise<CompileResult>;
}

/** What compiling takes. */
export interface CompilerDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly typesetter: Typesetter;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly timer: Timer;
  readonly treeListeners: readonly TreeListener<Stores>[];
}

export function createCompiler<Stores extends CompositionStores>(dependencies: CompilerDependencies<Stores>): Compiler {
  const { transact, blobs, clock, newId } = dependencies;
  const generated = generatedDocuments<Stores>(dependencies);

  return {
    async compile(caller, { id, includeDraft }) {
      const claim = await transact.claim(async (stores) => {
        const document = await permitted(stores, caller, id, "write");
        await requirePdfWritable(stores, caller, document);
        await countsOf(stores, document, includeDraft);
        return claimIn(stores, id, { clock, newId });
      });
      return whileClaimed(id, claim, { ...dependencies, transact: transact as never }, async () => {
        const read = () => transact.read((stores) => present(stores, id, includeDraft));
        const options = { createdAt: clock.now(), onBehalfOf: caller.userId };
        const { made, blob, printed } = await stagedPdf(dependencies, read, options);
        try {
          const pdf = await transact.write((stores) =>
            exported(stores, caller, { id, printed, claim, blob, generated, clock, newId }),
          );
          return compileResult({ id, pdf, made, printed, exportedAt: pdf.exportedAt });
        } catch (error) {
          await blobs.discard(blob);
          throw error;
        }
      });
    },
  };
}

/** What is known of what was compiled, once it is compiled. */
interface Printed extends PrintedCounts {
  readonly revision: number;
  readonly partIds: readonly PartId[];
}

/** A document as it is now, with the parts of it that are printed. */
async function present(
  stores: CompositionStores,
  id: ComposedDocumentId,
  includeDraft: boolean,
): Promise<Omit<Printed, "partIds"> & { readonly composition: Composition }> {
  const document = existing(await stores.composedDocuments.find(id));
  const counts = await countsOf(stores, document, includeDraft);
  const parts = document.assemblyMode === "composed" ? await stores.parts.findPrinted(id, { includeDraft }) : [];
  return { ...counts, revision: document.revision, composition: { document: printedDocument(document), parts } };
}

/** Judges a document by the outlines of its parts, whose contents may be too long to be read. */
async function countsOf(
  { parts }: CompositionStores,
  document: ComposedDocumentView,
  includeDraft: boolean,
): Promise<PrintedCounts> {
  const outlines = document.assemblyMode === "composed" ? await parts.outlines(document.id) : [];
  return requirePrintable(document, outlines, includeDraft);
}

/** A PDF may have been moved to where the caller may not write: nobody writes there by compiling. */
async function requirePdfWritable(
  { grants, documents }: CompositionStores,
  caller: Caller,
  { pdfFileId }: Pick<ComposedDocument, "pdfFileId">,
): Promise<void> {
  if (pdfFileId === null) return;
  const level: Level | null = await grants.levelOn(caller, { type: "document", id: pdfFileId });
  // Last, since it takes longest: one that is gone keeps nobody from making another.
  if (reaches(level, "write") || (await documents.find(caller, pdfFileId)) === null) return;
  throw forbidden("The PDF lies where you may not write; ask whoever manages it");
}

/** What storing a PDF takes. */
interface Exporting<Stores> {
  readonly id: ComposedDocumentId;
  readonly printed: Pick<Printed, "revision">;
  readonly claim: CompileClaim;
  readonly blob: StagedBlob;
  readonly generated: GeneratedDocuments<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** The PDF in its place, or as a new version of the one that is there, the document that says so, and the end of the claim. */
async function exported<Stores extends CompositionStores>(
  stores: Stores,
  caller: Caller,
  { id, printed, claim, blob, generated, clock, newId }: Exporting<Stores>,
): Promise<Document & { readonly exportedAt: Instant }> {
  // Before any row is locked: whoever removes a folder holds the tree first, then looks for what lies in it.
  await stores.tree.lockShared();
  const present = await lockedToWrite(stores, caller, id);
  await requirePdfWritable(stores, caller, present);
  const content = pdfContent(blob, present.name);
  const pdf =
    (present.pdfFileId && (await generated.addVersion(stores, caller, present.pdfFileId, content))) ||
    (await firstPdf(stores, caller, { present, content, generated, newId }));
  const exportedAt = clock.now();
  const done = {
    ...present,
    pdfFileId: pdf.id,
    exportedAt,
    exportedRevision: printed.revision,
    updatedAt: exportedAt,
  };
  await stores.composedDocuments.update({ ...done, status: statusOf(done, await stores.parts.statuses(id)) });
  await stores.composedDocuments.releaseCompile(id, claim.token);
  return { ...pdf, exportedAt };
}

interface Compiled {
  readonly id: ComposedDocumentId;
  readonly pdf: Document;
  readonly made: Typeset;
  readonly printed: Printed;
  readonly exportedAt: Instant;
}

function compileResult({ id, pdf, made, printed, exportedAt }: Compiled): CompileResult {
  const { partsIncluded, partsSkipped, partIds } = printed;
  const { fileName, contentType, byteSize, sha256 } = pdf;
  return {
    pdfFileId: pdf.id,
    composedDocumentId: id,
    status: "exported",
    ...{ fileName, contentType, byteSize, sha256 },
    pageCount: made.pageCount,
    ...{ partsIncluded, partsSkipped },
    warnings: made.warnings.map(({ path, message }) => ({ partId: partAt(path, partIds), message })),
    exportedAt,
  };
}
