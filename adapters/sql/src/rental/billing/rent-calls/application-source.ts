import type { Cents } from "@cartulary/ledger";
import type { MandataireId } from "@cartulary/rental/agency";
import type {
  ApplicationSource,
  BillingRunLine,
  Contributor,
  Payee,
  RunLineId,
  TenantPayee,
} from "@cartulary/rental/billing";
import type { OwnerId, TenantId } from "@cartulary/rental/property";
import { sql } from "kysely";
import type { Row } from "../../../engine/columns.ts";
import type { SqlTransaction } from "../../../engine/module.ts";
import { rowsOf } from "../../../engine/row-codec.ts";
import { lookupEach, valueSet } from "../../../engine/row-set.ts";
import { sumFrom, sumOf } from "../../../ledger/sums.ts";
import { leasePartyRows } from "../../property/tables/lease-terms.ts";
import { leaseRows } from "../../property/tables/leases.ts";
import { ownerRows, tenantRows } from "../../property/tables/people.ts";
import type { EstateTables } from "../../property/tables.ts";
import { type BillingTables, billingRunLineRows } from "../runs/tables.ts";

type LineRow = Row<typeof billingRunLineRows>;

/** The columns of a line that no entry uses; some are long texts. */
const NOT_BOOKED = [
  "mandataireId",
  "billingRunId",
  "computation",
  "lineKey",
  "lineType",
  "status",
  "isAlreadyBilled",
  "leaseType",
  "propertyId",
  "ownerName",
  "serviceId",
  "prorataDays",
  "amountTtc",
  "vatApplicable",
  "alreadyPaidCents",
  "hasAnomaly",
  "anomalyType",
  "anomalyDetails",
  "reviewStatus",
  "comment",
  "explanation",
  "createdAt",
  "updatedAt",
] as const satisfies readonly (keyof BillingRunLine)[];

export function createApplicationSource(
  { db, dialect }: SqlTransaction<EstateTables & BillingTables>,
  mandataireId: MandataireId,
): ApplicationSource {
  const lines = rowsOf(billingRunLineRows, dialect).omit(NOT_BOOKED);
  const columns = lines.columns("line").map((column) => column.slice("line.".length)) as (keyof LineRow & string)[];
  return {
    async lockLeases(ids) {
      if (ids.length === 0) return;
      await db
        .selectFrom("leases")
        .select("id")
        .where("mandataire_id", "=", mandataireId)
        .where("id", "in", valueSet(leaseRows, "id", ids, dialect))
        .orderBy("id")
        .modifyEnd(dialect.forUpdate)
        .execute();
    },

    async tenantCodes(ids) {
      if (ids.length === 0) return new Map<TenantId, string>();
      const found = await db
        .selectFrom("tenants")
        .select(["id", "accounting_code"])
        .where("mandataire_id", "=", mandataireId)
        .where("id", "in", valueSet(tenantRows, "id", ids, dialect))
        .execute();
      return new Map(found.map(({ id, accounting_code: code }) => [id, code]));
    },

    async payees(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<Payee>`
        select owners.id, owners.display_name as name, owners.accounting_code as "accountingCode",
          (select account.id from bank_accounts as account
            where account.mandataire_id = owners.mandataire_id and account.owner_id = owners.id
              and account.is_default = ${dialect.boolean(true)} and account.iban is not null
            order by account.id limit 1) as "bankAccountId"
        from owners
        where owners.mandataire_id = ${mandataireId} and owners.id in ${valueSet(ownerRows, "id", ids, dialect)}
        order by owners.id`.execute(db);
      return rows.map((row): Payee => ({ ...row, id: row.id as OwnerId }));
    },

    async tenantPayees(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<TenantPayee>`
        select tenants.id, tenants.display_name as name, tenants.accounting_code as "accountingCode",
          (select account.id from bank_accounts as account
            where account.mandataire_id = tenants.mandataire_id and account.tenant_id = tenants.id
              and account.is_default = ${dialect.boolean(true)} and account.iban is not null
            order by account.id limit 1) as "bankAccountId"
        from tenants
        where tenants.mandataire_id = ${mandataireId} and tenants.id in ${valueSet(tenantRows, "id", ids, dialect)}
        order by tenants.id`.execute(db);
      return rows;
    },

    async openingBalances(accountCode, ids) {
      if (ids.length === 0) return new Map<TenantId, Cents>();
      // A reversed opening and its reversal sum to zero.
      const { rows } = await sql<{ readonly id: TenantId; readonly balance: string }>`
        select tenants.id, ${sumOf(sql`line.credit_cents - line.debit_cents`)} as balance
        from tenants
        ${dialect.lookup("cross", {
          table: sql`ledger_lines`,
          as: "line",
          on: sql`line.book_id = tenants.mandataire_id and line.account_code = ${accountCode}
            and line.auxiliary_code = tenants.accounting_code`,
        })}
        join ledger_entries as entry on entry.book_id = line.book_id and entry.id = line.entry_id
        left join ledger_entries as original on original.book_id = entry.book_id and original.id = entry.reversal_of_id
        where tenants.mandataire_id = ${mandataireId} and tenants.id in ${valueSet(tenantRows, "id", ids, dialect)}
          and coalesce(original.source_type, entry.source_type) = 'Opening'
          and not coalesce(original.carries_forward, entry.carries_forward)
        group by tenants.id`.execute(db);
      return new Map(
        rows.map(({ id, balance }) => [id, sumFrom(balance)] as const).filter(([, balance]) => balance !== 0),
      );
    },

    async contributors(leases) {
      if (leases.length === 0) return [];
      const { rows } = await sql<Contributor>`
        select party.id, party.lease_id as "leaseId", party.party_type as "partyType", party.role,
          party.rent_contribution_cents as "rentContributionCents", party.share_numerator as "shareNumerator",
          party.share_denominator as "shareDenominator", party.valid_from as "validFrom", party.valid_to as "validTo",
          party.tenant_id as "tenantId", coalesce(tenants.display_name, rental_contacts.display_name,
            nullif(trim(coalesce(household_members.first_name, '') || ' ' || coalesce(household_members.last_name, '')), '')
          ) as name
        from lease_parties as party
        left join tenants on tenants.mandataire_id = party.mandataire_id and tenants.id = party.tenant_id
        left join rental_contacts on rental_contacts.mandataire_id = party.mandataire_id
          and rental_contacts.id = party.contact_id
        left join household_members on household_members.mandataire_id = party.mandataire_id
          and household_members.id = party.household_member_id
        where party.mandataire_id = ${mandataireId} and party.contributes_to_rent = ${dialect.boolean(true)}
          and party.lease_id in ${valueSet(leasePartyRows, "lease_id", leases, dialect)}`.execute(db);
      return rows;
    },

    async linesOfCalls({ runId, computation }, callKeys) {
      if (callKeys.length === 0) return [];
      const where = sql`mandataire_id = ${mandataireId} and billing_run_id = ${runId} and computation = ${computation}
        and status = 'active'`;
      const wanted = { column: "call_key", values: callKeys, where, columns } as const;
      const { rows } = await sql`${lookupEach(billingRunLineRows, wanted, dialect)} order by call_key, id`.execute(db);
      return rows.map((row) => lines.decode(row as LineRow));
    },

    async countedLines({ runId, computation }, { lineType, after, limit }) {
      // A run has few owner lines and many tenant lines: they are found by type, then sorted.
      const id = lineType === "owner" ? dialect.unindexed<RunLineId>("id") : sql<RunLineId>`id`;
      const found = await db
        .selectFrom("billing_run_lines")
        .select(columns)
        .where("mandataire_id", "=", mandataireId)
        .where("billing_run_id", "=", runId)
        .where("computation", "=", computation)
        .where("line_type", "=", lineType)
        .where("status", "=", "active")
        .$if(after !== null, (query) => query.where(id, ">", after as RunLineId))
        .orderBy(id)
        .limit(limit)
        .execute();
      return found.map(lines.decode);
    },
  };
}
