import { DEFAULT_LIST_DIALECT, type Id, type Instant, type Listing, type UserId } from "@cartulary/kernel";

export type ClassificationPlanId = Id<"ClassificationPlan">;

/** Maximum entries of a plan, and rows of its CSV without the header (documents.md 2.3). */
export const PLAN_ENTRIES_MAX = 5000;
/** Maximum code points of an entry's code. */
export const PLAN_CODE_LENGTH_MAX = 100;

/** A class of documents. */
export interface ClassificationEntry {
  /** Unique in its plan; case matters. */
  readonly code: string;
  readonly label: string;
  /** The code of the parent entry, which may come later in the plan; `null` for a top entry. */
  readonly parentCode: string | null;
  /** Words that indicate that a document belongs here. */
  readonly keywords: readonly string[];
}

/** A classification plan for the documents of workspaces. Labels may repeat. */
export interface ClassificationPlan {
  readonly id: ClassificationPlanId;
  readonly label: string;
  readonly description: string | null;
  /** In their original order. */
  readonly entries: readonly ClassificationEntry[];
  /** The workspace that the plan was created for and is removed with; `null` otherwise. */
  readonly workspaceId: Id<"Workspace"> | null;
  readonly createdBy: UserId | null;
  /** Plans made by administrators are readable for all users. */
  readonly madeByAdministrator: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

const fields = {
  id: "uuid",
  label: "text",
  description: "passage",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

export type ClassificationPlanField = keyof typeof fields;

/** The filters and sort orders of lists of plans. */
export const classificationPlanListing: Listing<ClassificationPlanField> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields,
  sorts: ["label", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

/** The reason for a document's code. */
export interface ClassificationReason {
  readonly code: string;
  /** Above 0; scores of different documents do not compare. */
  readonly score: number;
  /** The keywords found. */
  readonly matched: readonly string[];
}

/** Returns the codes of entries without children, which the completion counts. */
export function leafCodes(entries: readonly ClassificationEntry[]): ReadonlySet<string> {
  const parents = new Set(entries.map(({ parentCode }) => parentCode));
  return new Set(entries.map(({ code }) => code).filter((code) => !parents.has(code)));
}
