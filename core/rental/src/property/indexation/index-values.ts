import {
  type Caller,
  type Clock,
  type ListQuery,
  type NewId,
  type Page,
  requireAdministrator,
  service,
  single,
  type Transact,
  throwIfInvalid,
  write,
} from "@cartulary/kernel";
import {
  type IndexValue,
  type IndexValueField,
  type IndexValueInput,
  indexValueErrors,
  keyOf,
  newIndexValues,
} from "./index-value.ts";

/** Values of the indices that rents follow. All users read them; administrators write them (403). */
export interface IndexValues {
  list(caller: Caller, query: ListQuery<IndexValueField>): Promise<Page<IndexValue>>;
  /** Stores values, replacing those of the same quarters. Returns the stored values in the order of the request. */
  save(caller: Caller, sent: readonly IndexValueInput[]): Promise<readonly IndexValue[]>;
}

/** Port: stores index values, shared by all mandataires. */
export interface IndexValueStore {
  list(query: ListQuery<IndexValueField>): Promise<Page<IndexValue>>;
  /** Returns all values of these indices, by index and quarter. */
  of(codes: readonly IndexValue["indexCode"][]): Promise<readonly IndexValue[]>;
  /** Replaces a value of an existing quarter, keeping its id; an equal value changes nothing. */
  save(values: readonly IndexValue[]): Promise<void>;
}

export interface IndexValueStores {
  readonly indexValues: IndexValueStore;
}

interface Dependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Creates index values over a database. */
export function createIndexValues<Stores extends IndexValueStores>({
  transact,
  clock,
  newId,
}: Dependencies<Stores>): IndexValues {
  return service<IndexValues, Stores>(transact, {
    list: single(({ indexValues }, _caller, query) => indexValues.list(query)),

    save: write(async ({ indexValues }, caller, sent) => {
      requireAdministrator(caller);
      throwIfInvalid(indexValueErrors(sent));
      await indexValues.save(newIndexValues(sent, { newId, now: clock.now() }));
      const codes = [...new Set(sent.map(({ indexCode }) => indexCode))];
      const stored = new Map((await indexValues.of(codes)).map((value) => [keyOf(value), value]));
      return sent.flatMap((input) => stored.get(keyOf(input)) ?? []);
    }),
  });
}
