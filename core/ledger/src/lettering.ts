import type { Day, Id, Instant } from "@cartulary/kernel";
import type { Subaccount } from "./account.ts";
import type { EntryId, LineId } from "./entry.ts";
import type { Cents } from "./money.ts";

/** A group of lines of one subaccount that clear each other, or are on their way to. */
export type LetteringId = Id<"Lettering">;

/** `partial` while the group does not sum to zero yet: it has no letters then (rental.md §2.7). */
export const LETTERING_STATUSES = ["none", "partial", "full"] as const;
export type LetteringStatus = (typeof LETTERING_STATUSES)[number];

/** How far a line is lettered. A line is in one group at most. */
export type Lettering =
  | { readonly status: "none"; readonly groupId: null; readonly code: null; readonly day: null }
  | { readonly status: "partial"; readonly groupId: LetteringId; readonly code: null; readonly day: null }
  /** `day` is the accounting date of the entry that closed the group. */
  | { readonly status: "full"; readonly groupId: LetteringId; readonly code: string; readonly day: Day };

/** In no group. */
export const UNLETTERED: Lettering = { status: "none", groupId: null, code: null, day: null };

/** What lettering has to know of a sealed line. */
export interface LetterableLine extends Subaccount {
  readonly id: LineId;
  readonly entryId: EntryId;
  readonly accountingDate: Day;
  readonly validatedAt: Instant;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
  readonly lettering: Lettering;
}

/** The last letters given on a subaccount; `null` before the first. Letters are never given twice. */
export interface LetterSeries extends Subaccount {
  readonly last: string | null;
}
