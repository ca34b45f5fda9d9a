import {
  type Caller,
  type Clock,
  create,
  isAdministrator,
  type ListQuery,
  type NewId,
  normalizeLine,
  orNotFound,
  type Page,
  read,
  replayWhileVisible,
  service,
  type Transact,
  throwIfInvalid,
  type UseCases,
  utf8Length,
  write,
} from "@cartulary/kernel";
import { typeErrors } from "../documents/composed-document-input.ts";
import { lockTemplate } from "../documents/new-composed-document.ts";
import { type ComposedPlace, destination } from "../documents/place.ts";
import type { CompositionStores } from "../ports.ts";
import { objectError } from "../records/field-rules.ts";
import type { MassCommunicationId } from "../records/ids.ts";
import {
  type MassCommunication,
  type MassCommunicationField,
  type MassCommunicationView,
  markCancelled,
  massCommunicationView,
} from "../records/mass-communication.ts";
import { type Addressee, type Recipient, variablesFor } from "../records/recipient.ts";
import type { DocumentTemplate } from "../records/template.ts";
import { addresseesOf } from "./addressees.ts";
import { communicationJob } from "./communication-job.ts";
import { massCommunicationErrors, type NewMassCommunication, namedRecipients } from "./mass-communication-input.ts";

/**
 * Mass communications: a composed document and its PDF for each recipient, created by a job. Users see their own,
 * administrators all; others are not found (404).
 */
export interface MassCommunications {
  list(caller: Caller, query: ListQuery<MassCommunicationField>): Promise<Page<MassCommunicationView>>;
  get(caller: Caller, id: MassCommunicationId): Promise<MassCommunicationView>;
  /**
   * Copies the template and the recipients' current data. Throws like the creation of a composed document for a
   * placement without write permission.
   */
  create(caller: Caller, input: NewMassCommunication): Promise<MassCommunicationView>;
  /** Keeps existing documents. Throws 422 `invalid_transition` after the end; cancelling again has no effect. */
  cancel(caller: Caller, id: MassCommunicationId): Promise<MassCommunicationView>;
}

interface Dependencies {
  readonly clock: Clock;
  readonly newId: NewId;
}

export function createMassCommunications<Stores extends CompositionStores>({
  transact,
  ...dependencies
}: Dependencies & { readonly transact: Transact<Stores> }): MassCommunications {
  return service<MassCommunications, Stores>(transact, massCommunicationUseCases(dependencies));
}

function massCommunicationUseCases<Stores extends CompositionStores>({
  clock,
  newId,
}: Dependencies): UseCases<MassCommunications, Stores> {
  return {
    list: read(async ({ massCommunications }, caller, query) => {
      const page = await massCommunications.list(query, isAdministrator(caller) ? null : caller.userId);
      return { ...page, items: page.items.map(massCommunicationView) };
    }),

    get: read(async ({ massCommunications }, caller, id) =>
      massCommunicationView(own(caller, await massCommunications.find(id))),
    ),

    create: create(
      async (stores, caller, input) => {
        throwIfInvalid(massCommunicationErrors(input));
        // Prevents that the folder is removed concurrently.
        await stores.tree.lockShared();
        const place = await destination(stores, caller, input);
        const template = await lockTemplate(stores.templates, input.templateKey);
        throwIfInvalid(typeErrors(input, template.variablesSchema));
        const addressees = await addresseesOf(stores.addressBook, namedRecipients(input));
        const record = newMassCommunication(caller, input, { id: newId(), template, place, addressees, clock });
        throwIfInvalid([tooLongFor(longestOf(addressees), record)]);
        await stores.massCommunications.insert(record, template);
        await stores.recipients.insert(waiting(record, addressees, newId));
        await stores.jobs.enqueue(communicationJob(record));
        return massCommunicationView(record);
      },
      replayWhileVisible(async ({ massCommunications }, caller, { id }) => {
        own(caller, await massCommunications.find(id));
      }),
    ),

    cancel: write(async ({ massCommunications, recipients }, caller, id) => {
      own(caller, await massCommunications.find(id));
      const present = orNotFound(await massCommunications.lock(id));
      const record = markCancelled(present, clock.now());
      if (record !== present) {
        await massCommunications.update(record);
        await massCommunications.forgetTemplate(id);
        await recipients.removeAll(id);
      }
      return massCommunicationView(record);
    }),
  };
}

/** Hides other users' mass communications. */
const own = (caller: Caller, record: MassCommunication | null): MassCommunication =>
  orNotFound(record && (record.userId === caller.userId || isAdministrator(caller)) ? record : null);

/** Context of a new mass communication. */
interface Making {
  readonly id: MassCommunicationId;
  readonly template: DocumentTemplate;
  readonly place: ComposedPlace;
  readonly addressees: readonly Addressee[];
  readonly clock: Clock;
}

function newMassCommunication(
  { userId }: Caller,
  input: NewMassCommunication,
  { id, template, place, addressees, clock }: Making,
): MassCommunication {
  const now = clock.now();
  return {
    ...{ id, userId },
    templateKey: template.key,
    name: input.name === undefined ? template.name : normalizeLine(input.name),
    variables: input.variables ?? {},
    recipients: namedRecipients(input),
    ...place,
    status: "pending",
    totalFiles: addressees.length,
    ...{ successfulFiles: 0, failedFiles: 0, failures: [] },
    ...{ createdAt: now, updatedAt: now },
  };
}

const waiting = ({ id }: MassCommunication, addressees: readonly Addressee[], newId: NewId): readonly Recipient[] =>
  addressees.map((addressee, index) => ({
    ...addressee,
    massCommunicationId: id,
    position: index + 1,
    composedDocumentId: newId(),
  }));

/** Ensures that each document's variables, including the recipient, are within the maximum length. */
const tooLongFor = (addressee: Addressee | undefined, { variables }: MassCommunication) =>
  addressee ? objectError("variables", variablesFor(variables, addressee)) : null;

function longestOf(addressees: readonly Addressee[]): Addressee | undefined {
  const lengthOf = (addressee: Addressee) => utf8Length(JSON.stringify(addressee));
  let [longest, most] = [addressees[0], 0];
  for (const addressee of addressees) {
    const length = lengthOf(addressee);
    if (length > most) [longest, most] = [addressee, length];
  }
  return longest;
}
