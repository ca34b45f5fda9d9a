import type { Caller } from "../caller.ts";
import type { Id } from "../ids.ts";
import type { Transact } from "../transact.ts";
import { createIdempotently, type ReplayPolicy } from "./idempotency.ts";
import type { ReplayStores } from "./replays.ts";

/** A function that runs in its caller's transaction, so that use cases can call each other. */
export type UseCase<Stores, Input, Reply> = (stores: Stores, caller: Caller, input: Input) => Promise<Reply>;

/** Called in the transaction that permanently removes a record; an error rolls the removal back. */
export type OnRemoval<Stores> = UseCase<Stores, Id<string>, void>;

/** A use case with its kind of transaction. */
type Bound<Stores, Input, Reply> =
  | { readonly mode: "read" | "single" | "write"; readonly run: UseCase<Stores, Input, Reply> }
  | {
      readonly mode: "create";
      readonly run: UseCase<Stores, Input, Reply>;
      readonly terms: ReplayPolicy<Stores, Reply, Input>;
    };

/** A service's methods as use cases, before a transaction is bound to them. */
export type UseCases<Service, Stores> = {
  readonly [Name in keyof Service]: Service[Name] extends (caller: Caller, input: infer Input) => Promise<infer Reply>
    ? Bound<Stores, Input, Reply>
    : never;
};

/** A use case that only reads. */
export function read<Stores, Input, Reply>(
  run: UseCase<Stores, Input, Reply>,
): { readonly mode: "read"; readonly run: UseCase<Stores, Input, Reply> } {
  return { mode: "read", run };
}

/** A use case that only reads, usually with one statement. */
export function single<Stores, Input, Reply>(
  run: UseCase<Stores, Input, Reply>,
): { readonly mode: "single"; readonly run: UseCase<Stores, Input, Reply> } {
  return { mode: "single", run };
}

export function write<Stores, Input, Reply>(
  run: UseCase<Stores, Input, Reply>,
): { readonly mode: "write"; readonly run: UseCase<Stores, Input, Reply> } {
  return { mode: "write", run };
}

/**
 * A use case that creates a record. Its service replays the reply to a request with the same Idempotency-Key; code that
 * runs it in its own transaction gets no replay.
 */
export function create<Stores extends ReplayStores, Input, Reply>(
  run: UseCase<Stores, Input, Reply>,
  terms: ReplayPolicy<Stores, Reply, Input> = {},
): {
  readonly mode: "create";
  readonly run: UseCase<Stores, Input, Reply>;
  readonly terms: ReplayPolicy<Stores, Reply, Input>;
} {
  return { mode: "create", run, terms };
}

/** Binds each use case to a transaction of its kind. Services are made only here. */
export function service<Service, Stores>(transact: Transact<Stores>, useCases: UseCases<Service, Stores>): Service {
  const bound = Object.entries(useCases as Readonly<Record<string, Bound<Stores, unknown, unknown>>>);
  return Object.fromEntries(bound.map(([name, useCase]) => [name, bindToTransaction(transact, useCase)])) as Service;
}

function bindToTransaction<Stores>(transact: Transact<Stores>, useCase: Bound<Stores, unknown, unknown>) {
  return (caller: Caller, input: unknown): Promise<unknown> => {
    const work = (stores: Stores) => useCase.run(stores, caller, input);
    if (useCase.mode !== "create") return transact[useCase.mode](work);
    const { onReplay, ...terms } = useCase.terms;
    const bound: ReplayPolicy<Stores, unknown> = {
      ...terms,
      ...(onReplay && { onReplay: (stores, by, answered) => onReplay(stores, by, answered, input) }),
    };
    // `create` requires stores with replays.
    return createIdempotently(transact as Transact<Stores & ReplayStores>, caller, work, bound).then(
      ({ reply }) => reply,
    );
  };
}
