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
import { type Assembly, assemble } from "../source/assembly.ts";
import { claimIn, whileClaimed } from "./claimed.ts";
import { firstPdf, pdfContent, stagedPdf, type Typeset } from "./pdf.ts";

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
   * Refuses with 422 variables that are missing, `nothing_to_compile` and `compilation_failed`, with 409
   * `compilation_in_progress` while another one runs, with 429 `rate_limited` where too many of the caller's wait, and with
   * 503 `compilation_busy` where too many of everybody's do. An acknowledged PDF is durable. Where the document was changed meanwhile its PDF is stored, and its status says that it is not of now.
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
      const { document, assembly, claim } = await transact.claim(async (stores) => {
        const found = await permitted(stores, caller, id, "write");
        await requirePdfWritable(stores, caller, found);
        const sources = assemble(found, await stores.parts.findAll(id), includeDraft);
        return { document: found, assembly: sources, claim: await claimIn(stores, id, { clock, newId }) };
      });
      return whileClaimed(id, claim, { ...dependencies, transact: transact as never }, async () => {
        const options = { createdAt: clock.now(), onBehalfOf: caller.userId };
        const { made, blob } = await stagedPdf(dependencies, document, assembly, options);
        try {
          const pdf = await transact.write((stores) =>
            exported(stores, caller, { document, claim, blob, generated, clock, newId }),
          );
          return compileResult({ document, pdf, made, assembly, exportedAt: pdf.exportedAt });
        } catch (error) {
          await blobs.discard(blob);
          throw error;
        }
      });
    },
  };
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
  readonly document: ComposedDocumentView;
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
  { document, claim, blob, generated, clock, newId }: Exporting<Stores>,
): Promise<Document & { readonly exportedAt: Instant }> {
  // Before any row is locked: whoever removes a folder holds the tree first, then looks for what lies in it.
  await stores.tree.lockShared();
  const present = await lockedToWrite(stores, caller, document.id);
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
    exportedRevision: document.revision,
    updatedAt: exportedAt,
  };
  await stores.composedDocuments.update({ ...done, status: statusOf(done, await stores.parts.findAll(present.id)) });
  await stores.composedDocuments.releaseCompile(present.id, claim.token);
  return { ...pdf, exportedAt };
}

interface Compiled {
  readonly document: ComposedDocumentView;
  readonly pdf: Document;
  readonly made: Typeset;
  readonly assembly: Assembly;
  readonly exportedAt: Instant;
}

function compileResult({ document, pdf, made, assembly, exportedAt }: Compiled): CompileResult {
  const { partsIncluded, partsSkipped } = assembly;
  const { fileName, contentType, byteSize, sha256 } = pdf;
  return {
    pdfFileId: pdf.id,
    composedDocumentId: document.id,
    status: "exported",
    ...{ fileName, contentType, byteSize, sha256 },
    pageCount: made.pageCount,
    ...{ partsIncluded, partsSkipped },
    warnings: made.warnings.map((warning) => ({
      partId: assembly.locate(warning).partId,
      message: warning.message,
    })),
    exportedAt,
  };
}
