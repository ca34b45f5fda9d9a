import type { ConnectorListener, ExistingMandataires, ExistingWorkspaces } from "@cartulary/auth";
import type { BlobReferences } from "@cartulary/blobs";
import type { GroupListener, UserListener } from "@cartulary/directory";
import type { Check, JobDefinition } from "@cartulary/kernel";

/** A product's contribution to the maintenance of its database. */
export interface MaintenancePart<Stores> {
  /** Recurring and deferred jobs. */
  readonly jobs: readonly JobDefinition[];
  /** Integrity checks of its stored data. */
  readonly checks: readonly Check[];
  /** Counts of its references to blobs. */
  readonly blobHolders: readonly BlobReferences<Stores>[];
  /** Runs before the server accepts requests. */
  prepare(): Promise<void>;
}

/** Dependencies of a product's records on users, groups and connectors. */
export interface IdentityLinks<Stores> {
  /** Called when users change or are removed. */
  readonly userListeners: readonly UserListener<Stores>[];
  /** Called when groups change or are removed. */
  readonly groupListeners: readonly GroupListener<Stores>[];
  /** Called when connectors are removed. */
  readonly connectorListeners?: readonly ConnectorListener<Stores>[];
  /** Workspaces that connectors may be limited to; absent without workspaces. */
  readonly existingWorkspaces?: ExistingWorkspaces<Stores>;
  /** Mandataires that connectors may be bound to; absent without mandataires. */
  readonly existingMandataires?: ExistingMandataires<Stores>;
}
