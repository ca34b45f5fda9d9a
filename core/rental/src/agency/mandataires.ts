import {
  type Caller,
  type Clock,
  createIdempotently,
  inputErrors,
  invalid,
  type ListQuery,
  type NewId,
  newRecord,
  orNotFound,
  type Page,
  patchOf,
  type ReplayStores,
  replayWhileVisible,
  requireAdministrator,
  service,
  single,
  type Transact,
  type TransactFor,
  throwIfInvalid,
  unprocessable,
} from "@cartulary/kernel";
import type { BookId, LedgerStores } from "@cartulary/ledger";
import type { AgencyStores } from "../agency/ports.ts";
import { type LogoCheck, logoErrors } from "./agency-logo.ts";
import {
  bookOf,
  type Mandataire,
  type MandataireField,
  type MandataireId,
  type MandataireInput,
  mandataireRecord,
  type NewMandataireInput,
} from "./mandataire.ts";
import type { MandataireMember } from "./member.ts";

/**
 * Managing agents. Members read theirs; only administrators write, whether members or not (403, host.md). Throws
 * `not_found` for an unknown one and `unprocessable_entity` with the errors of all invalid fields.
 */
export interface Mandataires {
  /** Returns the mandataires of which the caller is a member. */
  list(caller: Caller, query: ListQuery<MandataireField>): Promise<Page<Mandataire>>;
  /** Also opens its book and makes the caller its first member. */
  create(caller: Caller, input: NewMandataireInput): Promise<Mandataire>;
  /**
   * Throws `invalid` for a new accounting code once the book has an entry, drafts included: a SIREN has one continuous
   * file.
   */
  update(caller: Caller, change: MandataireInput & { readonly id: MandataireId }): Promise<Mandataire>;
  /** Removes the mandataire with its members and its empty book. Throws `has_dependents` if it has other records. */
  remove(caller: Caller, id: MandataireId): Promise<void>;
}

/** Called inside the transaction that writes a mandataire, with its stores. An exception rolls it back. */
export interface MandataireListener<Stores> {
  created?(stores: Stores, caller: Caller, mandataire: Mandataire): Promise<void>;
  changed?(stores: Stores, caller: Caller, mandataire: Mandataire): Promise<void>;
  removed?(stores: Stores, caller: Caller, mandataire: Mandataire): Promise<void>;
  memberAdded?(stores: Stores, caller: Caller, member: MandataireMember): Promise<void>;
  memberRemoved?(stores: Stores, caller: Caller, member: Omit<MandataireMember, "createdAt">): Promise<void>;
}

/** Returns true if records depend on the mandataire, which then cannot be removed. */
export type MandataireDependents<Stores> = (stores: Stores, caller: Caller, id: MandataireId) => Promise<boolean>;

interface RemovableRecords {
  removeAll(): Promise<void>;
}

/** Stores for writes of a mandataire: its record, its book, and the records that are removed with it. */
export interface OneMandataireStores extends AgencyStores, ReplayStores, Pick<LedgerStores, "books" | "entries"> {
  readonly tombstones: RemovableRecords;
  readonly codes: RemovableRecords;
  readonly days: RemovableRecords;
}

interface Dependencies<Stores, OneStores> {
  readonly transact: Transact<Stores>;
  readonly transactFor: TransactFor<MandataireId, OneStores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logoProblem: LogoCheck;
  /** Opens the book of a new mandataire. */
  readonly openBook: (stores: OneStores, caller: Caller, id: BookId) => Promise<unknown>;
  readonly listeners: readonly MandataireListener<Stores>[];
  readonly dependents: readonly MandataireDependents<OneStores>[];
}

/** Creates mandataires over a database. `transactFor` gives the records of one mandataire. */
export function createMandataires<Stores extends AgencyStores, OneStores extends Stores & OneMandataireStores>({
  transact,
  transactFor,
  clock,
  newId,
  logoProblem,
  openBook,
  listeners,
  dependents,
}: Dependencies<Stores, OneStores>): Mandataires {
  return {
    ...service<Pick<Mandataires, "list">, Stores>(transact, {
      list: single(({ mandataires }, caller, query) => mandataires.listOf(caller.userId, query)),
    }),

    async create(caller, input) {
      requireAdministrator(caller);
      throwIfInvalid(inputErrors(mandataireRecord, input));
      throwIfInvalid(await logoErrors(logoProblem, caller, input.logoDocumentId));
      const id = newId<"Mandataire">();
      const work = async (stores: OneStores) => {
        const now = clock.now();
        const mandataire = { ...newRecord(mandataireRecord, input), id, createdAt: now, updatedAt: now };
        await stores.mandataires.insert(mandataire);
        await stores.mandataireMembers.insert({ mandataireId: id, userId: caller.userId, createdAt: now });
        await openBook(stores, caller, bookOf(id));
        for (const listener of listeners) await listener.created?.(stores, caller, mandataire);
        return mandataire;
      };
      return (await createIdempotently(transactFor(id), caller, work, replay)).reply;
    },

    async update(caller, { id, ...change }) {
      requireAdministrator(caller);
      throwIfInvalid(inputErrors(mandataireRecord, change));
      const present = await transactFor(id).read(({ mandataires }) => mandataires.find(id));
      if (change.logoDocumentId !== orNotFound(present).logoDocumentId)
        throwIfInvalid(await logoErrors(logoProblem, caller, change.logoDocumentId));
      return transactFor(id).write(async (stores) => {
        const before = orNotFound(await stores.mandataires.lock(id));
        const mandataire = { ...before, ...patchOf(mandataireRecord, change), updatedAt: clock.now() };
        if (mandataire.accountingCode !== before.accountingCode) await requireUnused(stores);
        await stores.mandataires.update(mandataire);
        for (const listener of listeners) await listener.changed?.(stores, caller, mandataire);
        return mandataire;
      });
    },

    async remove(caller, id) {
      requireAdministrator(caller);
      await transactFor(id).write(async (stores) => {
        const mandataire = orNotFound(await stores.mandataires.lock(id));
        await stores.books.lock();
        if ((await hasDependentRecords(stores, caller, id, dependents)) || !(await stores.books.removeEmpty()))
          throw unprocessable("has_dependents", "The mandataire has records; it cannot be removed");
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

/** Throws if the book has an entry. Locks the book, as every insert of an entry does. */
async function requireUnused({ books, entries }: OneMandataireStores): Promise<void> {
  await books.lock();
  if ((await entries.firstDay()) === null) return;
  throw invalid({
    field: "accountingCode",
    code: "invalid",
    message: "cannot change once the book has an entry: a year's file has one society code",
  });
}

const replay = replayWhileVisible<AgencyStores, Mandataire>(async ({ mandataires }, _caller, { id }) =>
  orNotFound(await mandataires.find(id)),
);

/**
 * Returns true if a record depends on the mandataire. The caller has locked the book, so that none is added meanwhile.
 */
async function hasDependentRecords<Stores>(
  stores: Stores,
  caller: Caller,
  id: MandataireId,
  dependents: readonly MandataireDependents<Stores>[],
): Promise<boolean> {
  for (const hasDependents of dependents) if (await hasDependents(stores, caller, id)) return true;
  return false;
}
