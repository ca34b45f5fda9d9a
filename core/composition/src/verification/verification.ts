import { type Check, type RowInspection, rowCheck, type Transact } from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import {
  composedDocumentProblems,
  type InspectedComposedDocument,
  type InspectedMassCommunication,
  type InspectedPart,
  type InspectedRecipient,
  massCommunicationProblems,
  partProblems,
  recipientProblems,
} from "./inspection.ts";

type Inspection<Row> = RowInspection<CompositionStores, Row>;

const PAGE_COUNT = 500;

/**
 * What has to be true of composed documents: what they refer to exists, statuses are those that their changes and parts
 * make, nobody waits for a second document, and mass communications count everybody once.
 */
export function compositionChecks<Stores extends CompositionStores>({
  transact,
}: {
  readonly transact: Transact<Stores>;
}): readonly Check[] {
  const check = <Row>(of: Inspection<Row>) => rowCheck<CompositionStores, Row>(transact, of);
  return [check(composedDocuments), check(parts), check(massCommunications), check(recipients)];
}

const idOf = ({ id }: { readonly id: string }): string => id;

const composedDocuments: Inspection<InspectedComposedDocument> = {
  name: "composed documents",
  area: "composed_document",
  read: ({ compositionInspection }, last) => compositionInspection.composedDocuments(last?.id ?? null, PAGE_COUNT),
  idOf,
  judge: async () => composedDocumentProblems,
};

const parts: Inspection<InspectedPart> = {
  name: "parts of composed documents",
  area: "composed_part",
  read: ({ compositionInspection }, last) => compositionInspection.parts(last?.id ?? null, PAGE_COUNT),
  idOf,
  judge: async () => partProblems,
};

const massCommunications: Inspection<InspectedMassCommunication> = {
  name: "mass communications",
  area: "mass_communication",
  read: ({ compositionInspection }, last) => compositionInspection.massCommunications(last?.id ?? null, PAGE_COUNT),
  idOf,
  judge: async () => massCommunicationProblems,
};

const recipients: Inspection<InspectedRecipient> = {
  name: "recipients who wait",
  area: "mass_communication_recipient",
  read: ({ compositionInspection }, last) => compositionInspection.recipients(last, PAGE_COUNT),
  idOf: ({ massCommunicationId, position }) => `${massCommunicationId} ${position}`,
  judge: async () => recipientProblems,
};
