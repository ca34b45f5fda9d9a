import type { FolderId, WorkspaceId } from "@cartulary/documents";
import { type FieldError, type Id, type JsonObject, type UserId, withoutNulls } from "@cartulary/kernel";
import { blank, errorIfPresent, nameError, objectError } from "../records/field-rules.ts";
import { type NamedRecipients, RECIPIENTS_MAX } from "../records/mass-communication.ts";

/** Input of a mass communication. */
export interface NewMassCommunication {
  readonly templateKey: string;
  /** Prefix of the names of the documents; absent: the name of the template. */
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
  return withoutNulls(
    errorIfPresent("name", input.name, nameError),
    errorIfPresent("variables", input.variables, objectError),
    named === 0 ? blank("recipients") : null,
    named > RECIPIENTS_MAX ? tooManyRecipients : null,
  );
}

export const tooManyRecipients: FieldError = {
  field: "recipients",
  code: "too_long",
  message: `is too long (maximum is ${RECIPIENTS_MAX} recipients)`,
};
