import type { ListQuery, Page } from "@cartulary/kernel";
import type { RentalStores } from "../ports.ts";
import { type BankTransactionView, bankTransactionView } from "./bank-assignment.ts";
import type { BankTransactionField } from "./bank-transaction.ts";

/** A page of bank transactions as they are answered. */
export async function bankTransactionViews(
  { bankTransactions, bankAssignments }: Pick<RentalStores, "bankTransactions" | "bankAssignments">,
  query: ListQuery<BankTransactionField>,
): Promise<Page<BankTransactionView>> {
  const page = await bankTransactions.list(query);
  const assignments = await bankAssignments.ofTransactions(page.items.map(({ id }) => id));
  const own = Map.groupBy(assignments, ({ bankTransactionId }) => bankTransactionId);
  return { ...page, items: page.items.map((each) => bankTransactionView(each, own.get(each.id) ?? [])) };
}
