import type { FolderId, WorkspaceId } from "@cartulary/documents";
import { type FieldError, type Id, type JsonObject, presentErrors, type UserId } from "@cartulary/kernel";
import { type NamedRecipients, RECIPIENTS_MAX } from "../records/mass-communication.ts";
import { blank, nameError, objectError, sent } from "../records/values.ts";

/** What is said of a mass communication that is being made. */
export interface NewMassCommunication {
  readonly templateKey: string;
  /** What the name of each document begins with; the template's when absent. */
  readonly name?: string;
  readonly variables?: JsonObject | null;
  readonly recipients: {
    readonly contactIds?: readonly Id<"Contact">[] | null;
    readonly userIds?: readonly UserId[] | null;
    readonly groupIds?: readonly Id<"Group">[] | null;
  };
  readonly folderId?: FolderId | null;
  readonly workspaceId?: WorkspaceId | null;
}

/** Whom an input names, each once. */
export function namedRecipients({ recipients }: NewMassCommunication): NamedRecipients {
  const { contactIds, userIds, groupIds } = recipients;
  const distinct = <Named>(ids: readonly Named[] | null | undefined) => [...new Set(ids)];
  return { contactIds: distinct(contactIds), userIds: distinct(userIds), groupIds: distinct(groupIds) };
}

/** Everything wrong with the values themselves. */
export function massCommunicationErrors(input: NewMassCommunication): readonly FieldError[] {
  const { contactIds, userIds, groupIds } = namedRecipients(input);
  const named = contactIds.length + userIds.length + groupIds.length;
  return presentErrors(
    sent("name", input.name, nameError),
    sent("variables", input.variables, objectError),
    named === 0 ? blank("recipients") : null,
    named > RECIPIENTS_MAX ? tooManyRecipients : null,
  );
}

export const tooManyRecipients: FieldError = {
  field: "recipients",
  code: "too_long",
  message: `is too long (maximum is ${RECIPIENTS_MAX} recipients)`,
};
