import { type RawBuilder, sql } from "kysely";

/**
 * The bank transaction that paid a payout with more than its owner's available money, until it is matched with
 * something else: the payout is unchanged. An assignment is not such a match: the owner has received the money, and the
 * payout must not be sent again. The payout is marked before the transaction's own row is written.
 */
export function refusedTransactionOf(payout: string): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${payout}.${name}`);
  return sql<string | null>`case when ${column("refused_transaction_id")} is not null and coalesce((
    select case when refused.assigned_cents = 0 then refused.status else 'assigned' end from bank_transactions as refused
    where refused.mandataire_id = ${column("mandataire_id")} and refused.id = ${column("refused_transaction_id")}
  ), 'unmatched') <> 'matched' then ${column("refused_transaction_id")} end`;
}
