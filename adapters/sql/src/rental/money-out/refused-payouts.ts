import { type RawBuilder, sql } from "kysely";

/**
 * The bank transaction that paid a payout with more than its owner's own money, while that is in suspense: once it is
 * matched with something else, or undone, the payout is as it was. It is refused before its own row is written.
 */
export function refusedTransactionOf(payout: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${payout}.${name}`);
  return sql<string | null>`case when ${column("refused_transaction_id")} is not null and coalesce((
    select refused.status from bank_transactions as refused
    where refused.mandataire_id = ${column("mandataire_id")} and refused.id = ${column("refused_transaction_id")}
  ), 'unmatched') = 'unmatched' then ${column("refused_transaction_id")} end`;
}
