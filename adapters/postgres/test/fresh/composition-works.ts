import { composedDocumentListing, templateListing } from "@cartulary/composition";
import { folder, member, reader, SUBTREE, WORKSPACE, workspace } from "./estate.ts";
import {
  ADMINISTRATOR,
  BY_KEY,
  everybodys,
  everything,
  LATER,
  listed,
  NOW,
  newId,
  required,
  type Works,
} from "./works.ts";
import { idOf, ROWS, someOf, textOf } from "./worlds.ts";

const document = idOf<"ComposedDocument">("composed_documents", 4);
const template = idOf<"DocumentTemplate">("document_templates", 7);
const partId = idOf<"Part">("composed_parts", 4);
/** Of one document. */
const PARTS = ROWS.composed_parts / 100;
/** Of one template. */
const DOCUMENTS = ROWS.composed_documents / 100;
const claim = { token: idOf<"CompileClaim">("compile_claims", 4), until: LATER } as const;
/** What one person sees through a folder or a workspace, counted, read and sorted, with the names of who made it. */
const SEEN = 20 * (SUBTREE + WORKSPACE);

/** What is done with templates, composed documents and their parts. */
export const compositionWorks: Works<"templates" | "composedDocuments" | "parts"> = {
  templates: {
    find: [2 * DOCUMENTS + BY_KEY, ({ templates }) => templates.find(template)],
    findByKey: [2 * DOCUMENTS + BY_KEY, ({ templates }) => templates.findByKey(textOf(7))],
    findActive: [
      everybodys("document_templates") + 2 * ROWS.composed_documents,
      ({ templates }) => templates.findActive(),
    ],
    lock: [BY_KEY, ({ templates }) => templates.lock(template)],
    lockSharedByKey: [BY_KEY, ({ templates }) => templates.lockSharedByKey(textOf(7))],
    isSeeded: [BY_KEY, ({ templates }) => templates.isSeeded()],
    claimSeeding: [BY_KEY, ({ templates }) => templates.claimSeeding()],
    list: [
      everybodys("document_templates") + 2 * ROWS.composed_documents,
      listed(templateListing, ({ templates }, query) => templates.list(query)),
    ],
    insert: [
      BY_KEY,
      async ({ templates }) =>
        templates.insert({ ...required(await templates.lock(template)), id: newId(), key: "new" }),
    ],
    update: [
      BY_KEY,
      async ({ templates }) => templates.update({ ...required(await templates.lock(template)), name: "New" }),
    ],
    remove: [BY_KEY, ({ templates }) => templates.remove(template)],
  },
  composedDocuments: {
    find: [2 * PARTS + BY_KEY, ({ composedDocuments }) => composedDocuments.find(document)],
    lock: [BY_KEY, ({ composedDocuments }) => composedDocuments.lock(document)],
    list: [
      Math.max(everybodys("composed_documents") + everybodys("composed_parts"), SEEN),
      listed(composedDocumentListing, ({ composedDocuments }, query) => composedDocuments.list(reader, query, {})),
      listed(composedDocumentListing, ({ composedDocuments }, query) => composedDocuments.list(member, query, {})),
      ({ composedDocuments }) =>
        composedDocuments.list(
          ADMINISTRATOR,
          { ...everything, sort: "updatedAt" },
          { folderId: folder, status: "ready" },
        ),
      ({ composedDocuments }) =>
        composedDocuments.list(member, { ...everything, sort: "updatedAt" }, { workspaceId: workspace }),
    ],
    insert: [
      BY_KEY,
      async ({ composedDocuments }) =>
        composedDocuments.insert({ ...required(await composedDocuments.lock(document)), id: newId() }),
    ],
    update: [
      BY_KEY,
      async ({ composedDocuments }) =>
        composedDocuments.update({ ...required(await composedDocuments.lock(document)), name: "New" }),
    ],
    remove: [BY_KEY, ({ composedDocuments }) => composedDocuments.remove(document)],
    forgetTemplate: [4 * DOCUMENTS + BY_KEY, ({ composedDocuments }) => composedDocuments.forgetTemplate(template)],
    forgetFolders: [4 * BY_KEY, ({ composedDocuments }) => composedDocuments.forgetFolders(someOf("folders"))],
    forgetWorkspace: [
      ROWS.composed_documents / 5,
      ({ composedDocuments }) => composedDocuments.forgetWorkspace(workspace),
    ],
    forgetPdfs: [4 * BY_KEY, ({ composedDocuments }) => composedDocuments.forgetPdfs(someOf("documents"))],
    assignWorkspace: [8 * SUBTREE, ({ composedDocuments }) => composedDocuments.assignWorkspace(folder, workspace)],
    claimCompile: [BY_KEY, ({ composedDocuments }) => composedDocuments.claimCompile(document, claim, NOW)],
    renewCompile: [BY_KEY, ({ composedDocuments }) => composedDocuments.renewCompile(document, claim)],
    releaseCompile: [BY_KEY, ({ composedDocuments }) => composedDocuments.releaseCompile(document, claim.token)],
  },
  parts: {
    find: [BY_KEY, ({ parts }) => parts.find(document, partId)],
    findAll: [4 * PARTS, ({ parts }) => parts.findAll(document)],
    insert: [
      BY_KEY,
      async ({ parts }) => parts.insert([{ ...required(await parts.find(document, partId)), id: newId() }]),
    ],
    update: [
      BY_KEY,
      async ({ parts }) => parts.update({ ...required(await parts.find(document, partId)), content: "new" }),
    ],
    remove: [BY_KEY, ({ parts }) => parts.remove(partId)],
    removeAll: [4 * PARTS, ({ parts }) => parts.removeAll(document)],
  },
};
