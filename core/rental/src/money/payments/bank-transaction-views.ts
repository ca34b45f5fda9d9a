import type { ListQuery, Page } from "@cartulary/kernel";
import type { MoneyStores } from "../ports.ts";
import { type BankTransactionView, bankTransactionView } from "./bank-assignment.ts";
import type { BankTransactionField } from "./bank-transaction.ts";

/** Returns a page of bank transactions as clients see them. */
export async function bankTransactionViews(
  { bankTransactions, bankAssignments }: Pick<MoneyStores, "bankTransactions" | "bankAssignments">,
  query: ListQuery<BankTransactionField>,
): Promise<Page<BankTransactionView>> {
  const page = await bankTransactions.list(query);
  const assignments = await bankAssignments.ofTransactions(page.items.map(({ id }) => id));
  const own = Map.groupBy(assignments, ({ bankTransactionId }) => bankTransactionId);
  return { ...page, items: page.items.map((each) => bankTransactionView(each, own.get(each.id) ?? [])) };
}
