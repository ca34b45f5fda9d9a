import type { Blobs } from "@cartulary/blobs";
import type { Clock, NewId, Transact } from "@cartulary/kernel";
import type { ReadRule } from "./access/visibility.ts";
import type { ContentTypes } from "./ports.ts";
import type { StagedContent } from "./records/document.ts";
import type { TreeListener } from "./tree/placement.ts";

/** Dependencies of all services of this package. */
export interface TreeDependencies<Stores> {
  readonly clock: Clock;
  readonly newId: NewId;
  /** Seconds between the removal of a document and the deletion of its bytes. */
  readonly blobGraceSeconds: number;
  /** Seconds for which a deletion can be taken back; absent or 0: deletions are final. */
  readonly trashSeconds?: number;
  readonly treeListeners: readonly TreeListener<Stores>[];
  readonly extraReadRules: readonly ReadRule<Stores>[];
}

/** Dependencies of services that receive files. */
export interface ContentDependencies<Stores> extends TreeDependencies<Stores> {
  readonly transact: Transact<Stores>;
  readonly blobs: Blobs;
  readonly contentTypes: ContentTypes;
  /**
   * True for a small content whose text a listener indexes when it is stored: its status is `read` from the start. `head`
   * has its first bytes, up to `HEAD_BYTES`, which must be all of them where this is true.
   */
  readonly isReadAtOnce?: (head: Uint8Array, content: Omit<StagedContent, "bytes">) => boolean;
}
