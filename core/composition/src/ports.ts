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
  ComposedDocumentIntegrityRow,
  MassCommunicationIntegrityRow,
  PartIntegrityRow,
  RecipientIntegrityRow,
  RecipientKey,
} from "./verification/inspection.ts";

/** Port: storage of templates. */
export interface TemplateStore extends RecordStore<DocumentTemplate, TemplateField, DocumentTemplateView> {
  findByKey(key: string): Promise<DocumentTemplateView | null>;
  /** Lists active templates from `offset` by folded name and id; up to `ROWS_BYTES_MAX` of the kernel. */
  listActive(offset: number): Promise<{ readonly items: readonly DocumentTemplateView[]; readonly total: number }>;
  /** Finds the active template and locks it in share mode until the transaction ends; `null` without one. */
  lockSharedByKey(key: string): Promise<DocumentTemplate | null>;
  /** Locks a template in share mode until the transaction ends; false if it does not exist. */
  lockShared(id: DocumentTemplateId): Promise<boolean>;
  /** True when {@link claimSeeding} has returned true for this set of templates. */
  isSeeded(set: number): Promise<boolean>;
  /** Returns true once per database and set of templates. */
  claimSeeding(set: number): Promise<boolean>;
}

/** Filters of lists of composed documents. */
export interface ComposedWithin {
  readonly workspaceId?: WorkspaceId;
  readonly folderId?: FolderId;
  readonly status?: ComposedStatus;
}

/** Port: storage of composed documents. */
export interface ComposedDocumentStore {
  find(id: ComposedDocumentId): Promise<ComposedDocumentView | null>;
  /** Finds and locks until the transaction ends, for changes of the document or its parts. */
  lock(id: ComposedDocumentId): Promise<ComposedDocument | null>;
  /**
   * Lists the documents that the caller may read through folder, workspace or, without both, as creator; without
   * sources. Pages may end early at `ROWS_BYTES_MAX` of the kernel.
   */
  list(
    caller: Caller,
    query: ListQuery<ComposedDocumentField>,
    within: ComposedWithin,
  ): Promise<Page<ListedComposedDocument>>;
  insert(document: ComposedDocument): Promise<void>;
  update(document: ComposedDocument): Promise<void>;
  remove(id: ComposedDocumentId): Promise<void>;
  /** Removes the reference to a template. */
  forgetTemplate(id: DocumentTemplateId): Promise<void>;
  /** Removes the references to these folders; workspaces stay. */
  forgetFolders(ids: readonly FolderId[]): Promise<void>;
  /** Removes the reference to a workspace. */
  forgetWorkspace(id: WorkspaceId): Promise<void>;
  /** Removes the references to these PDFs. */
  forgetPdfs(ids: readonly DocumentId[]): Promise<void>;
  /**
   * Remembers which documents refer to a folder, a workspace or a PDF that moves to the trash, under the id of the entry.
   * To be called before `forget…`.
   */
  remember(entryId: string, removed: RememberedPlaces): Promise<void>;
  /** Gives the references of an entry back to documents that got no others since, and forgets the entry. */
  giveBack(entryId: string): Promise<void>;
  /** Removes the references of a trash entry that can no longer be restored. */
  forgetEntry(entryId: string): Promise<void>;
  /** Sets the workspace of documents in the folder or below it. */
  assignWorkspace(folderId: FolderId, workspaceId: WorkspaceId | null): Promise<void>;
  /**
   * Claims the compilation until `claim.until`, unless another claim is valid at `now`; then returns false. Does not
   * change the record.
   */
  claimCompile(id: ComposedDocumentId, claim: CompileClaim, now: Instant): Promise<boolean>;
  /** Extends a claim; false when another one has replaced it. */
  renewCompile(id: ComposedDocumentId, claim: CompileClaim): Promise<boolean>;
  /** Releases the claim, if it is still the current one. */
  releaseCompile(id: ComposedDocumentId, token: CompileClaim["token"]): Promise<void>;
}

/** The removed resources that composed documents may refer to. */
interface RememberedPlaces {
  readonly folderIds: readonly FolderId[];
  readonly documentIds: readonly DocumentId[];
  /** `null` unless a workspace was removed. */
  readonly workspaceId: WorkspaceId | null;
}

/** The exclusive right to compile a document for a time. */
export interface CompileClaim {
  readonly token: Id<"CompileClaim">;
  readonly until: Instant;
}

/** A page of parts, with or without contents. */
export interface PartListing extends PageQuery {
  readonly withContent: boolean;
}

/**
 * Port: storage of parts. Writers must have locked the document. Contents are read only where they are returned,
 * because a thousand parts may have a megabyte each.
 */
export interface PartStore {
  find(documentId: ComposedDocumentId, id: PartId): Promise<Part | null>;
  /** Ordered by position, date and id. Pages may end early at `ROWS_BYTES_MAX` of the kernel. */
  list(documentId: ComposedDocumentId, listing: PartListing): Promise<Page<ListedPart>>;
  /** All parts in order. */
  outlines(documentId: ComposedDocumentId): Promise<readonly PartOutline[]>;
  /** The printed parts in order; drafts only with `includeDraft`. */
  findPrinted(
    documentId: ComposedDocumentId,
    which: { readonly includeDraft: boolean },
  ): Promise<readonly PrintedPart[]>;
  /** Positions in order. */
  positions(documentId: ComposedDocumentId): Promise<readonly PartPosition[]>;
  /** The number of parts and the highest position; 0 without parts. */
  extent(documentId: ComposedDocumentId): Promise<{ readonly count: number; readonly lastPosition: number }>;
  /** The distinct statuses. */
  statuses(documentId: ComposedDocumentId): Promise<readonly PartStatus[]>;
  insert(parts: readonly Part[]): Promise<void>;
  update(part: Part): Promise<void>;
  /** Changes positions and `updatedAt` only. */
  move(positions: readonly PartPosition[], updatedAt: Instant): Promise<void>;
  remove(id: PartId): Promise<void>;
  removeAll(documentId: ComposedDocumentId): Promise<void>;
}

/** Port: storage of mass communications with copies of their templates. */
export interface MassCommunicationStore {
  /** Stores a copy of the template until {@link forgetTemplate}. */
  insert(record: MassCommunication, template: DocumentTemplate): Promise<void>;
  find(id: MassCommunicationId): Promise<MassCommunication | null>;
  /** Finds and locks until the transaction ends; counters change under this lock. */
  lock(id: MassCommunicationId): Promise<MassCommunication | null>;
  /** Replaces the record, which must be locked. */
  update(record: MassCommunication): Promise<void>;
  /** Lists those of one user, or all if `userId` is `null`. Pages may end early at `ROWS_BYTES_MAX` of the kernel. */
  list(query: ListQuery<MassCommunicationField>, userId: UserId | null): Promise<Page<MassCommunication>>;
  /** Returns the copied template; `null` once it was removed. */
  template(id: MassCommunicationId): Promise<DocumentTemplate | null>;
  forgetTemplate(id: MassCommunicationId): Promise<void>;
}

/** Port: storage of waiting recipients. Writers must have locked the mass communication. */
export interface RecipientStore {
  insert(recipients: readonly Recipient[]): Promise<void>;
  /** Returns up to `limit` recipients by position. */
  next(id: MassCommunicationId, limit: number): Promise<readonly Recipient[]>;
  /** Returns false if the recipient does not exist. */
  remove(recipient: Pick<Recipient, "massCommunicationId" | "position">): Promise<boolean>;
  removeAll(id: MassCommunicationId): Promise<void>;
}

/** Port: the directory's addresses, implemented outside this package. */
export interface AddressBook {
  /**
   * Returns the contacts, then the users, then the members of the groups, each ordered by id, without duplicate users
   * and with at most `limit` users; `null` if an id is unknown.
   */
  find(named: NamedRecipients, limit: number): Promise<readonly Addressee[] | null>;
}

/** Port: stored data for verification, in pages after a given key. */
export interface CompositionInspection {
  composedDocuments(after: ComposedDocumentId | null, limit: number): Promise<readonly ComposedDocumentIntegrityRow[]>;
  parts(after: PartId | null, limit: number): Promise<readonly PartIntegrityRow[]>;
  massCommunications(
    after: MassCommunicationId | null,
    limit: number,
  ): Promise<readonly MassCommunicationIntegrityRow[]>;
  /** Ordered by mass communication and position. */
  recipients(after: RecipientKey | null, limit: number): Promise<readonly RecipientIntegrityRow[]>;
}

/** Stores that this package needs inside a transaction. */
export interface CompositionStores extends DocumentStores, JobStores {
  readonly templates: TemplateStore;
  readonly composedDocuments: ComposedDocumentStore;
  readonly parts: PartStore;
  readonly massCommunications: MassCommunicationStore;
  readonly recipients: RecipientStore;
  readonly addressBook: AddressBook;
  readonly compositionInspection: CompositionInspection;
}

/** A source file at an absolute virtual path: `/main.typ`, `/parts/1.typ`, `/vars.json`. */
export interface TypstFile {
  readonly path: string;
  readonly source: string;
}

/** A picture at an absolute virtual path, such as `/logo.png`, which sources show with `image`. */
export interface TypesetPicture {
  readonly path: string;
  /** PNG or JPEG. */
  readonly bytes: Uint8Array;
}

/** Sources to compile unchanged. */
export interface TypesetSources {
  /** Path of the main file. */
  readonly main: string;
  readonly files: readonly TypstFile[];
}

/**
 * A composed document. Its content is untrusted and may be expensive to parse, so it is assembled where the compiler
 * runs, within the same limits, by `sourcesOf` of `@cartulary/composition/source`.
 */
export interface TypesetComposition {
  /**
   * Called once, when a slot is free, so that waiting work uses no memory. Its errors are thrown by `typeset`. At most
   * `SOURCE_BYTES_MAX` bytes of sources.
   */
  readonly composition: () => Promise<Composition>;
  /** The pictures of the composition; absent: none. */
  readonly pictures?: readonly TypesetPicture[];
}

interface Typesetting extends PlaceRequest {
  /** The date of the PDF. */
  readonly createdAt: Instant;
}

export type TypesetRequest = Typesetting & (TypesetSources | TypesetComposition);

/**
 * A diagnostic of the compiler. Lines and columns begin at 1 and count code points of the author's text, before
 * placeholders were filled; null in Markdown.
 */
export interface TypesetDiagnostic {
  readonly severity: "error" | "warning";
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly hint: string | null;
}

/** Reasons for a failure. */
export type TypesetCause = "error" | "timeout" | "memory" | "crash";

export type TypesetResult =
  | {
      readonly outcome: "typeset";
      readonly pdf: Uint8Array;
      readonly pageCount: number;
      /** False when the file is plain PDF 1.7, because PDF/A-2b was not possible. */
      readonly archival: boolean;
      readonly warnings: readonly TypesetDiagnostic[];
    }
  /** Distinct names without value; nothing was compiled. */
  | { readonly outcome: "incomplete"; readonly missingNames: readonly string[] }
  /** Exceeds `SOURCE_BYTES_MAX` with its values; nothing was filled. */
  | { readonly outcome: "too_long" }
  | {
      readonly outcome: "failed";
      readonly cause: TypesetCause;
      readonly diagnostics: readonly TypesetDiagnostic[];
    };

/** A font family and its source. */
export interface FontFamily {
  readonly name: string;
  readonly source: "embedded" | "path" | "system";
  readonly variants: readonly FontVariant[];
}

/** A face of a family. */
export interface FontVariant {
  readonly style: "normal" | "italic" | "oblique";
  /** 100 to 900. */
  readonly weight: number;
  /** 1 is normal. */
  readonly stretch: number;
}

/** Available fonts. */
export interface Fonts {
  readonly families: readonly FontFamily[];
  /** The searched directories. */
  readonly fontPaths: readonly string[];
}

/**
 * Port: typesets untrusted Typst sources. They cannot read the machine, and time is limited. Tested by
 * `typesetterContract` of `@cartulary/ports/composition`.
 */
export interface Typesetter {
  /**
   * Compiles in turns of owners. Throws 429 `rate_limited` when too many of one owner wait; 503 `compilation_busy` when
   * too many wait in all, or when no slot becomes free in time.
   */
  typeset(request: TypesetRequest): Promise<TypesetResult>;
  /** `onBehalfOf` matters when listing requires the compiler. */
  fonts(onBehalfOf: Id<string>): Promise<Fonts>;
}
