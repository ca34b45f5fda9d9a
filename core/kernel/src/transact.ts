import type { Caller } from "./caller.ts";

/**
 * Port: runs `work` against stores that commit together.
 *
 * `read` sees one consistent snapshot and never waits for a writer. `write` may run `work` again after a
 * serialization failure, so `work` touches nothing but its stores, and must not start another transaction.
 * What `work` throws rolls everything back and comes out unchanged. Pinned by `transactContract` in `@cartulary/ports`.
 */
export interface Transact<Stores> {
  read<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
  write<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}

/**
 * Port: transactions of one tenant. Their stores show that tenant's records and no other's, and write into no other's;
 * what belongs to no tenant (users, blobs, jobs) is in them too. Whoever asks has found out before that the caller may
 * see this tenant.
 */
export type TransactFor<Tenant extends string, Stores> = (tenant: Tenant) => Transact<Stores>;

/** One decision: it runs in its caller's transaction, so use cases call each other freely. */
export type UseCase<Stores, Input, Reply> = (stores: Stores, caller: Caller, input: Input) => Promise<Reply>;

/** A service's methods before they were given a transaction. */
export type UseCases<Service, Stores> = {
  readonly [Name in keyof Service]: Service[Name] extends (caller: Caller, input: infer Input) => Promise<infer Reply>
    ? { readonly mode: "read" | "write"; readonly run: UseCase<Stores, Input, Reply> }
    : never;
};

/** A use case that only looks. */
export function read<Stores, Input, Reply>(
  run: UseCase<Stores, Input, Reply>,
): { readonly mode: "read"; readonly run: UseCase<Stores, Input, Reply> } {
  return { mode: "read", run };
}

/** A use case that changes something. */
export function write<Stores, Input, Reply>(
  run: UseCase<Stores, Input, Reply>,
): { readonly mode: "write"; readonly run: UseCase<Stores, Input, Reply> } {
  return { mode: "write", run };
}

/** Opens one transaction around each use case. The only place where a table of use cases becomes a service. */
export function service<Service, Stores>(transact: Transact<Stores>, useCases: UseCases<Service, Stores>): Service {
  type Any = { readonly mode: "read" | "write"; readonly run: UseCase<Stores, unknown, unknown> };
  const methods = Object.entries(useCases as Record<string, Any>).map(([name, { mode, run }]) => [
    name,
    (caller: Caller, input: unknown) => transact[mode]((stores) => run(stores, caller, input)),
  ]);
  return Object.fromEntries(methods) as Service;
}
