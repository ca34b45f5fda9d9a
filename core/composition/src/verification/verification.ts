import { type Check, type RowCheckOptions, rowCheck, type Transact } from "@cartulary/kernel";
import type { CompositionStores } from "../ports.ts";
import {
  type ComposedDocumentIntegrityRow,
  composedDocumentProblems,
  type MassCommunicationIntegrityRow,
  massCommunicationProblems,
  type PartIntegrityRow,
  partProblems,
  type RecipientIntegrityRow,
  recipientProblems,
} from "./inspection.ts";

type Inspection<Row> = RowCheckOptions<CompositionStores, Row>;

const PAGE_COUNT = 500;

/**
 * Checks composed documents: references exist, statuses match revisions and parts, no recipient waits for an existing
 * document, and mass communications count each recipient once.
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

const composedDocuments: Inspection<ComposedDocumentIntegrityRow> = {
  name: "composed documents",
  area: "composed_document",
  read: ({ compositionInspection }, last) => compositionInspection.composedDocuments(last?.id ?? null, PAGE_COUNT),
  idOf,
  findProblems: async () => composedDocumentProblems,
};

const parts: Inspection<PartIntegrityRow> = {
  name: "parts of composed documents",
  area: "composed_part",
  read: ({ compositionInspection }, last) => compositionInspection.parts(last?.id ?? null, PAGE_COUNT),
  idOf,
  findProblems: async () => partProblems,
};

const massCommunications: Inspection<MassCommunicationIntegrityRow> = {
  name: "mass communications",
  area: "mass_communication",
  read: ({ compositionInspection }, last) => compositionInspection.massCommunications(last?.id ?? null, PAGE_COUNT),
  idOf,
  findProblems: async () => massCommunicationProblems,
};

const recipients: Inspection<RecipientIntegrityRow> = {
  name: "recipients who wait",
  area: "mass_communication_recipient",
  read: ({ compositionInspection }, last) => compositionInspection.recipients(last, PAGE_COUNT),
  idOf: ({ massCommunicationId, position }) => `${massCommunicationId} ${position}`,
  findProblems: async () => recipientProblems,
};
