import {
  type Caller,
  type Clock,
  type ListQuery,
  type NewId,
  type Page,
  requireAdministrator,
  requireSound,
  service,
  single,
  type Transact,
  write,
} from "@cartulary/kernel";
import {
  type IndexValue,
  type IndexValueField,
  type IndexValueInput,
  indexValueErrors,
  indexValuesOf,
  keyOf,
} from "./index-value.ts";

/** The values of the indices that rents follow: everybody reads them, administrators write them (403). */
export interface IndexValues {
  list(caller: Caller, query: ListQuery<IndexValueField>): Promise<Page<IndexValue>>;
  /** Keeps values, in place of those of the same quarters; answers what is stored of them, in their order. */
  save(caller: Caller, sent: readonly IndexValueInput[]): Promise<readonly IndexValue[]>;
}

/** Port: where values of indices are kept, whoever's rents follow them. */
export interface IndexValueStore {
  list(query: ListQuery<IndexValueField>): Promise<Page<IndexValue>>;
  /** All of these indices, by index and quarter. */
  of(codes: readonly IndexValue["indexCode"][]): Promise<readonly IndexValue[]>;
  /** One of a quarter that is known replaces it, under the id that it had; one that says the same changes nothing. */
  save(values: readonly IndexValue[]): Promise<void>;
}

/** What they need inside a transaction. */
export interface IndexValueStores {
  readonly indexValues: IndexValueStore;
}

interface Dependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Values of indices over a database. */
export function createIndexValues<Stores extends IndexValueStores>({
  transact,
  clock,
  newId,
}: Dependencies<Stores>): IndexValues {
  return service<IndexValues, Stores>(transact, {
    list: single(({ indexValues }, _caller, query) => indexValues.list(query)),

    save: write(async ({ indexValues }, caller, sent) => {
      requireAdministrator(caller);
      requireSound(indexValueErrors(sent));
      await indexValues.save(indexValuesOf(sent, { newId, now: clock.now() }));
      const codes = [...new Set(sent.map(({ indexCode }) => indexCode))];
      const stored = new Map((await indexValues.of(codes)).map((value) => [keyOf(value), value]));
      return sent.flatMap((input) => stored.get(keyOf(input)) ?? []);
    }),
  });
}
