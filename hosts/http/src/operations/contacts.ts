import { CONTACT_TYPE, type Contact, type Contacts } from "@cartulary/directory";
import type { contactOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../exchange/handlers.ts";
import { listed } from "../exchange/listing.ts";

/** Contacts over HTTP. */
export const contactHandlers = (contacts: Contacts): Handlers<typeof contactOperations> => ({
  listContacts: async ({ list, caller }) => {
    const { items, ...page } = await contacts.list(caller, list);
    return listed({ ...page, items: items.map(shown) });
  },
  createContact: async ({ body, caller }) => created(shown(await contacts.create(caller, body))),
  getContact: async ({ params, caller }) => ok(shown(await contacts.get(caller, params.id))),
  updateContact: async ({ params, body, caller }) => ok(shown(await contacts.update(caller, { ...body, ...params }))),
  deleteContact: async ({ params, caller }) => {
    await contacts.remove(caller, params.id);
    return noContent();
  },
});

/** Each says what it is. */
const shown = (contact: Contact) => ({ ...contact, type: CONTACT_TYPE });
