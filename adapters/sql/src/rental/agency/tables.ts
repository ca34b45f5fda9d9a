import type { Id, UserId } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { AccountingMode, BillingCalendar, MandataireId } from "@cartulary/rental/agency";
import { defineEntity } from "@mikro-orm/core";
import type { userRows } from "../../directory/tables.ts";
import { type Database, foldedText, id, instant, integer, text, version } from "../../engine/columns.ts";
import type { ConvergenceTables } from "./convergence-tables.ts";

/** The code may be null: one index for each direction, since nulls are last in both. */
const accountingCodeIndex = (direction: "asc" | "desc") => {
  const name = `mandataires_accounting_code_${direction}_index`;
  const keys = `(accounting_code_fold is null), accounting_code_fold ${direction}, id ${direction}`;
  return { name, expression: `create index ${name} on mandataires (${keys})` };
};

/** Managing agents. The registry itself, without row-level security. */
export const mandataireRows = defineEntity({
  name: "Mandataire",
  tableName: "mandataires",
  properties: {
    id: id<MandataireId>().primary(),
    name: text(),
    nameFold: foldedText(),
    accountingCode: text().nullable(),
    accountingCodeFold: foldedText().nullable(),
    siren: text().nullable(),
    billingCalendar: text<BillingCalendar>(),
    billingCycleMonth: integer(),
    accountingMode: text<AccountingMode>(),
    iban: text().nullable(),
    bic: text().nullable(),
    address: text().nullable(),
    legalForm: text().nullable(),
    shareCapitalCents: integer<Cents>().nullable(),
    rcsCity: text().nullable(),
    vatNumber: text().nullable(),
    cardNumber: text().nullable(),
    cardIssuer: text().nullable(),
    guarantorName: text().nullable(),
    guarantorAddress: text().nullable(),
    phone: text().nullable(),
    email: text().nullable(),
    website: text().nullable(),
    logoDocumentId: id<Id<"Document">>().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    version: version(),
  },
  indexes: [
    { name: "mandataires_name_index", properties: ["nameFold", "id"] },
    accountingCodeIndex("asc"),
    accountingCodeIndex("desc"),
    { name: "mandataires_created_at_index", properties: ["createdAt", "id"] },
    { name: "mandataires_updated_at_index", properties: ["updatedAt", "id"] },
  ],
});

/** Memberships of users in mandataires. */
export const mandataireMemberRows = defineEntity({
  name: "MandataireMember",
  tableName: "mandataire_members",
  properties: {
    mandataireId: id<MandataireId>().primary(),
    userId: id<UserId>().primary(),
    createdAt: instant(),
  },
  uniques: [{ name: "mandataire_members_user_unique", properties: ["userId", "mandataireId"] }],
  indexes: [{ name: "mandataire_members_created_at_index", properties: ["mandataireId", "createdAt", "userId"] }],
});

export type AgencyTables = ConvergenceTables &
  Database<typeof mandataireRows | typeof mandataireMemberRows | typeof userRows>;
