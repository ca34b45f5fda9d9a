import type { Language } from "@cartulary/http/pages";
import { pluralOf } from "../frame/texts.ts";
import { FRENCH_TEXTS } from "./french-texts.ts";

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
  readonly access: {
    readonly states: Readonly<
      Record<"root" | "public" | "excluded" | "stale" | "not_stamped" | "not_published", string>
    >;
    readonly link: string;
    readonly copied: string;
    readonly scope: (documents: number, folders: number, already: number) => string;
    readonly unpublishQuestion: string;
    readonly liftQuestion: string;
    readonly subtree: string;
    readonly total: string;
    readonly publicCount: string;
    readonly unstamped: string;
    readonly excludedCount: string;
    readonly exclusions: string;
  };
}

const en: DocumentTexts = {
  fields: {
    name: "Name",
    description: "Description",
    kind: "Kind",
    size: "Size",
    changed: "Changed",
    by: "By",
    publicState: "Public",
    tags: "Tags",
    code: "Classification code",
    type: "Document type",
    domain: "Domain",
    created: "Created",
    createdBy: "Created by",
    workspace: "Workspace",
    folder: "Folder",
    textStatus: "Text for search",
    sha256: "SHA-256",
    contentType: "Media type",
    version: "Version",
    comment: "Comment",
    file: "File",
    files: "Files",
    place: "Destination",
    number: "Number",
  },
  folder: "Folder",
  contents: "Contents",
  nameContains: "Name contains",
  typeContains: "Media type contains",
  isPublic: "Public",
  isNotPublic: "Not public",
  root: (workspace) => `At the top of ${workspace}`,
  tagsHint: "Separate tags with commas.",
  deleteQuestion: (name, documents, folders) =>
    `Delete “${name}” with everything in it: ${documents} ${pluralOf("en", documents, "document", "documents")} and ${folders} ${pluralOf("en", folders, "folder", "folders")}.`,
  deleteDocument: (name, versions) =>
    `Delete “${name}” with ${versions} earlier ${pluralOf("en", versions, "version", "versions")}.`,
  tooManyFolders: "Only the first folders are offered.",
  facts: "Facts",
  preview: "Preview",
  noPreview: "This kind of file has no preview. Download it to read it.",
  versions: "Earlier versions",
  noVersions: "There is no earlier version.",
  currentVersion: "Current",
  comparison: "Comparison",
  restoreQuestion: (number) =>
    `Make version ${number} the current content. The present content becomes an earlier version.`,
  dropHere: "Choose files, or drop them anywhere on this page.",
  uploadFailed: "The upload was interrupted. Try again.",
  permissions: "Who can see this",
  publicAccess: "Public access",
  retention: {
    title: "Retention",
    until: "Keep until",
    hold: "Legal hold",
    inForce: "In force, with what is above",
    none: "none",
    reason: "Reason",
    reasonHint: "Needed to keep something for less time than before.",
    setHold: "Set a legal hold",
    releaseHold: "Release the legal hold",
    holdQuestion: "Nothing below is deleted or lost while the hold lasts.",
    releaseQuestion: "What is below may be deleted again, unless something else keeps it.",
  },
  textStatuses: {
    pending: "being read",
    read: "searchable",
    none: "has no text",
    failed: "could not be read",
    partial: "searchable in part",
  },
  kinds: {
    pdf: "PDF document",
    image: "Picture",
    text: "Plain text",
    writing: "Text document",
    table: "Spreadsheet",
    slides: "Slides",
    archive: "Archive file",
    sound: "Sound",
    film: "Film",
    other: "File",
  },
  trash: {
    title: "Trash",
    empty: "Nothing that you could take back was deleted.",
    documents: "Documents",
    deleted: "Deleted",
    until: "Kept until",
    restoreHint: (name) => `“${name}” returns to its old place, unless you choose another one. It is not public then.`,
    purgeQuestion: (name) => `Delete “${name}” for good. This cannot be undone.`,
    kinds: { workspace: "Workspace", folder: "Folder", document: "Document" },
  },
  uploads: {
    title: "Uploads",
    together: "Uploads of several files",
    unfinished: "Unfinished uploads",
    noUnfinished: "You have no unfinished upload of a large file.",
    file: "File",
    received: "Received",
    expires: "Kept until",
    receivedOf: (received, whole) => `${received} of ${whole}`,
    cancelUpload: "Cancel the upload",
    resume: "Resume the upload",
    sameFile: "Choose the same file again. Only what is missing is sent.",
    otherFile: "This file has another name or size. Choose the one that you began to upload.",
    needsScripts: "Resuming needs JavaScript, which is off in your browser. You can upload the whole file again.",
    notResumable: "This upload is over, or another person started it, so it cannot be resumed here.",
    cancelQuestion: (name) => `What has arrived of “${name}” is deleted. The file on your computer stays.`,
    none: "You have no uploads of several files.",
    files: "Files",
    progress: "Progress",
    status: "Status",
    started: "Started",
    source: "Source",
    merged: "Merged file",
    statuses: { pending: "waiting", in_progress: "running", completed: "done", failed: "failed" },
  },
  search: {
    title: "Search",
    query: "Words",
    corrected: (query) => `Nothing was found for these words. These are results for “${query}”.`,
    none: "No document was found.",
    start: "Type the words that a document contains.",
  },
  rights: {
    mine: (level) => `You may ${level}.`,
    because: {
      role: "Your role allows this everywhere.",
      permission: "A permission of yours or of a group of yours allows it.",
      public: "Everybody may read it, because it is public.",
    },
    inheritedFrom: (name) => `from ${name}`,
    here: "here",
    none: "Nobody has a permission here.",
    levels: { read: "read", write: "read and change", manage: "read, change and decide who may" },
    caption: "Permissions",
    who: "Who",
    level: "May",
    source: "Given",
    person: "Person",
    group: "Group",
    addPerson: "Add a person",
    addGroup: "Add a group",
    removeQuestion: (who) => `Remove the permission of ${who}.`,
    changeOf: (who) => `Change what ${who} may do`,
  },
  access: {
    states: {
      root: "This folder is published: everybody who has its link can read what is public in it.",
      public: "This is public through a published folder above it.",
      excluded: "This is not public: it is excluded.",
      stale: "This is not public any more: the publication ended, or it was moved or excluded since.",
      not_stamped: "This is not public yet: the folder above is published, but this was added later. Propagate it.",
      not_published: "This is not public.",
    },
    link: "Public link",
    copied: "Copied",
    scope: (documents, folders, already) =>
      `This concerns ${documents} ${pluralOf("en", documents, "document", "documents")} and ${folders} ${pluralOf("en", folders, "folder", "folders")}; ${already} of them ${pluralOf("en", already, "is", "are")} public now.`,
    unpublishQuestion: "Nobody without a permission will see this folder or anything public through it.",
    liftQuestion:
      "The exclusion ends. Nothing becomes public by that alone: propagate a published folder to publish it again.",
    subtree: "In this folder",
    total: "In all",
    publicCount: "Public",
    unstamped: "Not public yet",
    excludedCount: "Excluded",
    exclusions: "Excluded here",
  },
};

export const DOCUMENT_TEXTS: Readonly<Record<Language, DocumentTexts>> = { en, fr: FRENCH_TEXTS };
