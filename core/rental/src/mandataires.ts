import {
  type Caller,
  type Clock,
  createIdempotently,
  type Digests,
  existing,
  invalid,
  type ListQuery,
  type NewId,
  type Page,
  type ReplayStores,
  refused,
  requireAdministrator,
  requireSound,
  service,
  single,
  type Transact,
  type TransactFor,
  whileFound,
} from "@cartulary/kernel";
import { ledgerUseCases } from "@cartulary/ledger";
import { rentalPlan } from "./chart.ts";
import {
  bookOf,
  changedMandataire,
  type Mandataire,
  type MandataireField,
  type MandataireId,
  type MandataireInput,
  mandataireErrors,
  type NewMandataireInput,
  newMandataire,
} from "./mandataire.ts";
import type { MandataireMember } from "./member.ts";
import type { RegistryStores, RentalStores } from "./ports.ts";

/**
 * Managing agents. Members see theirs; administrators write all of them (403), members or not (host.md).
 * One that does not exist is `not_found`; refused fields are `unprocessable_entity`, all of them at once.
 */
export interface Mandataires {
  /** Those that the caller is a member of. */
  list(caller: Caller, query: ListQuery<MandataireField>): Promise<Page<Mandataire>>;
  /** Opens its book, too, and makes the caller its first member. */
  create(caller: Caller, input: NewMandataireInput): Promise<Mandataire>;
  /** The accounting code stays (`invalid`) once the book has an entry, a draft too: a SIREN has one continuous file. */
  update(caller: Caller, change: MandataireInput & { readonly id: MandataireId }): Promise<Mandataire>;
  /** With its members and its empty book. Refused (`has_dependents`) where anything else is kept for it. */
  remove(caller: Caller, id: MandataireId): Promise<void>;
}

/** Told of mandataires inside the transaction that writes them, with its stores. What it throws undoes everything. */
export interface MandataireListener<Stores> {
  created?(stores: Stores, caller: Caller, mandataire: Mandataire): Promise<void>;
  changed?(stores: Stores, caller: Caller, mandataire: Mandataire): Promise<void>;
  removed?(stores: Stores, caller: Caller, mandataire: Mandataire): Promise<void>;
  memberAdded?(stores: Stores, caller: Caller, member: MandataireMember): Promise<void>;
  memberRemoved?(stores: Stores, caller: Caller, member: Omit<MandataireMember, "createdAt">): Promise<void>;
}

/** Whether something is kept for a mandataire that this package does not know of; asked before one is removed. */
export type MandataireDependents<Stores> = (stores: Stores, caller: Caller, id: MandataireId) => Promise<boolean>;

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly digests: Digests;
  readonly listeners: readonly MandataireListener<Stores>[];
  readonly dependents: readonly MandataireDependents<Stores>[];
}

/** Mandataires over a database. What one keeps is asked in transactions of its own. */
export function createMandataires<
  Stores extends RegistryStores,
  OneStores extends Stores & RentalStores & ReplayStores,
>({
  transact,
  transactFor,
  clock,
  newId,
  digests,
  listeners,
  dependents,
}: Dependencies<Stores, OneStores>): Mandataires {
  const { open } = ledgerUseCases({ ...rentalPlan, clock, newId, digests });
  return {
    ...service<Pick<Mandataires, "list">, Stores>(transact, {
      list: single(({ mandataires }, caller, query) => mandataires.listOf(caller.userId, query)),
    }),

    async create(caller, input) {
      requireAdministrator(caller);
      requireSound(mandataireErrors(input));
      const id = newId<"Mandataire">();
      const work = async (stores: OneStores) => {
        const now = clock.now();
        const mandataire = newMandataire(input, { id, now });
        await stores.mandataires.insert(mandataire);
        await stores.mandataireMembers.insert({ mandataireId: id, userId: caller.userId, createdAt: now });
        await open.run(stores, caller, bookOf(id));
        for (const listener of listeners) await listener.created?.(stores, caller, mandataire);
        return mandataire;
      };
      return (await createIdempotently(transactFor(id), caller, work, stillThere)).reply;
    },

    async update(caller, { id, ...change }) {
      requireAdministrator(caller);
      requireSound(mandataireErrors(change));
      return transactFor(id).write(async (stores) => {
        const before = existing(await stores.mandataires.lock(id));
        const mandataire = changedMandataire(before, change, clock.now());
        if (mandataire.accountingCode !== before.accountingCode) await requireUnused(stores);
        await stores.mandataires.update(mandataire);
        for (const listener of listeners) await listener.changed?.(stores, caller, mandataire);
        return mandataire;
      });
    },

    async remove(caller, id) {
      requireAdministrator(caller);
      await transactFor(id).write(async (stores) => {
        const mandataire = existing(await stores.mandataires.lock(id));
        await stores.books.lock();
        if ((await isDepended(stores, caller, id, dependents)) || !(await stores.books.removeEmpty()))
          throw refused("has_dependents", "Records are kept for this mandataire: it stays");
        for (const listener of listeners) await listener.removed?.(stores, caller, mandataire);
        await stores.membershipTombstones.insertIn(id, clock.now());
        await stores.tombstones.removeAll();
        await stores.codes.removeAll();
        await stores.days.removeAll();
        await stores.mandataireMembers.removeIn(id);
        await stores.mandataires.remove(id);
      });
    },
  };
}

/** Asked under the lock of the book, which whoever writes an entry holds. */
async function requireUnused({ books, entries }: RentalStores): Promise<void> {
  await books.lock();
  if ((await entries.firstDay()) === null) return;
  throw invalid({
    field: "accountingCode",
    code: "invalid",
    message: "cannot change once the book has an entry: the year's file would be of two societies",
  });
}

const stillThere = whileFound<RegistryStores, Mandataire>(async ({ mandataires }, _caller, { id }) =>
  existing(await mandataires.find(id)),
);

/** Asked under the lock of the book, which whoever adds a record of the mandataire holds. */
async function isDepended<Stores, OneStores extends Stores & RentalStores>(
  stores: OneStores,
  caller: Caller,
  id: MandataireId,
  dependents: readonly MandataireDependents<Stores>[],
): Promise<boolean> {
  for (const keeps of dependents) if (await keeps(stores, caller, id)) return true;
  const { fecExports, properties, owners, tenants, rentalContacts, serviceProviders, billingRuns, incidents } = stores;
  const all = [fecExports, properties, owners, tenants, rentalContacts, serviceProviders, billingRuns, incidents];
  for (const store of all) if (await store.any()) return true;
  return false;
}
