import type { ConnectorListener, ExistingMandataires, ExistingWorkspaces } from "@cartulary/auth";
import type { BlobHolders } from "@cartulary/blobs";
import type { GroupListener, UserListener } from "@cartulary/directory";
import type { Check, JobDefinition } from "@cartulary/kernel";

/** What a product brings beside its services, for whatever looks after all that is stored in one database. */
export interface Part<Stores> {
  /** What is done every now and then, or later. */
  readonly jobs: readonly JobDefinition[];
  /** What has to be true of everything that it stored. */
  readonly checks: readonly Check[];
  /** Which of its rows refer to blobs. */
  readonly blobHolders: readonly BlobHolders<Stores>[];
  /** What has to be done before anything is served. */
  prepare(): Promise<void>;
}

/** What people, groups and connectors have to do with the records of a product. */
export interface IdentityLinks<Stores> {
  /** What goes with a user. */
  readonly userListeners: readonly UserListener<Stores>[];
  /** What goes with a group. */
  readonly groupListeners: readonly GroupListener<Stores>[];
  /** What goes with a connector; nothing where it is absent. */
  readonly connectorListeners?: readonly ConnectorListener<Stores>[];
  /** Which workspaces a connector may be limited to; none where a product has no workspaces. */
  readonly existingWorkspaces?: ExistingWorkspaces<Stores>;
  /** Which mandataires a connector may be bound to; likewise. */
  readonly existingMandataires?: ExistingMandataires<Stores>;
}
