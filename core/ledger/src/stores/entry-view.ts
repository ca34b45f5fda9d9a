import type { Instant, ListDialect, Listing, UserId } from "@cartulary/kernel";
import type { AccountId } from "../accounts/account.ts";
import type { Cents } from "../accounts/money.ts";
import type { EntryContent, EntryId, EntryStatus, Line } from "../entries/entry.ts";
import type { Lettering } from "../lettering/lettering.ts";

/** An entry of any status in lists. Fields of sealed entries are `null` for drafts. */
export interface EntrySummary extends Omit<EntryContent, "lines"> {
  readonly reference: string | null;
  readonly status: EntryStatus;
  readonly totalDebit: Cents;
  readonly totalCredit: Cents;
  readonly linesCount: number;
  /** Equals `entryDate`; lists of every kind have this field. */
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** An entry with all its fields. */
export interface EntryView extends EntrySummary {
  readonly validatedBy: UserId | null;
  readonly validatedAt: Instant | null;
  readonly reversalOfId: EntryId | null;
  readonly lines: readonly LineView[];
}

/** A line with its references. */
export interface LineView extends Line {
  readonly accountId: AccountId;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly lettering: Lettering;
}

/** Lists of a ledger and of products based on it (interface-rental.md, common rules; rental.md §4). */
export const LEDGER_LIST_DIALECT: ListDialect = {
  perPage: 25,
  perPageMax: 100,
  perPageOverflow: "cap",
  direction: "asc",
  predicates: ["eq", "in", "cont", "gteq", "lteq"],
  quantifiers: [],
  joins: [],
  splitsCommas: true,
  freeText: true,
  hasUpdatedSince: true,
};

/** All scalars of the list record (rental.md §4). */
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

export type EntryField = keyof typeof fields;

/** Filters and sorts of lists of entries. */
export const entryListing: Listing<EntryField> = {
  dialect: LEDGER_LIST_DIALECT,
  fields,
  sorts: Object.keys(fields) as EntryField[],
  sort: "createdAt",
  search: ["reference", "description"],
};
