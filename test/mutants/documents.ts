import { type Mutant, mutantsOf } from "./mutant.ts";

const CORE = "core/documents/src";
const SQL = "adapters/sql/src/documents";

/** Bugs of the tree, of permissions, documents, versions, plans, types and tags. */
export const documentMutants: readonly Mutant[] = mutantsOf({
  [`${SQL}/stores/folder-store.ts`]: [
    ["items have any length", "(bytes > budget.bytes && !isFirst)", "false", "http/folders"],
    ["items end with those that are read at once", "if (items.length < count) break;", "break;", "http/folders"],
  ],
  [`${SQL}/stores/workspace-store.ts`]: [
    [
      "a thousand workspaces are read at once",
      "idsWithin(items)",
      "items.map(({ id }) => id)",
      "adapters/sqlite/test/documents",
    ],
  ],
  [`${SQL}/trash/trash-store.ts`]: [
    [
      "a restoration does not wait for a purge",
      '.where("id", "=", id).modifyEnd(dialect.forUpdate)',
      '.where("id", "=", id)',
      "invariants/trash-concurrency",
    ],
  ],
  [`${CORE}/tree/placement.ts`]: [
    ["a folder is moved into itself", "node.id && chain.includes(node.id)", "false", "http/folders"],
    [
      "what a moved folder holds is not counted in the depth",
      "chain.length + node.height > FOLDER_DEPTH_MAX",
      "chain.length + 1 > FOLDER_DEPTH_MAX",
      "http/hostile-tree-and-lists",
    ],
    [
      "a folder may be named with another workspace than its own",
      "named === null || named === place.workspaceId",
      "true",
      "http/hostile-tree-and-lists",
    ],
    [
      "a move gives more rights than before",
      "inherited === null || isLevelAtLeast(present, inherited)",
      "true",
      "http/permissions",
    ],
    ["a reader of a folder adds to it", 'requireLevel(folder, "write");', "", "http/folders"],
  ],
  [`${CORE}/access/access-rule.ts`]: [
    [
      "a permission nearer by hides a higher one",
      "highest && isLevelAtLeast(highest.level, grant.level)",
      "highest",
      "core/documents/test/access-rule",
    ],
  ],
  [`${CORE}/records/folder.ts`]: [
    ["folders go a level deeper", "FOLDER_DEPTH_MAX = 64", "FOLDER_DEPTH_MAX = 65", "http/hostile-tree-and-lists"],
    [
      "folders are listed the oldest first",
      'sorts: ["name", "createdAt", "updatedAt"],\n  sort: "updatedAt",',
      'sorts: ["name", "createdAt", "updatedAt"],\n  sort: "updatedAt",\n  direction: "asc",',
      "http/lists",
    ],
    ["outsiders see tags of folders", "tags: [],\n  placedSeq", "tags: UNCHANGED,\n  placedSeq", "http/other-readers"],
  ],
  [`${CORE}/tree/folders.ts`]: [
    [
      "what a moved folder holds stays in its workspace",
      "if (folder.workspaceId !== current.workspaceId) await stores.folders.assignWorkspace(id, folder.workspaceId);",
      "",
      "http/folders",
    ],
    [
      "a reader of a folder deletes it",
      "const folder = await writable(stores, visibility, caller, id);",
      "const folder = orNotFound(await stores.folders.find(caller, id));",
      "http/access-matrix",
    ],
    [
      "the creator of a folder gets no grant on it",
      'await stores.grants.insert(creatorGrant(newId(), caller, { type: "folder", id: folder.id }, now));',
      "",
      "http/folders",
    ],
  ],
  [`${CORE}/access/grant.ts`]: [
    [
      "the workspace is named to who may not read it",
      'grantedOn === "workspace" ? record.workspace : null',
      "record.workspace",
      "http/other-readers",
      "http/folders",
    ],
    [
      "administrators have only their granted levels",
      'return isAdministrator(caller) ? "manage" : null;',
      "return caller && null;",
      "core/documents/test/access-rule",
    ],
    [
      "the right to read is enough to write",
      "LEVELS.indexOf(level) >= LEVELS.indexOf(needed)",
      "true",
      "http/permissions",
    ],
    [
      "the right to manage is none to write",
      ">= LEVELS.indexOf(needed)",
      "=== LEVELS.indexOf(needed)",
      "http/permissions",
    ],
  ],
  [`${CORE}/access/permissions.ts`]: [
    [
      "a writer grants permissions",
      'requireLevel(orNotFound(await visibleResource(visibility, stores, caller, resource)), "manage");',
      'requireLevel(orNotFound(await visibleResource(visibility, stores, caller, resource)), "write");',
      "http/access-matrix",
    ],
    [
      "permissions are granted to unknown subjects",
      "if (!(await stores.subjects.lockShared(input.subjectType, input.subjectId))) throw unknownSubject();",
      "",
      "http/permissions",
    ],
    ["a permission that is taken back stays", "await stores.grants.remove(id);", "", "http/permissions"],
  ],
  [`${CORE}/access/visibility.ts`]: [
    [
      "what is public is not there for who has no permission",
      "node && (node.level || (await isReadableByRule(stores, caller, resource))) ? node : null",
      "node?.level ? node : null",
      "http/other-readers",
    ],
  ],
  [`${CORE}/records/document.ts`]: [
    ["outsiders see tags", "tags: [],\n  versionsCount", "tags: UNCHANGED,\n  versionsCount", "http/other-readers"],
    ["outsiders see metadata", "metadataUser: {},", "metadataUser: UNCHANGED,", "http/other-readers"],
    [
      "outsiders see who made something",
      "createdBy: null,\n  createdAt: UNCHANGED,\n  updatedAt: UNCHANGED,\n  blobKey",
      "createdBy: UNCHANGED,\n  createdAt: UNCHANGED,\n  updatedAt: UNCHANGED,\n  blobKey",
      "http/other-readers",
    ],
    [
      "outsiders see the id of the workspace",
      "workspaceId: null,\n  externalId: null,\n  domainId",
      "workspaceId: UNCHANGED,\n  externalId: null,\n  domainId",
      "http/other-readers",
    ],
  ],
  [`${CORE}/access/record-view.ts`]: [
    [
      "a parent is named to who may not read it",
      "if (parent === null || grantedOn !== null) return parent;",
      "if (parent !== null || grantedOn !== null) return parent;",
      "http/other-readers",
    ],
    [
      "a public folder lists documents that are not public",
      "const ids = await visibility.readableItems(stores, caller, id, FOLDER_ITEMS_MAX + 1);",
      "const every = await stores.folders.items(id, FOLDER_ITEMS_MAX);\n  const ids = [...every.folders, ...every.documents].map((each) => each.id);",
      "http/other-readers",
    ],
  ],
  [`${CORE}/documents/update-document.ts`]: [
    [
      "replaced bytes are never removed",
      "if (content) await stores.blobs.release([present.blobKey], secondsAfter(now, blobGraceSeconds));",
      "",
      "durability/blob-collection",
    ],
    [
      "a document keeps a code that the plan of its new workspace has not",
      "...(relocated && (await codeAfterMove(stores, input, present, workspaceId))),",
      "",
      "http/classification-plans",
    ],
  ],
  [`${CORE}/documents/documents.ts`]: [
    [
      "a document is named after nothing",
      "name: content.fileName,\n      ...documentPatch(input),",
      'name: "",\n      ...documentPatch(input),',
      "http/documents",
    ],
  ],
  [`${CORE}/documents/document-input.ts`]: [
    ["a code of no entry is taken", "if (!code || (await", "if (true || (await", "http/classification-plans"],
    [
      "a request brings a file in addition to a finished upload",
      "if (file && chunkedUploadId)",
      "if (file && chunkedUploadId && false)",
      "http/hostile-files",
    ],
    [
      "metadata that are null stay",
      "metadataUser: metadataUser ?? {} }",
      "...(metadataUser && { metadataUser }) }",
      "http/documents",
    ],
  ],
  [`${CORE}/documents/stage-content.ts`]: [
    [
      "a picture keeps the type HTML that was declared",
      "ACTIVE_TYPE.test(declared) ? ((await recognise()) ?? declared) : declared",
      "declared",
      "core/documents/test/content",
    ],
    ["a file's name keeps its path", "name.slice(Math.max(", "name.slice(0 * Math.max(", "core/documents/test/content"],
    ["plain text says no charset", 'contentType === PLAIN_TEXT && isUtf8 ? "utf-8" : null', "null", "http/documents"],
    [
      "refused bytes wait for the collection",
      "if (staged) await blobs.discard(staged.blob);",
      "",
      "durability/blob-collection",
    ],
  ],
  [`${CORE}/documents/versions.ts`]: [
    [
      "a content that was replaced meanwhile is replaced again",
      "if (expectedSha256 === null || expectedSha256.toLowerCase() === document.sha256) return;",
      "if (document.sha256 !== null) return;",
      "http/versions",
    ],
    [
      "the expected digest counts in small letters only",
      "expectedSha256.toLowerCase() === document.sha256",
      "expectedSha256 === document.sha256",
      "http/hostile-files",
    ],
    [
      "versions are numbered from 0",
      "versionNumber: document.versionsCount + 1",
      "versionNumber: document.versionsCount",
      "http/versions",
    ],
    [
      "bytes that two versions share are counted once",
      "if (!(await stores.blobs.share(version.blobKey))) {",
      "if (version.blobKey === null) {",
      "verification",
      "http/versions",
    ],
    [
      "outsiders list the versions",
      'requireLevel(orNotFound(await visibility.document(stores, caller, documentId)), "read");\n      return stores',
      "orNotFound(await visibility.document(stores, caller, documentId));\n      return stores",
      "http/other-readers",
    ],
  ],
  [`${CORE}/documents/version-input.ts`]: [
    [
      "a version under a key needs no expectation",
      '...(expectedSha256 ? [] : [blank("expectedSha256")])',
      "",
      "http/hostile-files",
    ],
  ],
  [`${CORE}/tree/workspaces.ts`]: [
    [
      "a writer deletes a workspace",
      'requireLevel(orNotFound(await visibility.workspace(stores, caller, id)), "manage");',
      'requireLevel(orNotFound(await visibility.workspace(stores, caller, id)), "write");',
      "http/access-matrix",
    ],
    [
      "documents keep the codes of a plan that their workspace left",
      "if (classificationPlanId !== undefined) await stores.documents.keepCodes(id, classificationPlanId);",
      "",
      "http/classification-plans",
    ],
    ["a deleted workspace is not in the trash", "if (isKept) await stores.trash.keepWorkspace(id);", "", "http/trash"],
  ],
  [`${CORE}/classification/catalogues.ts`]: [
    [
      "a type that there is not is referred to",
      "if (!exists) missing.push",
      "if (!field) missing.push",
      "http/catalogues",
      "http/documents",
    ],
  ],
  [`${CORE}/classification/plan-entries-parser.ts`]: [
    [
      "entries stand under themselves",
      "inCycle.has(entry.code)",
      "false",
      "core/documents/test/classification-entries",
    ],
    [
      "a code comes twice in a plan",
      'return before === undefined || code === ""',
      "return before !== code",
      "core/documents/test/classification-entries",
    ],
    [
      "a parent that is no entry is taken",
      "parentCode !== null && !codes.has(parentCode)",
      "false",
      "core/documents/test/classification-entries",
    ],
  ],
  [`${CORE}/tags/tag.ts`]: [
    [
      "tags that differ in case are two",
      "byFold.set(fold(tag), tag)",
      "byFold.set(tag, tag)",
      "core/documents/test/tags",
    ],
    ["a thing has a tag more", "length > TAGS_MAX ?", "length > TAGS_MAX + 1 ?", "core/documents/test/tags"],
  ],
  [`${CORE}/tree/removal.ts`]: [
    [
      "permissions outlive their resource",
      "await stores.grants.removeOn([...new Set<string>([...folderIds, ...documentIds, id])]);",
      "",
      "http/trash",
    ],
    [
      "the bytes of deleted documents are never removed",
      "await stores.blobs.release(blobKeys, collectAfter);",
      "",
      "durability/blob-collection",
    ],
  ],
  [`${CORE}/tree/trash.ts`]: [
    [
      "an entry is purged without manage",
      'requireLevel({ record: visible, level: visible.level }, "manage")',
      'requireLevel({ record: visible, level: visible.level }, "write")',
      "http/trash",
    ],
    [
      "the bytes of an entry that is over are collected at once",
      "const collectAfter = secondsAfter(entry.restorableUntil, blobGraceSeconds);",
      "const collectAfter = entry.deletedAt;",
      "http/trash",
    ],
    [
      "a restored folder may be too deep",
      'if (entry.kind === "folder") await requireRoom',
      "if (!entry) await requireRoom",
      "http/trash",
    ],
  ],
  [`${SQL}/access.ts`]: [
    [
      "permissions on a workspace reach no document",
      "union all select workspace_id, ${WORKSPACE_DISTANCE} from documents where id = ${id}",
      "",
      "http/permissions",
    ],
    [
      "lists omit the content of a workspace",
      '    contentRows(dialect, "folders", workspacesOf(dialect, caller, within)),\n',
      "",
      "http/permissions",
      "adapters/sqlite/test/documents",
    ],
    [
      "permissions of groups do not count",
      "sql.join([userId, ...groupIds])",
      "sql.join([userId])",
      "http/permissions",
      "http/groups",
    ],
    [
      "others' plans are listed",
      "union all select id from classification_plans where created_by = ${caller.userId}",
      "union all select id grantedOn classification_plans",
      "http/classification-plans",
    ],
  ],
  [`${SQL}/stores/tag-store.ts`]: [
    ["tags of what may not be read are listed", " and ${isReadable(dialect, table, caller)}", "", "http/tags"],
  ],
  [`${SQL}/stores/version-store.ts`]: [
    [
      "a version is found below another document",
      '.where("versions.document_id", "=", documentId)',
      '.where("versions.document_id", "is not", null)',
      "http/operations",
      "http/versions",
    ],
  ],
});
