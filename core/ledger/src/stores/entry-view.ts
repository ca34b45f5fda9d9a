import type { Instant, ListDialect, Listing, UserId } from "@cartulary/kernel";
import type { AccountId } from "../accounts/account.ts";
import type { Cents } from "../accounts/money.ts";
import type { EntryContent, EntryId, EntryStatus, Line } from "../entries/entry.ts";
import type { Lettering } from "../lettering/lettering.ts";

/** An entry as lists show it, whatever its status. What only sealed entries have is `null` of a draft. */
export interface EntrySummary extends Omit<EntryContent, "lines"> {
  readonly reference: string | null;
  readonly status: EntryStatus;
  readonly totalDebit: Cents;
  readonly totalCredit: Cents;
  readonly linesCount: number;
  /** The same as `entryDate`: lists of every kind know this one. */
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** An entry with everything there is to see. */
export interface EntryView extends EntrySummary {
  readonly validatedBy: UserId | null;
  readonly validatedAt: Instant | null;
  readonly reversalOfId: EntryId | null;
  readonly lines: readonly LineView[];
}

/** A line with what it refers to. */
export interface LineView extends Line {
  readonly accountId: AccountId;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly lettering: Lettering;
}

/** Lists of a ledger, and of products that stand on one (interface-rental.md, common rules; rental.md §4). */
export const ledgerLists: ListDialect = {
  perPage: 25,
  perPageMax: 100,
  beyond: "cap",
  direction: "asc",
  predicates: ["eq", "in", "cont", "gteq", "lteq"],
  quantifiers: [],
  joins: [],
  commas: true,
  freeText: true,
  converging: true,
};

/** Every scalar of the list record (rental.md §4). */
const fields = {
  id: "uuid",
  reference: "keyword",
  journal: "keyword",
  societyCode: "text",
  entryDate: "instant",
  accountingDate: "date",
  periodStart: "date",
  periodEnd: "date",
  status: "keyword",
  description: "text",
  totalDebit: "amount",
  totalCredit: "amount",
  linesCount: "integer",
  sourceType: "keyword",
  sourceId: "uuid",
  createdAt: "instant",
  updatedAt: "instant",
} as const;

/** A field that {@link entryListing} knows. */
export type EntryField = keyof typeof fields;

/** What entry lists may be filtered and sorted by. */
export const entryListing: Listing<EntryField> = {
  dialect: ledgerLists,
  fields,
  sorts: Object.keys(fields) as EntryField[],
  sort: "createdAt",
  search: ["reference", "description"],
};
