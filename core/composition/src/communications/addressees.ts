import { emailKey } from "@cartulary/directory";
import { type FieldError, invalid, requireSound } from "@cartulary/kernel";
import type { AddressBook } from "../ports.ts";
import { type NamedRecipients, RECIPIENTS_MAX } from "../records/mass-communication.ts";
import type { Addressee } from "../records/recipient.ts";
import { blank } from "../records/values.ts";
import { tooManyRecipients } from "./mass-communication-input.ts";

/**
 * Everybody who is named, once for each e-mail address (decision 0024), in the order of those. Who shares an address with
 * somebody before him, contacts before users, gets no letter of his own. Refuses with 422 on `recipients` ids that name
 * nobody, groups without members, and too many.
 */
export async function addresseesOf(addressBook: AddressBook, named: NamedRecipients): Promise<readonly Addressee[]> {
  const found = await addressBook.find(named, RECIPIENTS_MAX + 1);
  if (!found) throw invalid(nobody);
  const byKey = new Map<string, Addressee>();
  for (const addressee of found) {
    const key = emailKey(addressee.emailAddress) ?? addressee.emailAddress;
    if (!byKey.has(key)) byKey.set(key, addressee);
  }
  requireSound([byKey.size === 0 ? blank("recipients") : null, byKey.size > RECIPIENTS_MAX ? tooManyRecipients : null]);
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, addressee]) => addressee);
}

const nobody: FieldError = {
  field: "recipients",
  code: "not_found",
  message: "names somebody who is not in the directory",
};
