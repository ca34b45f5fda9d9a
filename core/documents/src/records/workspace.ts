import {
  DEFAULT_LIST_DIALECT,
  type Id,
  type Instant,
  type JsonObject,
  type Listing,
  type UserId,
} from "@cartulary/kernel";
import type { ClassificationPlanId } from "./classification-plan.ts";
import type { CreatorRef } from "./references.ts";
import type { Retained, Retention } from "./retention.ts";

export type WorkspaceId = Id<"Workspace">;
export type WorkspaceTypeId = Id<"WorkspaceType">;
export type DomainId = Id<"Domain">;

export interface Workspace extends Retention {
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

/** A workspace as the API shows it; `user` is its creator, `null` after that user's removal. */
export interface WorkspaceView extends Workspace {
  readonly retained: Retained | null;
  readonly classificationPlanLabel: string | null;
  readonly workspaceTypeName: string | null;
  /** Percentage of the plan's leaf entries with a document; 0 without a plan (documents.md 2.3). */
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
  retainUntil: "date",
  legalHold: "object",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type WorkspaceField = keyof typeof fields;

/** The filters and sort orders of lists of workspaces; sorted by label, and unpaged, by default. */
export const workspaceListing: Listing<WorkspaceField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["label", "createdAt", "updatedAt"],
  sort: "label",
  direction: "asc",
};

/** Maximum number of workspaces in an unpaged list. */
export const WORKSPACES_RETURNED_MAX = 1000;
