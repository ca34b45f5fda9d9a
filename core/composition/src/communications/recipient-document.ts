import { codePoints, type Instant, type NewId, type UserId } from "@cartulary/kernel";
import { copyTemplateParts, newComposedDocument } from "../documents/new-composed-document.ts";
import type { ComposedDocument } from "../records/composed-document.ts";
import { NAME_LENGTH_MAX } from "../records/field-rules.ts";
import type { MassCommunication } from "../records/mass-communication.ts";
import type { Part } from "../records/part.ts";
import { type Recipient, variablesFor } from "../records/recipient.ts";
import type { DocumentTemplate } from "../records/template.ts";

export interface RecipientDocument {
  readonly document: ComposedDocument;
  readonly parts: readonly Part[];
}

/** Builds a recipient's document from the copied template, without placement. */
export function recipientDocument(
  { name, variables, userId }: Pick<MassCommunication, "name" | "variables" | "userId">,
  template: DocumentTemplate,
  { recipient, newId, now }: { readonly recipient: Recipient; readonly newId: NewId; readonly now: Instant },
): RecipientDocument {
  const { composedDocumentId: id } = recipient;
  const input = {
    templateKey: template.key,
    name: documentName(name, recipient.emailAddress),
    variables: variablesFor(variables, recipient),
  };
  const nowhere = { folderId: null, workspaceId: null };
  const document = newComposedDocument(template, input, {
    id,
    caller: { userId: userId as UserId },
    place: nowhere,
    now,
  });
  return { document, parts: copyTemplateParts(template, id, { newId, now }) };
}

/** Returns `<name> – <e-mail>`, with the name truncated to the maximum length. */
export function documentName(name: string, emailAddress: string): string {
  const end = ` – ${emailAddress}`;
  const room = NAME_LENGTH_MAX - codePoints(end);
  const begin = codePoints(name) <= room ? name : [...name].slice(0, Math.max(room, 0)).join("");
  return [...`${begin}${end}`].slice(0, NAME_LENGTH_MAX).join("").trim();
}
