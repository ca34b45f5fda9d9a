import type { Id, Instant, UserId } from "@cartulary/kernel";
import type { Content, DocumentId } from "./document.ts";
import type { PersonRef } from "./references.ts";

export type VersionId = Id<"Version">;

/** An archived content of a document. */
export interface Version extends Content {
  readonly id: VersionId;
  readonly documentId: DocumentId;
  /** From 1, oldest first, without gaps. */
  readonly versionNumber: number;
  /** Comment of the request that archived it. */
  readonly comment: string | null;
  /** The user who archived it. */
  readonly createdBy: UserId | null;
  readonly createdAt: Instant;
}

export interface VersionView extends Omit<Version, "createdBy"> {
  readonly createdBy: PersonRef | null;
}
