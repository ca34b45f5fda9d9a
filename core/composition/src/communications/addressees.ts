import { emailKey } from "@cartulary/directory";
import { type FieldError, invalid, throwIfInvalid } from "@cartulary/kernel";
import type { AddressBook } from "../ports.ts";
import { blank } from "../records/field-rules.ts";
import { type NamedRecipients, RECIPIENTS_MAX } from "../records/mass-communication.ts";
import type { Addressee } from "../records/recipient.ts";
import { tooManyRecipients } from "./mass-communication-input.ts";

/**
 * Returns one addressee per e-mail address, ordered by address; contacts take precedence over users. Throws 422 on
 * `recipients` for unknown ids, groups without members, and too many recipients.
 */
export async function addresseesOf(addressBook: AddressBook, named: NamedRecipients): Promise<readonly Addressee[]> {
  const found = await addressBook.find(named, RECIPIENTS_MAX + 1);
  if (!found) throw invalid(unknownRecipient);
  const byKey = new Map<string, Addressee>();
  for (const addressee of found) {
    const key = emailKey(addressee.emailAddress) ?? addressee.emailAddress;
    if (!byKey.has(key)) byKey.set(key, addressee);
  }
  throwIfInvalid([
    byKey.size === 0 ? blank("recipients") : null,
    byKey.size > RECIPIENTS_MAX ? tooManyRecipients : null,
  ]);
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, addressee]) => addressee);
}

const unknownRecipient: FieldError = {
  field: "recipients",
  code: "not_found",
  message: "does not exist",
};
