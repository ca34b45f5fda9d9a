import type { Id, UserId } from "@cartulary/kernel";

/** Who made something, as others may see them. */
export interface PersonRef {
  readonly id: UserId;
  readonly displayName: string;
}

/** Who made a workspace. */
export interface CreatorRef extends PersonRef {
  readonly emailAddress: string;
}

/** The workspace that something lies in. */
export interface WorkspaceRef {
  readonly id: Id<"Workspace">;
  readonly label: string;
}

/** The folder that something lies in. */
export interface FolderRef {
  readonly id: Id<"Folder">;
  readonly name: string;
  readonly documentsFolderId: Id<"Folder"> | null;
}

/** A domain or a document type, as documents name it. */
export interface NamedRef<Noun extends string> {
  readonly id: Id<Noun>;
  readonly name: string;
}
