/**
 * Port: runs `work` against stores that commit together.
 *
 * `read` sees one consistent snapshot and never waits for a writer. `single` is a read that mostly asks one statement,
 * which then needs no transaction around it. `write` may run `work` again after a serialization failure, and `single` one
 * that asks more than a statement, so `work` touches nothing but its stores, and must not start another transaction.
 * `claim` is a write of rights that run out by themselves: it does not wait for the disk, so that a power cut may take it
 * back, until any `write` after it has ended.
 * What `work` throws rolls everything back and comes out unchanged. Pinned by `transactContract` in `@cartulary/ports/kernel`.
 */
export interface Transact<Stores> {
  read<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
  single<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
  write<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
  claim<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}

/**
 * Port: transactions of one tenant. Their stores show that tenant's records and no other's, and write into no other's;
 * what belongs to no tenant (users, blobs, jobs) is in them too. Whoever asks has found out before that the caller may
 * see this tenant.
 */
export type TransactFor<Tenant extends string, Stores> = (tenant: Tenant) => Transact<Stores>;
