import type { JsonObject } from "@cartulary/kernel";
import type { ComposedDocumentId, MassCommunicationId } from "./ids.ts";

/** Somebody of the directory, as letters call him. */
export interface Addressee {
  readonly emailAddress: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly displayName: string;
}

/** Somebody whose document is still to be made: he is kept as he was named in the directory when it was asked for. */
export interface Recipient extends Addressee {
  readonly massCommunicationId: MassCommunicationId;
  /** From 1, in the order in which documents are made. */
  readonly position: number;
  /** The document that every attempt makes. */
  readonly composedDocumentId: ComposedDocumentId;
}

/** The variables of a recipient's document: those of all, and who he is (composition.md 3). */
export function variablesFor(variables: JsonObject, addressee: Addressee): JsonObject {
  const { emailAddress, firstName, lastName, displayName } = addressee;
  const recipient = {
    email_address: emailAddress,
    first_name: firstName,
    last_name: lastName,
    display_name: displayName,
  };
  return { ...variables, recipient };
}
