import { type Id, type Instant, type JsonObject, type Listing, standardLists, type UserId } from "@cartulary/kernel";
import type { ClassificationPlanId } from "./classification-plan.ts";
import type { CreatorRef } from "./references.ts";

export type WorkspaceId = Id<"Workspace">;
export type WorkspaceTypeId = Id<"WorkspaceType">;
export type DomainId = Id<"Domain">;

/** A workspace as it is stored. */
export interface Workspace {
  readonly id: WorkspaceId;
  readonly label: string;
  readonly description: string | null;
  readonly externalId: string | null;
  readonly classificationPlanId: ClassificationPlanId | null;
  readonly domainId: DomainId | null;
  readonly workspaceTypeId: WorkspaceTypeId | null;
  readonly settings: JsonObject;
  readonly businessTags: readonly string[];
  readonly metadataUser: JsonObject;
  readonly createdBy: UserId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A workspace as it is answered: with the names of what it refers to, and its creator while that person exists. */
export interface WorkspaceView extends Workspace {
  readonly classificationPlanLabel: string | null;
  readonly workspaceTypeName: string | null;
  /** Leaf entries of the plan that have a document, of a hundred; 0 without a plan (documents.md 2.3). */
  readonly completionPercentage: number;
  readonly user: CreatorRef | null;
}

const fields = {
  id: "uuid",
  label: "text",
  description: "passage",
  externalId: "text",
  classificationPlanId: "uuid",
  classificationPlanLabel: "text",
  domainId: "uuid",
  workspaceTypeId: "uuid",
  businessTags: "list",
  workspaceTypeName: "text",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link workspaceListing} knows. */
export type WorkspaceField = keyof typeof fields;

/** What the workspace list may be filtered and sorted by; without asking, it comes whole, by label. */
export const workspaceListing: Listing<WorkspaceField> = {
  dialect: standardLists,
  fields,
  sorts: ["label", "createdAt", "updatedAt"],
  sort: "label",
  direction: "asc",
};

/** The most workspaces that one answer holds when no page was asked for. */
export const WORKSPACES_ANSWERED_MAX = 1000;
