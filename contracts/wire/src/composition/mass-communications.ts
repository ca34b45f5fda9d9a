import { MASS_COMMUNICATION_STATUSES, massCommunicationListing } from "@cartulary/composition";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { freeForm, instant, integer, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

const TAG = "mass communications";
const PATH = `${DOCUMENTS_BASE}/mass_communications` as const;

/** A mass communication and its progress. */
export const MassCommunicationRecord = record("MassCommunication", {
  id: uuid<"MassCommunication">(),
  templateKey: text(),
  name: text(),
  variables: freeForm(),
  recipients: record("MassCommunicationRecipients", {
    contactIds: listOf(uuid<"Contact">()),
    userIds: listOf(uuid<"User">()),
    groupIds: listOf(uuid<"Group">()),
  }),
  folderId: uuid<"Folder">().nullable(),
  workspaceId: uuid<"Workspace">().nullable(),
  status: z.enum(MASS_COMMUNICATION_STATUSES),
  /** One document per recipient. */
  totalFiles: integer(),
  processedFiles: integer(),
  successfulFiles: integer(),
  failedFiles: integer(),
  /** Percentage. */
  progress: z.number(),
  /** The first hundred recipients without a document. */
  failures: listOf(record("MassCommunicationFailure", { emailAddress: text(), message: text() })),
  createdAt: instant(),
  updatedAt: instant(),
});

const idList = <Noun extends string>() => listOf(uuid<Noun>()).nullable().exactOptional();

const MassCommunicationCreation = record("MassCommunicationCreate", {
  templateKey: text(),
  /** The template's name by default. */
  name: text().exactOptional(),
  variables: freeForm().nullable().exactOptional(),
  recipients: record("MassCommunicationRecipientsInput", {
    contactIds: idList<"Contact">(),
    userIds: idList<"User">(),
    groupIds: idList<"Group">(),
  }),
  folderId: uuid<"Folder">().nullable().exactOptional(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
});

const one = { tag: TAG, params: snakeObject({ id: uuid<"MassCommunication">() }) } as const;

export const massCommunicationOperations = operations({
  listMassCommunications: {
    method: "get",
    path: PATH,
    tag: TAG,
    summary: "List your mass communications; all of them for administrators",
    scope: "read",
    list: massCommunicationListing,
    endsEarly: true,
    replies: { 200: z.array(MassCommunicationRecord) },
  },
  createMassCommunication: {
    method: "post",
    path: PATH,
    tag: TAG,
    summary: "Create a document with PDF from a template for each recipient",
    scope: "write",
    body: MassCommunicationCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: MassCommunicationRecord },
  },
  getMassCommunication: {
    ...one,
    method: "get",
    path: `${PATH}/{id}`,
    summary: "Get a mass communication and its progress",
    scope: "read",
    replies: { 200: MassCommunicationRecord },
  },
  cancelMassCommunication: {
    ...one,
    method: "post",
    path: `${PATH}/{id}/cancel`,
    summary: "Cancel a mass communication; existing documents are kept",
    scope: "write",
    replies: { 200: MassCommunicationRecord },
  },
});
