/**
 * Port: runs `work` in a transaction, with stores that commit together.
 *
 * `read` sees one consistent snapshot and never waits for a writer. `single` is a read that usually runs one statement,
 * without a transaction around it. `write` may run `work` again after a serialization failure, and `single` if `work`
 * runs a second statement; `work` must therefore use only its stores and must not start another transaction. `claim` is
 * a write of leases: it does not wait for the disk, so a power cut may undo it until a later `write` commits.
 *
 * An error of `work` rolls everything back and is rethrown. Tested by `transactContract` in `@cartulary/ports/kernel`.
 */
export interface Transact<Stores> {
  read<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
  single<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
  write<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
  claim<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}

/**
 * Port: transactions of one tenant. Their stores read and write that tenant's records only, and those without tenant
 * (users, blobs, jobs). The caller must have checked access to the tenant before.
 */
export type TransactFor<Tenant extends string, Stores> = (tenant: Tenant) => Transact<Stores>;
