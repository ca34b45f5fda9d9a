import type { Instant } from "@cartulary/kernel";

/** The kinds of records with dates of their own. */
export const DATED_TYPES = ["workspace", "folder", "document", "version"] as const;
export type DatedType = (typeof DATED_TYPES)[number];

/** The dates that a record had where it was exported. */
export interface ImportedDates {
  readonly type: DatedType;
  readonly id: string;
  readonly createdAt: Instant;
  /** The last change; of a version, the creation of its content. */
  readonly changedAt: Instant;
}
