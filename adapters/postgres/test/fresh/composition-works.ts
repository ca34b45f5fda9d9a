import { composedDocumentListing, templateListing } from "@cartulary/composition";
import { folder, member, reader, SUBTREE, WORKSPACE, workspace } from "./estate.ts";
import {
  ADMINISTRATOR,
  everybodys,
  everything,
  FEW,
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
    find: [2 * DOCUMENTS + FEW, ({ templates }) => templates.find(template)],
    findByKey: [2 * DOCUMENTS + FEW, ({ templates }) => templates.findByKey(textOf(7))],
    findActive: [
      everybodys("document_templates") + 2 * ROWS.composed_documents,
      ({ templates }) => templates.findActive(),
    ],
    lock: [FEW, ({ templates }) => templates.lock(template)],
    lockSharedByKey: [FEW, ({ templates }) => templates.lockSharedByKey(textOf(7))],
    isSeeded: [FEW, ({ templates }) => templates.isSeeded()],
    claimSeeding: [FEW, ({ templates }) => templates.claimSeeding()],
    list: [
      everybodys("document_templates") + 2 * ROWS.composed_documents,
      listed(templateListing, ({ templates }, query) => templates.list(query)),
    ],
    insert: [
      FEW,
      async ({ templates }) =>
        templates.insert({ ...required(await templates.lock(template)), id: newId(), key: "new" }),
    ],
    update: [
      FEW,
      async ({ templates }) => templates.update({ ...required(await templates.lock(template)), name: "New" }),
    ],
    remove: [FEW, ({ templates }) => templates.remove(template)],
  },
  composedDocuments: {
    find: [2 * PARTS + FEW, ({ composedDocuments }) => composedDocuments.find(document)],
    lock: [FEW, ({ composedDocuments }) => composedDocuments.lock(document)],
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
      FEW,
      async ({ composedDocuments }) =>
        composedDocuments.insert({ ...required(await composedDocuments.lock(document)), id: newId() }),
    ],
    update: [
      FEW,
      async ({ composedDocuments }) =>
        composedDocuments.update({ ...required(await composedDocuments.lock(document)), name: "New" }),
    ],
    remove: [FEW, ({ composedDocuments }) => composedDocuments.remove(document)],
    forgetTemplate: [4 * DOCUMENTS + FEW, ({ composedDocuments }) => composedDocuments.forgetTemplate(template)],
    forgetFolders: [4 * FEW, ({ composedDocuments }) => composedDocuments.forgetFolders(someOf("folders"))],
    forgetWorkspace: [
      ROWS.composed_documents / 5,
      ({ composedDocuments }) => composedDocuments.forgetWorkspace(workspace),
    ],
    forgetPdfs: [4 * FEW, ({ composedDocuments }) => composedDocuments.forgetPdfs(someOf("documents"))],
    assignWorkspace: [8 * SUBTREE, ({ composedDocuments }) => composedDocuments.assignWorkspace(folder, workspace)],
    claimCompile: [FEW, ({ composedDocuments }) => composedDocuments.claimCompile(document, claim, NOW)],
    renewCompile: [FEW, ({ composedDocuments }) => composedDocuments.renewCompile(document, claim)],
    releaseCompile: [FEW, ({ composedDocuments }) => composedDocuments.releaseCompile(document, claim.token)],
  },
  parts: {
    find: [FEW, ({ parts }) => parts.find(document, partId)],
    findAll: [4 * PARTS, ({ parts }) => parts.findAll(document)],
    insert: [
      FEW,
      async ({ parts }) => parts.insert([{ ...required(await parts.find(document, partId)), id: newId() }]),
    ],
    update: [
      FEW,
      async ({ parts }) => parts.update({ ...required(await parts.find(document, partId)), content: "new" }),
    ],
    remove: [FEW, ({ parts }) => parts.remove(partId)],
    removeAll: [4 * PARTS, ({ parts }) => parts.removeAll(document)],
  },
};
