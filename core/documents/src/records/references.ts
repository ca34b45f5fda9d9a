import type { Id, UserId } from "@cartulary/kernel";

/** A user as other users see him. */
export interface PersonRef {
  readonly id: UserId;
  readonly displayName: string;
}

/** The creator of a workspace. */
export interface CreatorRef extends PersonRef {
  readonly emailAddress: string;
}

export interface WorkspaceRef {
  readonly id: Id<"Workspace">;
  readonly label: string;
}

export interface FolderRef {
  readonly id: Id<"Folder">;
  readonly name: string;
  readonly documentsFolderId: Id<"Folder"> | null;
}

/** A domain or a document type. */
export interface NamedRef<Noun extends string> {
  readonly id: Id<Noun>;
  readonly name: string;
}

/** The kinds of records that can have permissions and retentions. */
export type ResourceType = "workspace" | "folder" | "document";
