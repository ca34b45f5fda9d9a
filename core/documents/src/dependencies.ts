import type { Blobs } from "@cartulary/blobs";
import type { Clock, NewId, Transact } from "@cartulary/kernel";
import type { OtherReader } from "./access/visibility.ts";
import type { ContentTypes } from "./ports.ts";
import type { TreeListener } from "./tree/tree.ts";

/** What the services of this package are made of, beside their transactions. */
export interface TreeDependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  /** How long the bytes of what was removed are kept, in seconds. */
  readonly blobGraceSeconds: number;
  readonly treeListeners: readonly TreeListener<Stores>[];
  readonly otherReaders: readonly OtherReader<Stores>[];
}

/** What documents and versions need to take files in. */
export interface ContentDependencies<Stores> extends TreeDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobs: Blobs;
  readonly contentTypes: ContentTypes;
}
