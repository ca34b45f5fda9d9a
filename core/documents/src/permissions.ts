import {
  type Caller,
  type Clock,
  type GroupId,
  type NewId,
  service,
  type Transact,
  type UseCases,
  type UserId,
  write,
} from "@cartulary/kernel";
import type { Grant, Held, Level, ResourceRef } from "./access.ts";
import type { DocumentId } from "./document.ts";
import type { FolderId } from "./folder.ts";
import type { DocumentStores } from "./ports.ts";
import { createSight, type OtherReader, requireLevel, type Sight, visible } from "./sight.ts";
import type { WorkspaceId } from "./workspace.ts";

/** A permission to be given. */
export interface NewGrant {
  readonly resource: ResourceRef;
  readonly subjectType: Grant["subjectType"];
  readonly subjectId: UserId | GroupId;
  readonly level: Level;
}

/** Named permissions, as one caller gives them. */
export interface Permissions {
  /** Asks `manage` on the resource (403). A subject that has a permission on this very resource is 422, taken. */
  grant(caller: Caller, grant: NewGrant): Promise<Grant>;
}

interface Dependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly otherReaders: readonly OtherReader<Stores>[];
}

export function createPermissions<Stores extends DocumentStores>({
  transact,
  ...dependencies
}: Dependencies<Stores> & { readonly transact: Transact<Stores> }): Permissions {
  return service<Permissions, Stores>(transact, permissionUseCases(dependencies));
}

/** For packages that need these inside a transaction of their own. */
export function permissionUseCases<Stores extends DocumentStores>({
  clock,
  newId,
  otherReaders,
}: Dependencies<Stores>): UseCases<Permissions, Stores> {
  const sight = createSight(otherReaders);
  return {
    grant: write(async (stores, caller, wanted) => {
      requireLevel(visible(await look(sight, stores, caller, wanted.resource)), "manage");
      const now = clock.now();
      const grant: Grant = { ...wanted, id: newId(), createdAt: now, updatedAt: now };
      await stores.grants.insert(grant);
      return grant;
    }),
  };
}

function look<Stores>(
  sight: Sight<Stores>,
  stores: Stores,
  caller: Caller,
  { type, id }: ResourceRef,
): Promise<Held<unknown> | null> {
  if (type === "workspace") return sight.workspace(stores, caller, id as WorkspaceId);
  if (type === "folder") return sight.folder(stores, caller, id as FolderId);
  return sight.document(stores, caller, id as DocumentId);
}
