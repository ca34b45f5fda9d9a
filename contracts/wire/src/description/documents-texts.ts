import type { SharedTexts } from "./field-text.ts";

const NAME = "of 1 to 255 characters on one line";
const LINE = { minLength: 1, maxLength: 255, pattern: "\\S" } as const;
const PASSAGE = { maxLength: 10_000 } as const;
const TAG_LIST = {
  description: "Replaces all labels: at most 50 distinct ones of at most 100 characters each; null removes all",
  maxItems: 1000,
} as const;
const SHA256 = { pattern: "^[0-9A-Fa-f]{64}$" } as const;
const MD5 = { pattern: "^[A-Za-z0-9+/]{21}[AQgw]==$" } as const;

const FOLDERS = [
  "Folder",
  "FolderInput",
  "FolderCreate",
  "FolderWithItems",
  "FolderItemFolder",
  "PublicFolder",
  "PublicItemFolder",
];
const DOCUMENTS = [
  "Document",
  "CreatedDocument",
  "FoundDocument",
  "FolderItemFile",
  "PublicDocument",
  "PublicItemFile",
];
const DOCUMENT_INPUTS = ["DocumentCreate", "DocumentCreateFromChunks", "DocumentInput"];
const PLANS = ["ClassificationPlan", "ClassificationPlanCreate", "ClassificationPlanInput"];
const ENTRIES = ["ClassificationEntry", "ClassificationEntryInput"];

/** Texts of workspaces, folders, documents, versions, permissions and public access. */
export const documentsTexts: readonly SharedTexts[] = [
  {
    of: ["Workspace", "WorkspaceInput", "WorkspaceCreate", "WorkspaceRef"],
    texts: {
      label: { description: `Title of the workspace, ${NAME}`, ...LINE },
      description: { description: "What the workspace is for, of at most 10,000 characters", ...PASSAGE },
      classificationPlanId: "The classification plan that its documents are filed by; null without one",
      classificationPlanLabel: "Label of that plan; in a body it must name exactly one plan that you can see",
      classificationPlanCsv:
        "A new plan of this workspace as CSV with the header code,label,parent_code,keywords, of at most 5,000 rows",
      workspaceTypeName: "Name of its workspace type; null without one",
      completionPercentage:
        "Share of the plan's leaf entries with at least one document, in whole percent from 0 to 100",
      settings: "Settings of yours for the workspace: a JSON object of at most 64 KiB and 10 levels",
      businessTags: "Business labels of the workspace, at most 50 of at most 100 characters each",
      businessTagList: {
        ...TAG_LIST,
        description: "Replaces all business labels: at most 50 of at most 100 characters each; null removes all",
      },
      user: "The user who created the workspace; null once that user is deleted",
    },
  },
  {
    of: FOLDERS,
    texts: {
      name: { description: `Name of the folder, ${NAME}`, ...LINE },
      description: { description: "What the folder holds, of at most 10,000 characters", ...PASSAGE },
      color: { description: "Colour for screens as #RRGGBB; null without one", pattern: "^#[0-9A-Fa-f]{6}$" },
      icon: { description: "Name of an icon for screens, of at most 255 characters; null without one", maxLength: 255 },
      documentsFolderId:
        "The folder above it, at most 64 levels deep; null at the top of its workspace or outside workspaces",
      workspace: "Its workspace; null outside workspaces and for readers who cannot see that workspace",
      parent: "The folder above it; null at the top and for readers who cannot see that folder",
      tagList: TAG_LIST,
      type: "Tells folders from documents in a list of both",
      items: "Its folders, then its documents, each by name; at most 1,000",
      itemsTruncated: "True when it has more items than are listed here",
    },
  },
  {
    of: ["FolderRef", "PublicFolderRef"],
    texts: { name: "Name of that folder", documentsFolderId: "The folder above that folder; null at the top" },
  },
  {
    of: ["Workspace", "WorkspaceInput", "WorkspaceCreate", ...FOLDERS, ...DOCUMENTS, ...DOCUMENT_INPUTS],
    texts: {
      retainUntil:
        "Last day, in Europe/Paris, on which it may not be deleted or replaced, nor what is below it; null without one",
      legalHold: "The legal hold on it, during which nothing of it may be deleted; null without one",
      retained: "The strictest retention of itself and of all above it; null when nothing retains it today",
      reason: "Why a retention is shortened or removed, of at most 10,000 characters; required for that",
    },
  },
  {
    of: ["LegalHold"],
    texts: {
      reason: "Why it is held",
      setAt: "When the hold was set, or its reason replaced",
      setBy: "The administrator who set it",
    },
  },
  { of: ["LegalHoldInput"], texts: { reason: "Why it is held or released, of at most 10,000 characters" } },
  {
    of: ["Retained"],
    texts: {
      until: "The latest day of all retentions that apply; null when only a hold does",
      legalHold: "True while a legal hold applies",
      by: "The resource with the strictest retention; null for readers who cannot see it",
    },
  },
  {
    of: ["RetainingResource"],
    texts: {
      type: "Kind of that resource",
      id: "Id of the workspace, folder or document that retains",
      name: "Its name or label",
    },
  },
  {
    of: ["TrashEntry"],
    texts: {
      id: "Id of the deleted workspace, folder or document, which it gets back",
      kind: "What was deleted",
      name: "Its name when it was deleted",
      path: "Names of its workspace and of the folders above it when it was deleted, from the top; without those that you cannot see",
      documentsCount: "Number of documents that were deleted with it; 1 for a document",
      byteSize: "Bytes of the contents of these documents, without previous versions",
      deletedAt: "When it was deleted",
      deletedBy: "The user who deleted it; null once that user is deleted",
      restorableUntil: "From this instant on it cannot be restored any more",
      restorableTo: "Where it returns to without a destination; null when that place is deleted too",
    },
  },
  {
    of: ["RestorePlace"],
    texts: {
      type: "A folder or a workspace; none for workspaces and for what was in neither",
      id: "Id of that folder or workspace; null for none",
      name: "Its present name; null for none",
    },
  },
  {
    of: ["TrashRestore"],
    texts: {
      documentsFolderId: "The folder to restore it into, instead of its old place",
      workspaceId: "The workspace to restore it into, at its top, instead of its old place",
    },
  },
  { of: ["DomainRef"], texts: { name: "Name of that business domain" } },
  { of: ["DocumentTypeRef"], texts: { name: "Name of that document type" } },
  { of: ["GroupRef"], texts: { name: "Name of that group" } },
  {
    of: [...DOCUMENTS, ...DOCUMENT_INPUTS],
    texts: {
      name: { description: `Name of the document, ${NAME}; by default that of its file`, ...LINE },
      description: { description: "What the document is, of at most 10,000 characters", ...PASSAGE },
      type: "Tells documents from folders in a list of both",
      versionsCount: "Number of previous contents, which the list of versions returns",
      textStatus:
        "What full-text search has of the content: none (a type without text), pending, read, partial or failed",
      classificationCode: {
        description: "Code of an entry of its workspace's classification plan; null when not classified",
        maxLength: 100,
      },
      workspace: "Its workspace; null outside workspaces and for readers who cannot see that workspace",
      folder: "Its folder; null outside folders and for readers who cannot see that folder",
      domain: "Its business domain, with the name; null without one",
      documentType: "Its document type, with the name; null without one",
      tagList: TAG_LIST,
      autoClassify: "True to choose a code of the plan by its keywords when none is sent; false by default",
      bulkUploadId: "The bulk upload that the file belongs to; null for none",
      position: {
        description: "Place of the file among the sources of a merge, from 0 to 2,147,483,647",
        minimum: 0,
        maximum: 2_147_483_647,
      },
      pages: { description: "Reserved for a choice of pages: leave it out, or send an empty text", maxLength: 0 },
      chunkedUploadId: "A completed chunked upload of yours whose bytes become the content, in place of a file",
      duplicateOf: "The oldest document with the same bytes that you can read; null when there is none",
      classificationReason: "Why automatic classification chose the code; null when it chose none",
      highlights: "Passages that match the search, at most three of at most 200 characters each",
    },
  },
  {
    of: ["ClassificationReason"],
    texts: {
      code: "Code of the chosen entry of the classification plan",
      score: "How well the entry fits: the number of keyword matches, weighted",
      matched: "Keywords of the entry that the document contains",
    },
  },
  {
    of: ["StagedFile"],
    texts: {
      staged: "True: the file waits to be merged, and there is no document yet",
      position: "Place of the file among the sources of the merge, from 0",
      bulkUpload: "The bulk upload that waits for its other files",
    },
  },
  {
    of: ["Version", "VersionCreate", "VersionCreateFromChunks"],
    texts: {
      documentId: "The document whose previous content this is",
      versionNumber: "Number in order of age, from 1 for the oldest content",
      name: "Name of the file as it was uploaded",
      comment: {
        description: "Why the content was replaced, of at most 10,000 characters; null without a comment",
        ...PASSAGE,
      },
      createdBy: "The user who replaced this content; null once that user is deleted",
      contentCreatedAt: "Moment at which this content became the current one, in UTC",
      createdAt: "Moment at which this content was replaced, in UTC",
      expectedSha256: {
        description: "SHA-256 that the current content must have, else 409: 64 hexadecimal digits",
        ...SHA256,
      },
      chunkedUploadId: "A completed chunked upload of yours whose bytes become the content, in place of a file",
    },
  },
  {
    of: ["Permission", "PermissionCreate", "PermissionInput", "EffectivePermission"],
    texts: {
      subjectType: "Who has the permission: a user or a group",
      subjectId: "Identifier of that user or group",
      subject: "That user or group, with a name",
      level: "read, write (includes read) or manage (includes both and changing permissions); null for none",
      resourceType: "Kind of resource on which it was granted",
      resourceId: "Identifier of the resource on which it was granted",
      inherited: "True when it was granted further up: on a folder above or on the workspace",
      inheritedFrom: "The resource further up on which it was granted; null for a direct permission",
      source: "Where your permission comes from",
    },
  },
  {
    of: ["LevelSource"],
    texts: {
      type: "role (administrators), permission (one that was granted) or public (everybody may read)",
      permissionId: "The permission that was granted; null for other sources",
      inheritedFrom: "The resource further up on which it was granted; null for a direct permission",
    },
  },
  {
    of: ["PermissionSource"],
    texts: { type: "Kind of that resource", name: "Name or label of that resource; null if you cannot read it" },
  },
  { of: ["Tag"], texts: { name: "The label as folders and documents carry it" } },
  {
    of: PLANS,
    texts: {
      label: { description: `Title of the plan, ${NAME}`, ...LINE },
      description: { description: "What the plan is for, of at most 10,000 characters", ...PASSAGE },
      entries: { description: "The entries of the plan in order, at most 5,000", maxItems: 5_000 },
      csv: "The entries as CSV in place of the list, with the header code,label,parent_code,keywords; keywords separated by ;",
    },
  },
  {
    of: ENTRIES,
    texts: {
      code: {
        description: "Code of the entry, unique in the plan, of 1 to 100 characters",
        minLength: 1,
        maxLength: 100,
        pattern: "\\S",
      },
      label: { description: `Title of the entry, ${NAME}`, ...LINE },
      parentCode: { description: "Code of the entry above it; null at the top", maxLength: 100 },
      keywords: "Words by which automatic classification finds the entry",
    },
  },
  {
    of: ["PublicAccessState"],
    texts: {
      resourceType: "Kind of resource: folder or document",
      resourceId: "Identifier of the folder or document",
      public: "True when everybody may read it without signing in",
      isRoot: "True when this folder itself is published",
      root: "The published folder that makes it public; null when it is not public",
      excluded: "True when it, or a folder above it, is excluded from publication",
      exclusion: "The exclusion that applies to it; null without one",
      exclusions: "Exclusions below it, as many as limit allows",
      exclusionsCount: "Number of exclusions below it, listed or not",
      reason:
        "Why it is not public: excluded, stale (its publication ended), not_stamped (newer than it) or not_published; null when public",
      subtree: "Counts of the folders and documents below the folder; null for a document",
      unstampedSample: "Some folders and documents below that are not public yet, at most `limit`",
      grantedCount: "Number of resources that the request made public; null when it published nothing",
      url: "Address of the public page; null when it is not public",
      scope: "What the request concerns or, with dry_run, would concern",
    },
  },
  {
    of: ["PublicRoot"],
    texts: {
      name: "Name of the published folder",
      publishedAt: "Moment of publication, in UTC",
      publishedBy: "The user who published it; null once that user is deleted",
    },
  },
  {
    of: ["PublicExclusion"],
    texts: {
      resourceType: "Kind of the excluded resource: folder or document",
      resourceId: "Identifier of the excluded folder or document",
      name: "Name of the excluded folder or document",
      inherited: "True when a folder above was excluded, not the resource itself",
      excludedAt: "Moment of the exclusion, in UTC",
      excludedBy: "The user who excluded it; null once that user is deleted",
    },
  },
  {
    of: ["PublicSubtree", "PublicScope"],
    texts: {
      total: "Number of folders and documents below the folder",
      folders: "Number of folders concerned",
      documents: "Number of documents concerned",
      public: "Number of folders and documents that everybody may read",
      unstamped: "Number of folders and documents that are newer than the publication",
      excluded: "Number of folders and documents excluded from publication",
      alreadyPublic: "Number of them that are public already",
    },
  },
  {
    of: ["PublicSample"],
    texts: { type: "Kind of the resource: folder or document", name: "Name of the folder or document" },
  },
  {
    of: ["PublicAccessPublish"],
    texts: { propagate: "True to publish everything below the folder as well, which is the default" },
  },
  {
    of: ["BulkUpload", "BulkUploadCreate", "StagedBulkUpload"],
    texts: {
      status: "pending (no file yet), in_progress, completed or failed",
      source: { description: "Name of the uploading program, of at most 255 characters", maxLength: 255 },
      totalFiles: { description: "Number of files that will be sent, from 1 to 100", minimum: 1, maximum: 100 },
      processedFiles: "Number of files whose outcome is known",
      successfulFiles: "Number of files that became documents",
      failedFiles: "Number of accepted files that were lost in a failed merge",
      receivedFiles: "Number of files received so far",
      progress: "Processed files out of all, in percent from 0 to 100",
      autoClassify: "True to classify each document by the keywords of the plan; false by default",
      mergeToPdf: "True to merge the files, PDF or images, into one PDF; false by default",
      mergedFileName: {
        description: "Name of the merged PDF, of at most 255 characters; required for a merge, else null",
        maxLength: 255,
      },
      mergedDocumentId: "The merged document, once it exists; null before and without a merge",
      startedAt: "Arrival of the first file, in UTC; null before",
      completedAt: "Moment at which the last file was processed, in UTC; null before",
      folderId: "The folder for documents whose own request names none; null for none",
      documentsFolderId: "The folder for documents whose own request names none; null for none",
      userId: "The user who uploads",
      metadata: "After a failure, failure is its code: timed_out, encrypted, forbidden, abandoned",
    },
  },
  {
    of: ["DocumentExport", "DocumentExportCreate"],
    texts: {
      status: "pending, in_progress, completed or failed",
      progress: { description: "Part that is done, in percent from 0 to 100", minimum: 0, maximum: 100 },
      byteSize: "Length of the ZIP, in bytes; null before the end",
      sha256: { description: "SHA-256 of the ZIP, in hexadecimal; null before the end", ...SHA256 },
      downloadUrl: "Address of the ZIP; null before the end and after a failure",
      workspaceId: "The exported workspace; null for a folder. One of workspace_id and folder_id is required",
      folderId: "The exported folder with everything below it; null for a workspace",
      versions: "True to export previous contents of documents, too; false by default",
      public: "True to export only what visitors can read; false by default",
      date: "Date of the bag, in UTC; the moment of the request by default",
      name: {
        description: "Name of the ZIP without .zip, of 1 to 255 characters; that of the root by default",
        ...LINE,
      },
      failure: "Code of the reason for a failure, such as not_found or damaged_content; null otherwise",
      expiresAt: "Moment at which the export is removed, seven days after its creation, in UTC",
    },
  },
  {
    of: ["ImportedDates", "ImportedRecordDates"],
    texts: {
      records: {
        description: "At most 500 records that the caller created himself; all are changed, or none",
        maxItems: 500,
      },
      type: "workspace, folder, document or version",
      createdAt: "Moment of its creation where it was exported, in UTC",
      changedAt: "Moment of its last change there, in UTC; of a version, the creation of its content",
    },
  },
  {
    of: ["ChunkedUpload", "ReceivedChunk", "ChunkedUploadCreate"],
    texts: {
      uploadId: "Identifier of the upload, to be sent as chunked_upload_id with the document",
      status: "pending (no chunk yet), processing (being assembled), completed, failed, cancelled or expired",
      filename: { description: "Name of the file, of 1 to 4,096 characters", minLength: 1, maxLength: 4_096 },
      contentType: "Media type that the sender declares, such as application/pdf",
      fileSize: {
        description: "Length of the whole file, in bytes, from 1 to 5,368,709,120",
        minimum: 1,
        maximum: 5_368_709_120,
      },
      chunkSize: {
        description: "Length of each chunk but the last, in bytes, from 1,048,576 to 104,857,600; 5,242,880 by default",
        minimum: 1_048_576,
        maximum: 104_857_600,
      },
      totalChunks: "Number of chunks that the file has",
      uploadedChunks: "Number of chunks received so far",
      uploadedBytes: "Length of the received chunks together, in bytes",
      progress: "Received bytes out of all, in percent from 0 to 100 with two decimals",
      missingChunks: "Numbers of the first hundred chunks that are missing",
      expiresAt: "Moment after which an upload that is not completed is removed, in UTC",
      expired: "True once that moment has passed without completion",
      objectKey: "Key of the assembled file in storage; null before completion",
      documentId: "The document that the file became; null before",
      completedAt: "Moment of completion, in UTC; null before",
      chunkNumber: "Number of the chunk received now, from 1",
      chunkSizeReceived: "Length of the chunk received now, in bytes",
      chunkMd5: "MD5 of the chunk received now, in base64",
    },
  },
  {
    of: ["ChunkedUploadEnvelope", "ReceivedChunkEnvelope", "ChunkedUploadError"],
    texts: { success: "True for an answer, false for an error", data: "The upload and how far it is" },
  },
  {
    of: ["ChunkedUploadComplete"],
    texts: {
      checksum: { description: "MD5 that the whole file must have, in base64; not checked when absent", ...MD5 },
    },
  },
];
