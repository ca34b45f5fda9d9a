import { composedDocumentListing, massCommunicationListing, templateListing } from "@cartulary/composition";
import { folder, member, reader, SUBTREE, WORKSPACE, workspace } from "./estate.ts";
import { idOf, ROWS, someOf, textOf } from "./fixtures.ts";
import {
  ADMINISTRATOR,
  BY_KEY,
  everybodys,
  everything,
  LATER,
  listed,
  NOW,
  newId,
  PERSON,
  required,
  type Works,
} from "./works.ts";

const document = idOf<"ComposedDocument">("composed_documents", 4);
const template = idOf<"DocumentTemplate">("document_templates", 7);
const partId = idOf<"Part">("composed_parts", 4);
/** Of one document. */
const PARTS = ROWS.composed_parts / 100;
/** Of one template. */
const DOCUMENTS = ROWS.composed_documents / 100;
const communication = idOf<"MassCommunication">("mass_communications", 4);
/** Of one mass communication. */
const RECIPIENTS = ROWS.mass_communication_recipients / 40;
const group = idOf<"Group">("groups", 4);
/** Of one group. */
const MEMBERS = ROWS.group_members / 20;
/** Of verification. */
const PAGE = 100;
const claim = { token: idOf<"CompileClaim">("compile_claims", 4), until: LATER } as const;
/** The rows that one user sees through a folder or a workspace: counted, read and sorted, with their authors' names. */
const SEEN = 20 * (SUBTREE + WORKSPACE);

/** The works of templates, composed documents and their parts. */
export const compositionWorks: Works<
  | "templates"
  | "composedDocuments"
  | "parts"
  | "massCommunications"
  | "recipients"
  | "addressBook"
  | "compositionInspection"
> = {
  templates: {
    find: [2 * DOCUMENTS + BY_KEY, ({ templates }) => templates.find(template)],
    findByKey: [2 * DOCUMENTS + BY_KEY, ({ templates }) => templates.findByKey(textOf(7))],
    listActive: [
      2 * everybodys("document_templates") + 2 * ROWS.composed_documents,
      ({ templates }) => templates.listActive(0),
    ],
    lock: [BY_KEY, ({ templates }) => templates.lock(template)],
    lockSharedByKey: [BY_KEY, ({ templates }) => templates.lockSharedByKey(textOf(7))],
    lockShared: [BY_KEY, ({ templates }) => templates.lockShared(template)],
    isSeeded: [BY_KEY, ({ templates }) => templates.isSeeded(1)],
    claimSeeding: [BY_KEY, ({ templates }) => templates.claimSeeding(1)],
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
    remember: [
      4 * BY_KEY,
      ({ composedDocuments }) =>
        composedDocuments.remember(newId(), {
          folderIds: someOf("folders"),
          documentIds: someOf("documents"),
          workspaceId: null,
        }),
    ],
    giveBack: [BY_KEY, ({ composedDocuments }) => composedDocuments.giveBack(newId())],
    forgetEntry: [BY_KEY, ({ composedDocuments }) => composedDocuments.forgetEntry(newId())],
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
    list: [
      8 * PARTS + BY_KEY,
      ({ parts }) => parts.list(document, { page: 1, perPage: 1_000, withContent: false }),
      ({ parts }) => parts.list(document, { page: 1, perPage: 1_000, withContent: true }),
    ],
    outlines: [4 * PARTS, ({ parts }) => parts.outlines(document)],
    findPrinted: [4 * PARTS, ({ parts }) => parts.findPrinted(document, { includeDraft: true })],
    positions: [4 * PARTS, ({ parts }) => parts.positions(document)],
    extent: [4 * PARTS, ({ parts }) => parts.extent(document)],
    statuses: [4 * PARTS, ({ parts }) => parts.statuses(document)],
    move: [4 * BY_KEY, ({ parts }) => parts.move([{ id: partId, position: 9 }], NOW)],
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
  massCommunications: {
    insert: [
      BY_KEY,
      async ({ massCommunications, templates }) =>
        massCommunications.insert(
          { ...required(await massCommunications.find(communication)), id: newId() },
          required(await templates.lock(template)),
        ),
    ],
    find: [BY_KEY, ({ massCommunications }) => massCommunications.find(communication)],
    lock: [BY_KEY, ({ massCommunications }) => massCommunications.lock(communication)],
    update: [
      BY_KEY,
      async ({ massCommunications }) =>
        massCommunications.update({ ...required(await massCommunications.lock(communication)), status: "failed" }),
    ],
    list: [
      everybodys("mass_communications"),
      listed(massCommunicationListing, ({ massCommunications }, query) => massCommunications.list(query, PERSON)),
      listed(massCommunicationListing, ({ massCommunications }, query) => massCommunications.list(query, null)),
    ],
    template: [BY_KEY, ({ massCommunications }) => massCommunications.template(communication)],
    forgetTemplate: [BY_KEY, ({ massCommunications }) => massCommunications.forgetTemplate(communication)],
  },
  recipients: {
    insert: [
      BY_KEY,
      async ({ recipients }) => {
        const [recipient] = await recipients.next(communication, 1);
        await recipients.insert([{ ...required(recipient), position: 1_000_000 }]);
      },
    ],
    next: [BY_KEY, ({ recipients }) => recipients.next(communication, 10)],
    remove: [BY_KEY, ({ recipients }) => recipients.remove({ massCommunicationId: communication, position: 3 })],
    removeAll: [4 * RECIPIENTS, ({ recipients }) => recipients.removeAll(communication)],
  },
  addressBook: {
    find: [
      10 * BY_KEY + 4 * MEMBERS,
      ({ addressBook }) =>
        addressBook.find({ contactIds: someOf("contacts"), userIds: someOf("users"), groupIds: [group] }, 1_000),
    ],
  },
  compositionInspection: {
    composedDocuments: [
      8 * PAGE + 5 * PAGE * PARTS,
      ({ compositionInspection }) => compositionInspection.composedDocuments(null, PAGE),
      ({ compositionInspection }) => compositionInspection.composedDocuments(document, PAGE),
    ],
    parts: [
      4 * PAGE,
      ({ compositionInspection }) => compositionInspection.parts(null, PAGE),
      ({ compositionInspection }) => compositionInspection.parts(partId, PAGE),
    ],
    massCommunications: [
      5 * PAGE * RECIPIENTS,
      ({ compositionInspection }) => compositionInspection.massCommunications(null, PAGE),
      ({ compositionInspection }) => compositionInspection.massCommunications(communication, PAGE),
    ],
    recipients: [
      4 * PAGE,
      ({ compositionInspection }) => compositionInspection.recipients(null, PAGE),
      ({ compositionInspection }) =>
        compositionInspection.recipients({ massCommunicationId: communication, position: 3 }, PAGE),
    ],
  },
};
