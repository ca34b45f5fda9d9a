import type { ListDialect } from "@cartulary/kernel";

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
