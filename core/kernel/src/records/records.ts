import type { Caller } from "../caller.ts";
import type { Clock, Instant } from "../clock.ts";
import { existing, type FieldError, requireSound } from "../errors.ts";
import type { NewId } from "../ids.ts";
import type { Transact } from "../transact.ts";
import { whileFound } from "../use-cases/idempotency.ts";
import type { ReplayStores } from "../use-cases/replays.ts";
import { create, type OnRemoval, service, single, type UseCases, write } from "../use-cases/use-cases.ts";
import type { ListQuery, Page } from "./listing.ts";
import type { Identified, RecordStore } from "./store.ts";

/**
 * A family of records that everyone who signs in may read and that some write (403). One that does not exist is
 * `not_found`; refused fields are `unprocessable_entity`, all of them at once.
 */
export interface Records<Stored extends Identified, Field extends string, Input, NewInput = Input> {
  list(caller: Caller, query: ListQuery<Field>): Promise<Page<Stored>>;
  get(caller: Caller, id: Stored["id"]): Promise<Stored>;
  create(caller: Caller, input: NewInput): Promise<Stored>;
  update(caller: Caller, change: Input & { readonly id: Stored["id"] }): Promise<Stored>;
  remove(caller: Caller, id: Stored["id"]): Promise<void>;
}

/** What tells one family from another. An absent field of an input keeps its value, or gets its default. */
export interface RecordFamily<Stored extends Identified, Field extends string, Input, NewInput, Stores> {
  readonly storeOf: (stores: Stores) => RecordStore<Stored, Field>;
  /** Refuses with 403 whoever may not write. */
  readonly requireWriter: (caller: Caller) => void;
  readonly errors: (input: Input) => readonly FieldError[];
  readonly newErrors: (input: NewInput) => readonly FieldError[];
  /** The record that an input without errors makes. */
  readonly make: (input: NewInput, as: { readonly id: Stored["id"]; readonly now: Instant }) => Stored;
  /** The record after an input without errors. */
  readonly change: (record: Stored, input: Input, now: Instant) => Stored;
}

/** What the service of a family takes beside what it is. */
export interface RecordDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly onRemoval: OnRemoval<Stores>;
}

/** The service of a family that has no rules but these. */
export function createRecords<
  Stored extends Identified,
  Field extends string,
  Input,
  NewInput,
  Stores extends ReplayStores,
>(
  family: RecordFamily<Stored, Field, Input, NewInput, Stores>,
  { transact, ...dependencies }: RecordDependencies<Stores>,
): Records<Stored, Field, Input, NewInput> {
  return service<Records<Stored, Field, Input, NewInput>, Stores>(transact, recordUseCases(family, dependencies));
}

/** The same in a transaction of somebody else's. */
function recordUseCases<Stored extends Identified, Field extends string, Input, NewInput, Stores extends ReplayStores>(
  { storeOf, requireWriter, errors, newErrors, make, change }: RecordFamily<Stored, Field, Input, NewInput, Stores>,
  { clock, newId, onRemoval }: Omit<RecordDependencies<Stores>, "transact">,
): UseCases<Records<Stored, Field, Input, NewInput>, Stores> {
  const find = async (stores: Stores, _caller: Caller, id: Stored["id"]) => existing(await storeOf(stores).find(id));
  return {
    list: single((stores, _caller, query) => storeOf(stores).list(query)),

    get: single(find),

    create: create(
      async (stores, caller, input) => {
        requireWriter(caller);
        requireSound(newErrors(input));
        const record = make(input, { id: newId(), now: clock.now() });
        await storeOf(stores).insert(record);
        return record;
      },
      whileFound((stores, caller, { id }) => find(stores, caller, id)),
    ),

    update: write(async (stores, caller, { id, ...input }) => {
      requireWriter(caller);
      requireSound(errors(input as Input));
      const record = change(existing(await storeOf(stores).lock(id)), input as Input, clock.now());
      await storeOf(stores).update(record);
      return record;
    }),

    remove: write(async (stores, caller, id) => {
      requireWriter(caller);
      existing(await storeOf(stores).lock(id));
      await storeOf(stores).remove(id);
      await onRemoval(stores, caller, id);
    }),
  };
}
