import {
  type Caller,
  type Clock,
  create,
  type Day,
  type HasId,
  type Instant,
  type ListQuery,
  type NewId,
  notFound,
  orNotFound,
  type Page,
  type ReplayStores,
  read,
  replayWhileVisible,
  type UseCases,
  unprocessable,
  write,
} from "@cartulary/kernel";
import { type BookStore, dayInParis } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { EstateCollection, ShowingCollection } from "./collections.ts";
import type { EstateStore, TombstoneStore, UpdatePropagationStore } from "./store.ts";
import { collectionsShowing } from "./update-propagation.ts";

/**
 * CRUD of one collection of one mandataire. The caller of this service has checked that the user is a member. Lists
 * return list records, the other methods details. Throws 404 for records of other mandataires, `unprocessable_entity`
 * with the errors of all invalid fields, and `has_dependents` for the removal of a referenced record.
 */
export interface EstateRecords<Stored extends HasId, Field extends string, Listed, Detail, Input, NewInput> {
  list(caller: Caller, query: ListQuery<Field>): Promise<Page<Listed>>;
  get(caller: Caller, id: Stored["id"]): Promise<Detail>;
  create(caller: Caller, input: NewInput): Promise<Detail>;
  update(caller: Caller, change: Input & { readonly id: Stored["id"] }): Promise<Detail>;
  remove(caller: Caller, id: Stored["id"]): Promise<void>;
}

/** Context of a write. */
export interface WriteContext {
  readonly mandataireId: MandataireId;
  readonly now: Instant;
  /** The current day in Paris. */
  readonly today: Day;
  readonly newId: NewId;
}

/** Context of a write by a user or a connector. */
export interface CallerContext extends WriteContext {
  readonly caller: Caller;
}

/** Stores that the use cases of every collection need. */
export interface EstateBase extends ReplayStores {
  readonly books: BookStore;
  readonly tombstones: TombstoneStore;
  readonly updatePropagation: UpdatePropagationStore;
}

/** Variable parts of a collection's use cases. */
export interface EstateFamily<Stores, Stored extends HasId, Field extends string, Listed, Detail, Input, NewInput> {
  readonly collection: EstateCollection;
  readonly storeOf: (stores: Stores) => EstateStore<Stored, Field, Listed, Detail>;
  /** Returns a new record; throws if the input is invalid. */
  readonly make: (stores: Stores, input: NewInput, id: Stored["id"], context: WriteContext) => Promise<Stored>;
  /** Returns the locked record with the input applied; throws if the input is invalid. */
  readonly change: (stores: Stores, record: Stored, input: Input, context: WriteContext) => Promise<Stored>;
  /**
   * Writes the parts of a record, such as arrays and accounts. Returns the collections whose `updatedAt` changes with
   * them.
   */
  readonly writeRelated?: (
    stores: Stores,
    written: { readonly record: Stored; readonly before: Stored | null; readonly input: Input | NewInput },
    context: CallerContext,
  ) => Promise<readonly ShowingCollection[]>;
  /** Returns true if a locked record is referenced and cannot be removed. */
  readonly isUndeletable?: (stores: Stores, record: Stored, context: WriteContext) => Promise<boolean>;
  /** Removes the parts of a record, before the record itself. */
  readonly removeRelated?: (stores: Stores, record: Stored, context: WriteContext) => Promise<void>;
  /** Fields that link to other records. If one changes, the formerly linked records are touched as well. */
  readonly links?: readonly (keyof Stored & string)[];
}

export interface EstateSettings {
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Creates the use cases of one collection of one mandataire. */
export function estateUseCases<
  Stores extends EstateBase,
  Stored extends HasId,
  Field extends string,
  Listed,
  Detail,
  Input extends object,
  NewInput extends object,
>(
  family: EstateFamily<Stores, Stored, Field, Listed, Detail, Input, NewInput>,
  { clock, newId, mandataireId }: EstateSettings & { readonly mandataireId: MandataireId },
): UseCases<EstateRecords<Stored, Field, Listed, Detail, Input, NewInput>, Stores> {
  const { collection, storeOf, links = [] } = family;
  const newContext = (caller: Caller): CallerContext => {
    const now = clock.now();
    return { caller, mandataireId, now, today: dayInParis(now), newId };
  };
  const detailOf = async (stores: Stores, id: Stored["id"], today: Day) =>
    orNotFound(await storeOf(stores).detail(id, today));

  return {
    list: read((stores, caller, query) => storeOf(stores).list(query, newContext(caller).today)),

    get: read((stores, caller, id) => detailOf(stores, id, newContext(caller).today)),

    create: create(
      async (stores, caller, input) => {
        const context = newContext(caller);
        const { now, today } = context;
        await lockBookShared(stores);
        const record = await family.make(stores, input, newId(), context);
        await storeOf(stores).insert(record);
        await family.writeRelated?.(stores, { record, before: null, input }, context);
        await stores.updatePropagation.bumpUpdatedAt(collection, record.id, collectionsShowing(collection, "all"), now);
        return detailOf(stores, record.id, today);
      },
      replayWhileVisible(async (stores, _caller, reply) =>
        orNotFound(await storeOf(stores).find((reply as unknown as Stored).id)),
      ),
    ),

    update: write(async (stores, caller, { id, ...change }) => {
      const context = newContext(caller);
      const { now, today } = context;
      const input = change as unknown as Input;
      const before = orNotFound(await storeOf(stores).lock(id));
      const record = await family.change(stores, before, input, context);
      const changed = changedFields(before, record);
      const targets = collectionsShowing(collection, changed);
      if (links.some((link) => changed.includes(link)))
        await stores.updatePropagation.bumpUpdatedAt(collection, id, collectionsShowing(collection, "all"), now);
      await storeOf(stores).update(record);
      const showing = (await family.writeRelated?.(stores, { record, before, input }, context)) ?? [];
      await stores.updatePropagation.bumpUpdatedAt(collection, id, [...new Set([...targets, ...showing])], now);
      return detailOf(stores, id, today);
    }),

    remove: write(async (stores, caller, id) => {
      const context = newContext(caller);
      const record = orNotFound(await storeOf(stores).lock(id));
      if (await family.isUndeletable?.(stores, record, context))
        throw unprocessable("has_dependents", "Other records refer to this one; remove them first");
      await stores.updatePropagation.bumpUpdatedAt(collection, id, collectionsShowing(collection, "all"), context.now);
      await family.removeRelated?.(stores, record, context);
      await storeOf(stores).remove(id);
      await stores.tombstones.insert(collection, [id], context.now);
    }),
  };
}

/**
 * Locks the mandataire's book in share mode. Every insert does so, which prevents a concurrent removal of the
 * mandataire (estate.md 3.6).
 */
export async function lockBookShared({ books }: EstateBase): Promise<void> {
  if (!(await books.lockShared())) throw notFound();
}

/** Returns the names of the fields that differ, without `updatedAt`. */
export function changedFields<Stored extends object>(before: Stored, after: Stored): readonly string[] {
  const fields = Object.keys(after) as (keyof Stored & string)[];
  return fields.filter((field) => field !== "updatedAt" && before[field] !== after[field]);
}
