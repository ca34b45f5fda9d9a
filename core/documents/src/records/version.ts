import type { Id, Instant, UserId } from "@cartulary/kernel";
import type { Content, DocumentId } from "./document.ts";
import type { PersonRef } from "./references.ts";

export type VersionId = Id<"Version">;

/** A content that a document once had. */
export interface Version extends Content {
  readonly id: VersionId;
  readonly documentId: DocumentId;
  /** 1 is the oldest content; no gaps. */
  readonly versionNumber: number;
  /** Of the request that archived it. */
  readonly comment: string | null;
  /** Who archived it. */
  readonly createdBy: UserId | null;
  readonly createdAt: Instant;
}

/** A version as it is answered. */
export interface VersionView extends Omit<Version, "createdBy"> {
  readonly createdBy: PersonRef | null;
}
