import {
  type Caller,
  type Clock,
  create,
  type Day,
  existing,
  type Identified,
  type Instant,
  type ListQuery,
  type NewId,
  notFound,
  type Page,
  type ReplayStores,
  read,
  refused,
  type UseCases,
  whileFound,
  write,
} from "@cartulary/kernel";
import { type BookStore, dayInParis } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import type { Collection } from "./collections.ts";
import type { EstateStore, TombstoneStore, TouchStore } from "./store.ts";
import { touchedBy } from "./touches.ts";

/**
 * The records of one family of one mandataire, for whoever found out that the caller is a member of it. Lists answer list
 * records, everything else the detail. One that is another mandataire's does not exist (404). Refused fields are
 * `unprocessable_entity`, all of them at once; what something refers to stays (`has_dependents`).
 */
export interface EstateRecords<Stored extends Identified, Field extends string, Listed, Detail, Input, NewInput> {
  list(caller: Caller, query: ListQuery<Field>): Promise<Page<Listed>>;
  get(caller: Caller, id: Stored["id"]): Promise<Detail>;
  create(caller: Caller, input: NewInput): Promise<Detail>;
  update(caller: Caller, change: Input & { readonly id: Stored["id"] }): Promise<Detail>;
  remove(caller: Caller, id: Stored["id"]): Promise<void>;
}

/** When and by what means something is written. */
export interface Occasion {
  readonly mandataireId: MandataireId;
  readonly now: Instant;
  /** The day that it is in Paris. */
  readonly today: Day;
  readonly newId: NewId;
}

/** What the use cases of every family touch beside its own store. */
export interface EstateBase extends ReplayStores {
  readonly books: BookStore;
  readonly tombstones: TombstoneStore;
  readonly touches: TouchStore;
}

/** What tells one family from another. */
export interface EstateFamily<
  Stores,
  Stored extends Identified,
  Field extends string,
  Listed,
  Detail,
  Input,
  NewInput,
> {
  readonly collection: Collection;
  readonly storeOf: (stores: Stores) => EstateStore<Stored, Field, Listed, Detail>;
  /** The record that an input makes; refuses an input that is wrong. */
  readonly make: (stores: Stores, input: NewInput, id: Stored["id"], occasion: Occasion) => Promise<Stored>;
  /** The locked record after an input; refuses one that is wrong. */
  readonly change: (stores: Stores, record: Stored, input: Input, occasion: Occasion) => Promise<Stored>;
  /** Writes what stands beside a record that was written: its arrays, its account. Says what else others show changed. */
  readonly writeBeside?: (
    stores: Stores,
    written: { readonly record: Stored; readonly before: Stored | null; readonly input: Input | NewInput },
    occasion: Occasion,
  ) => Promise<readonly Collection[]>;
  /** Whether something refers to a locked record, which then stays. */
  readonly isKept?: (stores: Stores, record: Stored, occasion: Occasion) => Promise<boolean>;
  /** Removes what goes with a record, before it. */
  readonly removeBeside?: (stores: Stores, record: Stored, occasion: Occasion) => Promise<void>;
  /** The fields by which a record belongs to others: where one changes, those that it leaves move as well. */
  readonly links?: readonly (keyof Stored & string)[];
}

/** What the use cases need of the machine. */
export interface EstateSettings {
  readonly clock: Clock;
  readonly newId: NewId;
}

/** The use cases of one family of one mandataire. */
export function estateUseCases<
  Stores extends EstateBase,
  Stored extends Identified,
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
  const occasionNow = (): Occasion => {
    const now = clock.now();
    return { mandataireId, now, today: dayInParis(now), newId };
  };
  const detailOf = async (stores: Stores, id: Stored["id"], today: Day) =>
    existing(await storeOf(stores).detail(id, today));

  return {
    list: read((stores, _caller, query) => storeOf(stores).list(query, occasionNow().today)),

    get: read((stores, _caller, id) => detailOf(stores, id, occasionNow().today)),

    create: create(
      async (stores, _caller, input) => {
        const occasion = occasionNow();
        const { now, today } = occasion;
        await holdBook(stores);
        const record = await family.make(stores, input, newId(), occasion);
        await storeOf(stores).insert(record);
        await family.writeBeside?.(stores, { record, before: null, input }, occasion);
        await stores.touches.touch(collection, record.id, touchedBy(collection, "all"), now);
        return detailOf(stores, record.id, today);
      },
      whileFound(async (stores, _caller, answered) =>
        existing(await storeOf(stores).find((answered as unknown as Stored).id)),
      ),
    ),

    update: write(async (stores, _caller, { id, ...change }) => {
      const occasion = occasionNow();
      const { now, today } = occasion;
      const input = change as unknown as Input;
      const before = existing(await storeOf(stores).lock(id));
      const record = await family.change(stores, before, input, occasion);
      const changed = changedFields(before, record);
      const targets = touchedBy(collection, changed);
      if (links.some((link) => changed.includes(link)))
        await stores.touches.touch(collection, id, touchedBy(collection, "all"), now);
      await storeOf(stores).update(record);
      const others = (await family.writeBeside?.(stores, { record, before, input }, occasion)) ?? [];
      await stores.touches.touch(collection, id, [...new Set([...targets, ...others])], now);
      return detailOf(stores, id, today);
    }),

    remove: write(async (stores, _caller, id) => {
      const occasion = occasionNow();
      const record = existing(await storeOf(stores).lock(id));
      if (await family.isKept?.(stores, record, occasion))
        throw refused("has_dependents", "Other records refer to this one: remove them first");
      await stores.touches.touch(collection, id, touchedBy(collection, "all"), occasion.now);
      await family.removeBeside?.(stores, record, occasion);
      await storeOf(stores).remove(id);
      await stores.tombstones.insert(collection, [id], occasion.now);
    }),
  };
}

/** Whoever adds a record holds the mandataire's book, so that nobody removes the mandataire meanwhile (estate.md 3.6). */
export async function holdBook({ books }: EstateBase): Promise<void> {
  if (!(await books.lockShared())) throw notFound();
}

/** The fields that differ; `updatedAt` always does. */
export function changedFields<Stored extends object>(before: Stored, after: Stored): readonly string[] {
  const fields = Object.keys(after) as (keyof Stored & string)[];
  return fields.filter((field) => field !== "updatedAt" && before[field] !== after[field]);
}
