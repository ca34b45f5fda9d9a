import type { MandataireId } from "@cartulary/rental/agency";
import type { LetterKind, LetterSubject, LetterSubjectSource } from "@cartulary/rental/letters";
import { type RawBuilder, sql } from "kysely";
import type { SqlTransaction } from "../../engine/module.ts";
import { valueSet } from "../../engine/row-set.ts";
import { rentCallRows } from "../billing/rent-calls/tables.ts";
import type { EstateTables } from "../property/tables.ts";

/** The table of what letters are of, and the column of what that is part of. */
const SUBJECTS: Readonly<Record<LetterKind, { readonly table: string; readonly partOf: string | null }>> = {
  notice: { table: "rent_calls", partOf: null },
  receipt: { table: "rent_calls", partOf: null },
  revision: { table: "lease_revisions", partOf: "lease_id" },
  reminder: { table: "rent_call_reminders", partOf: "rent_call_id" },
  charge_statement: { table: "charge_statements", partOf: null },
  owner_statement: { table: "owners", partOf: null },
};

/** Reads the subjects of letters in SQL. */
export function createLetterSubjectSource(
  { db, dialect }: SqlTransaction<EstateTables>,
  mandataireId: MandataireId,
): LetterSubjectSource {
  const ofRun: Readonly<Record<"notice" | "receipt" | "reminder", RawBuilder<unknown>>> = {
    notice: sql`call.id, null as "partOf" from rent_calls as call where true`,
    // What a return reversed of a deposit (effects.md 6) counts as paid of the call, but no money came in for it.
    receipt: sql`call.id, null as "partOf" from rent_calls as call where call.paid_amount_cents > coalesce((
      select sum(deposit.amount_cents - deposit.received_cents) from security_deposits as deposit
      where deposit.mandataire_id = call.mandataire_id and deposit.rent_call_id = call.id
        and deposit.returned_at is not null), 0)`,
    reminder: sql`reminder.id, reminder.rent_call_id as "partOf" from rent_calls as call
      join rent_call_reminders as reminder on reminder.mandataire_id = call.mandataire_id
        and reminder.rent_call_id = call.id
      where not exists (select 1 from rent_call_reminders as later where later.mandataire_id = call.mandataire_id
        and later.rent_call_id = call.id and (later.created_at > reminder.created_at
          or (later.created_at = reminder.created_at and later.id > reminder.id)))`,
  };

  return {
    async named(kind, ids) {
      if (ids.length === 0) return [];
      const { table, partOf } = SUBJECTS[kind];
      const { rows } = await sql<LetterSubject>`
        select id, ${partOf === null ? sql`null` : sql.ref(partOf)} as "partOf" from ${sql.table(table)}
        where mandataire_id = ${mandataireId} and id in ${valueSet(rentCallRows, "id", ids as never, dialect)}
        order by id`.execute(db);
      return rows;
    },

    async ofRun(kind, runId, limit) {
      const { rows } = await sql<LetterSubject>`
        select ${ofRun[kind]} and call.mandataire_id = ${mandataireId} and call.billing_run_id = ${runId}
          and call.status <> 'cancelled'
        order by call.reference limit ${limit}`.execute(db);
      return rows;
    },
  };
}
