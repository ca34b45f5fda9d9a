import {
  type Caller,
  type Clock,
  create,
  existing,
  type ListQuery,
  type NewId,
  type OnRemoval,
  type Page,
  type ReplayStores,
  read,
  requireRole,
  requireSound,
  service,
  type Transact,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import {
  type Contact,
  type ContactField,
  type ContactId,
  type ContactInput,
  changedContact,
  contactErrors,
  newContact,
} from "./contact.ts";
import type { DirectoryStores } from "./ports.ts";

/**
 * The people who are written to. Everyone who signs in may read all of them; managers and above write them (403).
 * A contact that does not exist is `not_found`; refused fields are `unprocessable_entity`, all of them at once.
 */
export interface Contacts {
  list(caller: Caller, query: ListQuery<ContactField>): Promise<Page<Contact>>;
  get(caller: Caller, id: ContactId): Promise<Contact>;
  create(caller: Caller, input: ContactInput): Promise<Contact>;
  update(caller: Caller, change: ContactInput & { readonly id: ContactId }): Promise<Contact>;
  remove(caller: Caller, id: ContactId): Promise<void>;
}

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly onRemoval: OnRemoval<Stores>;
}

export function createContacts<Stores extends DirectoryStores & ReplayStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): Contacts {
  return service<Contacts, Stores>(transact, contactUseCases(dependencies));
}

function contactUseCases<Stores extends DirectoryStores & ReplayStores>({
  clock,
  newId,
  onRemoval,
}: Dependencies<Stores>): UseCases<Contacts, Stores> {
  return {
    list: read(({ contacts }, _caller, query) => contacts.list(query)),

    get: read(async ({ contacts }, _caller, id) => existing(await contacts.find(id))),

    create: create(
      async ({ contacts }, caller, input) => {
        requireRole(caller, "manager");
        const { emailAddress = null } = input;
        requireSound(contactErrors({ ...input, emailAddress }));
        const contact = newContact(input, { id: newId(), now: clock.now() });
        await contacts.insert(contact);
        return contact;
      },
      whileFound(async ({ contacts }, _caller, { id }) => existing(await contacts.find(id))),
    ),

    update: write(async ({ contacts }, caller, { id, ...change }) => {
      requireRole(caller, "manager");
      requireSound(contactErrors(change));
      const contact = changedContact(existing(await contacts.lock(id)), change, clock.now());
      await contacts.update(contact);
      return contact;
    }),

    remove: write(async (stores, caller, id) => {
      requireRole(caller, "manager");
      existing(await stores.contacts.lock(id));
      await stores.contacts.remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
}
