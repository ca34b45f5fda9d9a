import type { Blobs, StagedBlob } from "@cartulary/blobs";
import {
  type Document,
  type DocumentId,
  type GeneratedDocuments,
  generatedDocumentUseCases,
  isLevelAtLeast,
  type Level,
  type TreeListener,
} from "@cartulary/documents";
import {
  type Caller,
  type Clock,
  forbidden,
  type Instant,
  type NewId,
  orNotFound,
  type Timer,
  type Transact,
} from "@cartulary/kernel";
import { lockForWrite, requirePermitted } from "../documents/access.ts";
import type { CompileClaim, CompositionStores, Typesetter } from "../ports.ts";
import { type ComposedDocument, type ComposedDocumentView, statusOf } from "../records/composed-document.ts";
import type { ComposedDocumentId, PartId } from "../records/ids.ts";
import { partAt } from "../source/assembly.ts";
import { type Composition, printedDocument } from "../source/composition.ts";
import { acquireCompileLock, withCompileLock } from "./compile-lock.ts";
import { type PrintedCounts, requirePrintable } from "./printable.ts";
import { createPdfDocument, pdfContent, type TypesetPdf, typesetAndStage } from "./typeset-pdf.ts";

/** The result of a compilation (documents.md 2.3). */
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

/** A warning of the compiler. */
export interface CompileWarning {
  readonly partId: PartId | null;
  readonly message: string;
}

/** Compiles composed documents to PDF. */
export interface Compiler {
  /**
   * Throws 422 for missing or too long variables, `nothing_to_compile` and `compilation_failed`; 409
   * `compilation_in_progress` during another compilation; 429 `rate_limited` when too many of the caller's compilations
   * wait, 503 `compilation_busy` when too many in all. A returned PDF is durable. If the document changed meanwhile,
   * the PDF is stored, and the status shows that it is outdated.
   */
  compile(
    caller: Caller,
    ask: { readonly id: ComposedDocumentId; readonly includeDraft: boolean },
  ): Promise<CompileResult>;
}

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
  const generated = generatedDocumentUseCases<Stores>(dependencies);

  return {
    async compile(caller, { id, includeDraft }) {
      const claim = await transact.claim(async (stores) => {
        const document = await requirePermitted(stores, caller, id, "write");
        await requirePdfWritable(stores, caller, document);
        await countsOf(stores, document, includeDraft);
        return acquireCompileLock(stores, id, { clock, newId });
      });
      return withCompileLock(id, claim, { ...dependencies, transact: transact as never }, async () => {
        const read = () => transact.read((stores) => present(stores, id, includeDraft));
        const options = { createdAt: clock.now(), onBehalfOf: caller.userId };
        const { made, blob, printed } = await typesetAndStage(dependencies, read, options);
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

/** Facts about the compiled revision. */
interface Printed extends PrintedCounts {
  readonly revision: number;
  readonly partIds: readonly PartId[];
}

/** Returns the current document with its printed parts. */
async function present(
  stores: CompositionStores,
  id: ComposedDocumentId,
  includeDraft: boolean,
): Promise<Omit<Printed, "partIds"> & { readonly composition: Composition }> {
  const document = orNotFound(await stores.composedDocuments.find(id));
  const counts = await countsOf(stores, document, includeDraft);
  const parts = document.assemblyMode === "composed" ? await stores.parts.findPrinted(id, { includeDraft }) : [];
  return { ...counts, revision: document.revision, composition: { document: printedDocument(document), parts } };
}

/** Checks a document by the outlines of its parts, because contents may be too large to read. */
async function countsOf(
  { parts }: CompositionStores,
  document: ComposedDocumentView,
  includeDraft: boolean,
): Promise<PrintedCounts> {
  const outlines = document.assemblyMode === "composed" ? await parts.outlines(document.id) : [];
  return requirePrintable(document, outlines, includeDraft);
}

/** Checks that the caller may write the existing PDF, which may have been moved. */
async function requirePdfWritable(
  { grants, documents }: CompositionStores,
  caller: Caller,
  { pdfFileId }: Pick<ComposedDocument, "pdfFileId">,
): Promise<void> {
  if (pdfFileId === null) return;
  const level: Level | null = await grants.levelOn(caller, { type: "document", id: pdfFileId });
  // The query is last, because it is slow. A missing PDF is no obstacle.
  if (isLevelAtLeast(level, "write") || (await documents.find(caller, pdfFileId)) === null) return;
  throw forbidden("The PDF is in a place where you lack write permission; ask a user with manage rights");
}

interface Exporting<Stores> {
  readonly id: ComposedDocumentId;
  readonly printed: Pick<Printed, "revision">;
  readonly claim: CompileClaim;
  readonly blob: StagedBlob;
  readonly generated: GeneratedDocuments<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Stores the PDF, new or as a version of the existing one, updates the document and releases the claim. */
async function exported<Stores extends CompositionStores>(
  stores: Stores,
  caller: Caller,
  { id, printed, claim, blob, generated, clock, newId }: Exporting<Stores>,
): Promise<Document & { readonly exportedAt: Instant }> {
  // Locked before any row, in the same order as removing a folder.
  await stores.tree.lockShared();
  const present = await lockForWrite(stores, caller, id);
  await requirePdfWritable(stores, caller, present);
  const content = pdfContent(blob, present.name);
  const pdf =
    (present.pdfFileId && (await generated.addVersion(stores, caller, present.pdfFileId, content))) ||
    (await createPdfDocument(stores, caller, { present, content, generated, newId }));
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
  readonly made: TypesetPdf;
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
