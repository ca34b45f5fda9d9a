import { CONTACT_TYPE, type Contact, type Contacts } from "@cartulary/directory";
import type { contactOperations } from "@cartulary/wire";
import { created, type Handlers, noContent, ok } from "../requests/handlers.ts";
import { listReply } from "../requests/listing.ts";

export const contactHandlers: Handlers<typeof contactOperations, { readonly contacts: Contacts }> = {
  listContacts: async ({ list, caller }, { contacts }) => {
    const { items, ...page } = await contacts.list(caller, list);
    return listReply({ ...page, items: items.map(shown) });
  },
  createContact: async ({ body, caller }, { contacts }) => created(shown(await contacts.create(caller, body))),
  getContact: async ({ params, caller }, { contacts }) => ok(shown(await contacts.get(caller, params.id))),
  updateContact: async ({ params, body, caller }, { contacts }) =>
    ok(shown(await contacts.update(caller, { ...body, ...params }))),
  deleteContact: async ({ params, caller }, { contacts }) => noContent(await contacts.remove(caller, params.id)),
};

/** Adds the type of the record. */
const shown = (contact: Contact) => ({ ...contact, type: CONTACT_TYPE });
