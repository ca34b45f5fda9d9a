import type { JsonObject } from "@cartulary/kernel";
import type { ComposedDocumentId, MassCommunicationId } from "./ids.ts";

/** A person of the directory, as addressed in letters. */
export interface Addressee {
  readonly emailAddress: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly displayName: string;
}

/** A recipient whose document is not created yet, with a copy of the directory's data. */
export interface Recipient extends Addressee {
  readonly massCommunicationId: MassCommunicationId;
  /** From 1, in the order of creation. */
  readonly position: number;
  /** The document's id, fixed for all attempts. */
  readonly composedDocumentId: ComposedDocumentId;
}

/** Returns the common variables and the recipient's data (composition.md 3). */
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
