import { MASS_COMMUNICATION_STATUSES, massCommunicationListing } from "@cartulary/composition";
import { z } from "zod";
import { snakeObject } from "../casing.ts";
import { freeForm, instant, integer, listOf, text, uuid } from "../fields.ts";
import { DOCUMENTS_BASE, operations } from "../operation.ts";
import { record } from "../record.ts";

const TAG = "mass communications";
const PATH = `${DOCUMENTS_BASE}/mass_communications` as const;

/** A mass communication as far as it has come. */
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
  /** Recipients: one document each. */
  totalFiles: integer(),
  processedFiles: integer(),
  successfulFiles: integer(),
  failedFiles: integer(),
  /** Of a hundred. */
  progress: z.number(),
  /** The first hundred recipients who got none. */
  failures: listOf(record("MassCommunicationFailure", { emailAddress: text(), message: text() })),
  createdAt: instant(),
  updatedAt: instant(),
});

const named = <Noun extends string>() => listOf(uuid<Noun>()).nullable().exactOptional();

/** What is said of a mass communication that is being made. */
const MassCommunicationCreation = record("MassCommunicationCreate", {
  templateKey: text(),
  /** The template's, where it is left out. */
  name: text().exactOptional(),
  variables: freeForm().nullable().exactOptional(),
  recipients: record("MassCommunicationRecipientsInput", {
    contactIds: named<"Contact">(),
    userIds: named<"User">(),
    groupIds: named<"Group">(),
  }),
  folderId: uuid<"Folder">().nullable().exactOptional(),
  workspaceId: uuid<"Workspace">().nullable().exactOptional(),
});

const one = { tag: TAG, params: snakeObject({ id: uuid<"MassCommunication">() }) } as const;

/** What can be done with mass communications. */
export const massCommunicationOperations = operations({
  listMassCommunications: {
    method: "get",
    path: PATH,
    tag: TAG,
    summary: "Your mass communications; everybody's for administrators",
    scope: "read",
    list: massCommunicationListing,
    endsEarly: true,
    replies: { 200: z.array(MassCommunicationRecord) },
  },
  createMassCommunication: {
    method: "post",
    path: PATH,
    tag: TAG,
    summary: "Make a document of a template, and its PDF, for each of many recipients",
    scope: "write",
    body: MassCommunicationCreation,
    headers: ["Idempotency-Key"],
    replies: { 201: MassCommunicationRecord },
  },
  getMassCommunication: {
    ...one,
    method: "get",
    path: `${PATH}/{id}`,
    summary: "One mass communication, as far as it has come",
    scope: "read",
    replies: { 200: MassCommunicationRecord },
  },
  cancelMassCommunication: {
    ...one,
    method: "post",
    path: `${PATH}/{id}/cancel`,
    summary: "Make no more of its documents; those that are made stay",
    scope: "write",
    replies: { 200: MassCommunicationRecord },
  },
});
