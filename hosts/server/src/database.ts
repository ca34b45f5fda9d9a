import type { BearerFinder, ConnectorFinder, SessionFinder } from "@cartulary/auth";
import type { Id, LeaseStores, Transact, TransactFor } from "@cartulary/kernel";
import type { AgencyStores, MandataireStores } from "@cartulary/products/agency";
import type { ArchivePorts, ArchiveStores } from "@cartulary/products/archive";
import type { ComposingStores } from "@cartulary/products/composition";
import type { IdentityStores } from "@cartulary/products/identity";
import type { KnowledgeStores } from "@cartulary/products/knowledge";
import type { MaintenanceStores } from "@cartulary/products/maintenance";
import type { MembershipFinder } from "@cartulary/rental/agency";

/** All stores of a transaction. */
export type HostStores = IdentityStores &
  ArchiveStores &
  ComposingStores &
  AgencyStores &
  KnowledgeStores &
  MaintenanceStores &
  LeaseStores;

/** All stores of a transaction of one mandataire. */
export type MandataireHostStores = HostStores & MandataireStores;

/** The database services that the products need. */
export interface DatabasePorts {
  readonly transact: Transact<HostStores>;
  /** The tenants are the mandataires. */
  readonly transactFor: TransactFor<Id<string>, MandataireHostStores>;
  readonly bearers: BearerFinder;
  readonly sessionFinder: SessionFinder;
  readonly connectorFinder: ConnectorFinder;
  readonly membershipFinder: MembershipFinder;
  readonly searchFinder: NonNullable<ArchivePorts<HostStores>["searchFinder"]>;
}

/** An opened and migrated database. */
export interface Database extends DatabasePorts {
  /** Runs `work` with fair scheduling by `owner`; adapters without scheduling run it directly. */
  workingFor?<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
  /** Runs `work`, whose reads may be five seconds old; without a replica, adapters run it directly. */
  readingRecent?<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The connections of this process, for metrics. */
  connections?(): { readonly used: number; readonly idle: number; readonly waiting: number };
  /** Applied migrations that only a newer version knows. */
  readonly newerMigrations: readonly string[];
  /** Rejects when the database is unreachable. */
  check(): Promise<void>;
  close(): Promise<void>;
}
