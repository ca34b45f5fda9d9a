import type { DocumentId, DocumentStores, FolderId, WorkspaceId } from "@cartulary/documents";
import type {
  Caller,
  Id,
  Instant,
  JobStores,
  ListQuery,
  Page,
  PageQuery,
  PlaceRequest,
  RecordStore,
  UserId,
} from "@cartulary/kernel";
import type { PartPosition } from "./documents/reorder.ts";
import type {
  ComposedDocument,
  ComposedDocumentField,
  ComposedDocumentView,
  ComposedStatus,
  ListedComposedDocument,
} from "./records/composed-document.ts";
import type { ComposedDocumentId, MassCommunicationId, PartId } from "./records/ids.ts";
import type { MassCommunication, MassCommunicationField, NamedRecipients } from "./records/mass-communication.ts";
import type { ListedPart, Part, PartOutline, PartStatus } from "./records/part.ts";
import type { Addressee, Recipient } from "./records/recipient.ts";
import type { DocumentTemplate, DocumentTemplateId, DocumentTemplateView, TemplateField } from "./records/template.ts";
import type { Composition, PrintedPart } from "./source/composition.ts";
import type {
  InspectedComposedDocument,
  InspectedMassCommunication,
  InspectedPart,
  InspectedRecipient,
  RecipientKey,
} from "./verification/inspection.ts";

/** Where templates are kept. */
export interface TemplateStore extends RecordStore<DocumentTemplate, TemplateField, DocumentTemplateView> {
  findByKey(key: string): Promise<DocumentTemplateView | null>;
  /** The active ones from the one at `offset` on, by folded name and id; as many as `ROWS_BYTES_MAX` of the kernel allows. */
  listActive(offset: number): Promise<{ readonly items: readonly DocumentTemplateView[]; readonly total: number }>;
  /** Keeps the active template of this key from being changed or removed until the transaction ends; `null` without one. */
  lockSharedByKey(key: string): Promise<DocumentTemplate | null>;
  /** Keeps a template from being changed or removed until the transaction ends, as several may at once; false without it. */
  lockShared(id: DocumentTemplateId): Promise<boolean>;
  /** Whether {@link claimSeeding} answered true before. */
  isSeeded(): Promise<boolean>;
  /** True once in the life of a database. */
  claimSeeding(): Promise<boolean>;
}

/** Narrows a list of composed documents. */
export interface ComposedWithin {
  readonly workspaceId?: WorkspaceId;
  readonly folderId?: FolderId;
  readonly status?: ComposedStatus;
}

/** Where composed documents are kept. */
export interface ComposedDocumentStore {
  find(id: ComposedDocumentId): Promise<ComposedDocumentView | null>;
  /** The stored record, locked until the transaction ends: whoever changes it or its parts queues here. */
  lock(id: ComposedDocumentId): Promise<ComposedDocument | null>;
  /**
   * Those whose folder, workspace or, outside both, creator lets the caller read them, without their sources. As many of a
   * page as `ROWS_BYTES_MAX` of the kernel allows.
   */
  list(
    caller: Caller,
    query: ListQuery<ComposedDocumentField>,
    within: ComposedWithin,
  ): Promise<Page<ListedComposedDocument>>;
  insert(document: ComposedDocument): Promise<void>;
  /** Replaces the whole record. */
  update(document: ComposedDocument): Promise<void>;
  remove(id: ComposedDocumentId): Promise<void>;
  /** Those that come from a template come from none from now on. */
  forgetTemplate(id: DocumentTemplateId): Promise<void>;
  /** Those that lie in one of these folders lie in none from now on; their workspace stays. */
  forgetFolders(ids: readonly FolderId[]): Promise<void>;
  /** Those that lie in a workspace lie in none from now on. */
  forgetWorkspace(id: WorkspaceId): Promise<void>;
  /** Those whose PDF is one of these documents have none from now on. */
  forgetPdfs(ids: readonly DocumentId[]): Promise<void>;
  /** Those that lie in a folder, or in one below it, lie in this workspace from now on. */
  assignWorkspace(folderId: FolderId, workspaceId: WorkspaceId | null): Promise<void>;
  /**
   * Takes the right to compile a document until `until`, unless somebody has it at `now`. False when somebody does. The
   * record does not change by it.
   */
  claimCompile(id: ComposedDocumentId, claim: CompileClaim, now: Instant): Promise<boolean>;
  /** The claim holds until then; false when it is another one's, or nobody's, by now. */
  renewCompile(id: ComposedDocumentId, claim: CompileClaim): Promise<boolean>;
  /** Gives the right back, if it is still this claim's. */
  releaseCompile(id: ComposedDocumentId, token: CompileClaim["token"]): Promise<void>;
}

/** Somebody's right to compile a document: one at a time has it. */
export interface CompileClaim {
  readonly token: Id<"CompileClaim">;
  readonly until: Instant;
}

/** A page of a document's parts, and whether their contents come along. */
export interface PartListing extends PageQuery {
  readonly withContent: boolean;
}

/**
 * Where the parts of composed documents are kept. Whoever writes one has locked its document. Nothing reads contents but
 * what answers them, since a thousand parts may have a megabyte each.
 */
export interface PartStore {
  find(documentId: ComposedDocumentId, id: PartId): Promise<Part | null>;
  /** In their order: by position, date and id. As many as `ROWS_BYTES_MAX` of the kernel allows. */
  list(documentId: ComposedDocumentId, listing: PartListing): Promise<Page<ListedPart>>;
  /** All, in their order. */
  outlines(documentId: ComposedDocumentId): Promise<readonly PartOutline[]>;
  /** What is printed of them, in their order; drafts only where they are included. */
  findPrinted(
    documentId: ComposedDocumentId,
    which: { readonly includeDraft: boolean },
  ): Promise<readonly PrintedPart[]>;
  /** Where each stands, in their order. */
  positions(documentId: ComposedDocumentId): Promise<readonly PartPosition[]>;
  /** How many there are, and the highest position of any; 0 without one. */
  extent(documentId: ComposedDocumentId): Promise<{ readonly count: number; readonly lastPosition: number }>;
  /** Those that they have, each once. */
  statuses(documentId: ComposedDocumentId): Promise<readonly PartStatus[]>;
  insert(parts: readonly Part[]): Promise<void>;
  /** Replaces the whole record. */
  update(part: Part): Promise<void>;
  /** Puts some elsewhere, and changes nothing else of them but their date. */
  move(positions: readonly PartPosition[], updatedAt: Instant): Promise<void>;
  remove(id: PartId): Promise<void>;
  removeAll(documentId: ComposedDocumentId): Promise<void>;
}

/** Where mass communications are kept, each with the template that its documents are made of. */
export interface MassCommunicationStore {
  /** With the template as it is now, which is kept until {@link forgetTemplate}. */
  insert(record: MassCommunication, template: DocumentTemplate): Promise<void>;
  find(id: MassCommunicationId): Promise<MassCommunication | null>;
  /** The same, locked until the transaction ends: whatever is counted queues here. */
  lock(id: MassCommunicationId): Promise<MassCommunication | null>;
  /** Replaces the whole record; whoever calls has locked it. */
  update(record: MassCommunication): Promise<void>;
  /** Those of one person; everybody's when `userId` is `null`. As many of a page as `ROWS_BYTES_MAX` of the kernel allows. */
  list(query: ListQuery<MassCommunicationField>, userId: UserId | null): Promise<Page<MassCommunication>>;
  /** The template that was inserted with it; `null` once it was forgotten. */
  template(id: MassCommunicationId): Promise<DocumentTemplate | null>;
  forgetTemplate(id: MassCommunicationId): Promise<void>;
}

/** Where it is kept whose documents are still to be made; whoever changes that has locked the mass communication. */
export interface RecipientStore {
  insert(recipients: readonly Recipient[]): Promise<void>;
  /** The next ones by position, `limit` at most. */
  next(id: MassCommunicationId, limit: number): Promise<readonly Recipient[]>;
  /** Removes one. False where somebody was faster. */
  remove(recipient: Pick<Recipient, "massCommunicationId" | "position">): Promise<boolean>;
  removeAll(id: MassCommunicationId): Promise<void>;
}

/** People of the directory by what they are named by. Somebody else keeps them. */
export interface AddressBook {
  /**
   * The contacts, then the users, then the members of the groups, each by id, users once; of the users `limit` at most.
   * `null` where an id names nobody.
   */
  find(named: NamedRecipients, limit: number): Promise<readonly Addressee[] | null>;
}

/** Everything that is stored, for verification. Each gives the next rows after one, in their order. */
export interface CompositionInspection {
  composedDocuments(after: ComposedDocumentId | null, limit: number): Promise<readonly InspectedComposedDocument[]>;
  parts(after: PartId | null, limit: number): Promise<readonly InspectedPart[]>;
  massCommunications(after: MassCommunicationId | null, limit: number): Promise<readonly InspectedMassCommunication[]>;
  /** By mass communication, then position. */
  recipients(after: RecipientKey | null, limit: number): Promise<readonly InspectedRecipient[]>;
}

/** What this package needs inside a transaction. */
export interface CompositionStores extends DocumentStores, JobStores {
  readonly templates: TemplateStore;
  readonly composedDocuments: ComposedDocumentStore;
  readonly parts: PartStore;
  readonly massCommunications: MassCommunicationStore;
  readonly recipients: RecipientStore;
  readonly addressBook: AddressBook;
  readonly compositionInspection: CompositionInspection;
}

/** A source that the compiler sees, at an absolute virtual path: `/main.typ`, `/parts/1.typ`, `/vars.json`. */
export interface TypstFile {
  readonly path: string;
  readonly source: string;
}

/** Sources that are compiled as they are. */
export interface TypesetSources {
  /** The path of the file that the compiler begins with. */
  readonly main: string;
  readonly files: readonly TypstFile[];
}

/**
 * A composed document. Strangers can make it as long as they like, and hold the parser of its texts for seconds: it is put
 * together where the compiler runs, within the same bounds, by `sourcesOf` of `@cartulary/composition/source`.
 */
export interface TypesetComposition {
  /**
   * Asked once, when there is a place for the work: what waits takes no memory. What it throws is thrown by `typeset`. No
   * more than `SOURCE_BYTES_MAX` bytes of sources.
   */
  readonly composition: () => Promise<Composition>;
}

/** How something becomes a PDF. */
interface Typesetting extends PlaceRequest {
  /** The date of the PDF. */
  readonly createdAt: Instant;
}

/** What is to become a PDF. */
export type TypesetRequest = Typesetting & (TypesetSources | TypesetComposition);

/**
 * What a compiler says of a source. Lines and columns begin at 1 and count code points of what its author wrote: of a
 * composed document before its placeholders were filled, and null of a text in Markdown.
 */
export interface TypesetDiagnostic {
  readonly severity: "error" | "warning";
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly hint: string | null;
}

/** Why nothing was typeset. */
export type TypesetCause = "error" | "timeout" | "memory" | "crash";

export type TypesetResult =
  | {
      readonly outcome: "typeset";
      readonly pdf: Uint8Array;
      readonly pageCount: number;
      /** False where PDF/A-2b could not be kept to, and the file is plain PDF 1.7. */
      readonly archival: boolean;
      readonly warnings: readonly TypesetDiagnostic[];
    }
  /** Names that are asked for and have no value, each once: nothing was compiled. */
  | { readonly outcome: "incomplete"; readonly missingNames: readonly string[] }
  /** With its placeholders filled it would be longer than `SOURCE_BYTES_MAX`: nothing was filled. */
  | { readonly outcome: "too_long" }
  | {
      readonly outcome: "failed";
      readonly cause: TypesetCause;
      readonly diagnostics: readonly TypesetDiagnostic[];
    };

/** A family of fonts and where it comes from. */
export interface FontFamily {
  readonly name: string;
  readonly source: "embedded" | "path" | "system";
  readonly variants: readonly FontVariant[];
}

/** One of the faces of a family. */
export interface FontVariant {
  readonly style: "normal" | "italic" | "oblique";
  /** 100 to 900. */
  readonly weight: number;
  /** 1 is normal. */
  readonly stretch: number;
}

/** What a compiler can set text in. */
export interface Fonts {
  readonly families: readonly FontFamily[];
  /** The directories that were looked at. */
  readonly fontPaths: readonly string[];
}

/**
 * Port: makes PDFs of Typst sources that strangers wrote. Nothing of the machine can be read by them, and whatever they do
 * ends in time; pinned by `typesetterContract` of `@cartulary/ports/composition`.
 */
export interface Typesetter {
  /**
   * Compiles in turns, by whom it is for. Refuses with 429 `rate_limited` when too many of the same wait, and with 503
   * `compilation_busy` when too many of all do, or when its turn does not come in time.
   */
  typeset(request: TypesetRequest): Promise<TypesetResult>;
  /** For whom they are listed may matter where the compiler has to be asked. */
  fonts(onBehalfOf: Id<string>): Promise<Fonts>;
}
