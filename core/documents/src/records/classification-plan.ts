import { type Id, type Instant, type Listing, standardLists, type UserId } from "@cartulary/kernel";

export type ClassificationPlanId = Id<"ClassificationPlan">;

/** Entries of one plan; a CSV has as many rows below its header (documents.md 2.3). */
export const PLAN_ENTRIES_MAX = 5000;
/** Code points of an entry's code. */
export const PLAN_CODE_LENGTH_MAX = 100;

/** What documents may be filed under. */
export interface ClassificationEntry {
  /** Unique in its plan, compared as it is written. */
  readonly code: string;
  readonly label: string;
  /** The entry that it stands under; `null` at the top. It may come later in the plan. */
  readonly parentCode: string | null;
  /** What documents that belong here speak of. */
  readonly keywords: readonly string[];
}

/** A plan by which the documents of workspaces are filed. Labels need not differ. */
export interface ClassificationPlan {
  readonly id: ClassificationPlanId;
  readonly label: string;
  readonly description: string | null;
  /** In the order in which they were given. */
  readonly entries: readonly ClassificationEntry[];
  /** The workspace that it was made for and goes with; `null` for a plan of its own. */
  readonly workspaceId: Id<"Workspace"> | null;
  readonly createdBy: UserId | null;
  /** Whether an administrator made it: such plans are seen by everybody. */
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

/** A field that {@link classificationPlanListing} knows. */
export type ClassificationPlanField = keyof typeof fields;

/** What the list of plans may be filtered and sorted by. */
export const classificationPlanListing: Listing<ClassificationPlanField> = {
  dialect: standardLists,
  fields,
  sorts: ["label", "createdAt", "updatedAt"],
  sort: "updatedAt",
};

/** Why a document was filed under an entry. */
export interface ClassificationReason {
  readonly code: string;
  /** How much speaks for it, above 0; only scores of one answer compare. */
  readonly score: number;
  /** What was found of the entry's keywords. */
  readonly matched: readonly string[];
}

/** The codes of the entries that no other stands under: what completion counts. */
export function leafCodes(entries: readonly ClassificationEntry[]): ReadonlySet<string> {
  const parents = new Set(entries.map(({ parentCode }) => parentCode));
  return new Set(entries.map(({ code }) => code).filter((code) => !parents.has(code)));
}
