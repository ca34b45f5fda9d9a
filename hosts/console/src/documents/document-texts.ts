/** What can be done to the public access of a thing. */
export type PublicVerb = "publish" | "unpublish" | "propagate" | "exclude" | "lift";

/** Texts of the pages of documents. */
export interface DocumentTexts {
  readonly fields: Readonly<
    Record<
      | "name"
      | "description"
      | "kind"
      | "size"
      | "changed"
      | "by"
      | "publicState"
      | "tags"
      | "code"
      | "type"
      | "domain"
      | "created"
      | "createdBy"
      | "workspace"
      | "folder"
      | "textStatus"
      | "sha256"
      | "contentType"
      | "version"
      | "comment"
      | "file"
      | "files"
      | "place"
      | "number",
      string
    >
  >;
  readonly folder: string;
  readonly contents: string;
  readonly nameContains: string;
  readonly typeContains: string;
  readonly isPublic: string;
  readonly isNotPublic: string;
  readonly root: (workspace: string) => string;
  readonly presentFolder: string;
  readonly tagsHint: string;
  readonly deleteQuestion: (name: string, documents: number, folders: number) => string;
  readonly deleteDocument: (name: string, versions: number) => string;
  readonly tooManyFolders: string;
  readonly facts: string;
  readonly preview: string;
  readonly noPreview: string;
  readonly versions: string;
  readonly noVersions: string;
  readonly currentVersion: string;
  readonly comparison: string;
  readonly restoreQuestion: (number: string) => string;
  readonly dropHere: string;
  readonly uploadFailed: string;
  readonly permissions: string;
  readonly publicAccess: string;
  readonly retention: Readonly<
    Record<
      | "title"
      | "until"
      | "hold"
      | "inForce"
      | "none"
      | "reason"
      | "reasonHint"
      | "setHold"
      | "releaseHold"
      | "holdQuestion"
      | "releaseQuestion",
      string
    >
  >;
  readonly textStatuses: Readonly<Record<string, string>>;
  readonly kinds: Readonly<
    Record<"pdf" | "image" | "text" | "writing" | "table" | "slides" | "archive" | "sound" | "film" | "other", string>
  >;
  readonly trash: {
    readonly title: string;
    readonly empty: string;
    readonly documents: string;
    readonly deleted: string;
    readonly until: string;
    readonly restoreHint: (name: string) => string;
    readonly purgeQuestion: (name: string) => string;
    readonly kinds: Readonly<Record<"workspace" | "folder" | "document", string>>;
  };
  readonly uploads: Readonly<
    Record<
      | "title"
      | "together"
      | "none"
      | "files"
      | "progress"
      | "status"
      | "started"
      | "source"
      | "merged"
      | "unfinished"
      | "noUnfinished"
      | "file"
      | "received"
      | "expires"
      | "cancelUpload"
      | "resume"
      | "sameFile"
      | "otherFile"
      | "needsScripts"
      | "notResumable",
      string
    >
  > & {
    readonly statuses: Readonly<Record<string, string>>;
    /** Two sizes: what has arrived, and the whole file. */
    readonly receivedOf: (received: string, whole: string) => string;
    readonly cancelQuestion: (name: string) => string;
  };
  readonly search: {
    readonly title: string;
    readonly query: string;
    readonly corrected: (query: string) => string;
    readonly none: string;
    readonly start: string;
  };
  readonly rights: {
    readonly mine: (level: string) => string;
    readonly because: Readonly<Record<"role" | "permission" | "public", string>>;
    readonly inheritedFrom: (name: string) => string;
    readonly here: string;
    readonly none: string;
    readonly levels: Readonly<Record<"read" | "write" | "manage", string>>;
    readonly caption: string;
    readonly who: string;
    readonly level: string;
    readonly source: string;
    readonly person: string;
    readonly group: string;
    readonly addPerson: string;
    readonly addGroup: string;
    readonly removeQuestion: (who: string) => string;
    readonly changeOf: (who: string) => string;
  };
  /** What the page says after an upload of documents with these names. */
  readonly uploaded: (names: readonly string[]) => string;
  readonly access: {
    readonly states: Readonly<
      Record<"root" | "public" | "excluded" | "stale" | "not_stamped" | "not_published", string>
    >;
    readonly link: string;
    readonly copied: string;
    readonly scope: (documents: number, folders: number, already: number) => string;
    /** What an action does to the thing of this name. */
    readonly consequences: Readonly<Record<PublicVerb, (name: string) => string>>;
    /** What an exclusion does to a document of this name. */
    readonly documentExclusion: (name: string) => string;
    /** What the page says after an action. */
    readonly done: Readonly<Record<PublicVerb, string>>;
    readonly subtree: string;
    readonly total: string;
    readonly publicCount: string;
    readonly unstamped: string;
    readonly excludedCount: string;
    readonly exclusions: string;
  };
}
