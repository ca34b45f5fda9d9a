import type { Instant, JsonObject } from "@cartulary/kernel";
import { type Cents, dayInParis, negate, sum } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { Letter } from "../../agency/printing/letter.ts";
import {
  addressLines,
  dayInWords,
  euros,
  eurosOrEmpty,
  periodInWords,
  withDaysInWords,
} from "../../agency/printing/letter-texts.ts";
import { headValues, type Sender, senderFields } from "../../agency/printing/sender.ts";
import type { Owner } from "../../property/people/owner.ts";
import type { OwnerStatement, StatementLine } from "./owner-statement.ts";
import type { FeeKind, StatementSections } from "./sections.ts";

/** A statement with sender and recipient. */
export interface StatementLetter {
  readonly statement: OwnerStatement;
  readonly sections: StatementSections;
  readonly lines: readonly StatementLine[];
  readonly agency: Sender;
  readonly owner: Pick<Owner, "accountingCode" | "address">;
  readonly issuedAt: Instant;
}

/** Returns the letter of a statement. */
export function statementLetter(
  mandataireId: MandataireId,
  { statement, sections, lines, agency, owner, issuedAt: createdAt }: StatementLetter,
): Letter {
  const { totalDebitCents, totalCreditCents, openingBalanceCents, closingBalanceCents } = statement;
  const addressee = { name: statement.ownerName, address: addressLines(owner.address) };
  const [title, reference] = ["Compte rendu de gestion", owner.accountingCode];
  return {
    ...{ templateKey: "owner_statement", mandataireId, createdAt },
    fileName: `compte-rendu-${reference}.pdf`,
    values: {
      ...headValues(agency, { addressee, title, reference, principals: [], issuedOn: dayInParis(createdAt) }),
      period: periodOf(statement),
      opening: euros(openingBalanceCents),
      closing: euros(closingBalanceCents),
      is_owed: closingBalanceCents < 0,
      closing_amount: euros(closingBalanceCents < 0 ? negate(closingBalanceCents) : closingBalanceCents),
      credit: euros(totalCreditCents),
      debit: euros(totalDebitCents),
      ...sectionValues(sections, statement),
      lines: lines.map(formatLine),
    },
    ...senderFields(agency, { isShown: sections.fees.some(({ vatCents }) => vatCents !== 0) }),
  };
}

const FEES: Readonly<Record<FeeKind, string>> = {
  management_fee: "Honoraires de gestion",
  service_fee: "Autres prestations",
};

function sectionValues(sections: StatementSections, { year }: OwnerStatement): JsonObject {
  const tenants = sections.properties.flatMap(({ name: property, units }) =>
    units.flatMap((unit) => unit.tenants.map((tenant) => ({ place: placeOf(property, unit.identifier), tenant }))),
  );
  const total = (amount: (tenant: (typeof tenants)[number]["tenant"]) => Cents) =>
    euros(sum(tenants.map(({ tenant }) => amount(tenant))));
  const dated = (rows: StatementSections["premiums"]) =>
    rows.map(({ on, label, amountCents }) => ({
      on: dayInWords(on),
      label: withDaysInWords(label),
      amount: euros(amountCents),
    }));
  return {
    tenants: tenants.map(({ place, tenant }) => ({
      ...{ place, name: tenant.name ?? "Locataire inconnu", called: euros(tenant.calledCents) },
      ...{ rent: euros(tenant.receivedRentCents), charges: euros(tenant.receivedChargesCents) },
      ...{ vat: euros(tenant.receivedVatCents), owed: euros(tenant.owedCents) },
    })),
    tenants_total: [
      total(({ calledCents }) => calledCents),
      total(({ receivedRentCents }) => receivedRentCents),
      total(({ receivedChargesCents }) => receivedChargesCents),
      total(({ receivedVatCents }) => receivedVatCents),
      total(({ owedCents }) => owedCents),
    ],
    fees: sections.fees.map(({ kind, htCents, vatCents, ttcCents }) => ({
      ...{ kind: FEES[kind], ht: euros(htCents), vat: euros(vatCents), ttc: euros(ttcCents) },
    })),
    invoices: dated(sections.invoices),
    premiums: dated(sections.premiums),
    payouts: sections.payouts.map(({ reference, on, amountCents }) => ({
      ...{ reference, on: dayInWords(on), amount: euros(amountCents) },
    })),
    tax_help: (sections.taxHelp ?? []).map(({ line, label, cents }) => ({ line, label, amount: euros(cents) })),
    tax_year: year === null ? "" : String(year),
  };
}

const placeOf = (property: string | null, unit: string | null): string =>
  [property, unit].filter((name) => name !== null).join(", lot ");

/** Formats a line; the side without an amount is empty. */
const formatLine = ({ date, reference, label, debitCents, creditCents, balanceCents }: StatementLine) => ({
  ...{ date: dayInWords(date), reference, label: withDaysInWords(label) },
  ...{ debit: eurosOrEmpty(debitCents), credit: eurosOrEmpty(creditCents), balance: euros(balanceCents) },
});

function periodOf({ from, to, year }: OwnerStatement): string {
  if (year !== null) return `année ${year}`;
  if (from === null) return to === null ? "depuis l’origine" : `jusqu’au ${dayInWords(to)}`;
  return to === null ? `depuis le ${dayInWords(from)}` : periodInWords(from, to);
}
