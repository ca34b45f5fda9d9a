import { type Decimal, decimalText, type JsonObject } from "@cartulary/kernel";
import { type Cents, dayInParis, negate, sum } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { Letter } from "../../agency/printing/letter.ts";
import {
  addressLines,
  dayInWords,
  euros,
  namesInSentence,
  periodInWords,
  spacedIban,
  withDaysInWords,
} from "../../agency/printing/letter-texts.ts";
import { headValues, senderFields } from "../../agency/printing/sender.ts";
import { isUnderLawOf1989, premisesLines } from "../../property/leases/let-premises.ts";
import type { AccountBefore } from "./account-before.ts";
import { callHead, leaseName, type RentCallDocument } from "./call-letter.ts";

/**
 * Returns the letter of a due notice (avis d'échéance). With VAT it is an invoice (CGI ann. II, art. 242 nonies A), which
 * has a template of its own.
 */
export function noticeLetter(mandataireId: MandataireId, letter: RentCallDocument, account: AccountBefore): Letter {
  const { call, lines, agency, owners } = letter;
  const hasVat = lines.some(({ vatAmount }) => vatAmount !== 0);
  const ownersNumbers = owners.map(({ vatNumber }) => vatNumber);
  return {
    ...{ templateKey: hasVat ? "invoice" : "notice", mandataireId },
    fileName: `${call.reference}.pdf`,
    createdAt: call.createdAt,
    values: {
      ...headValues(agency, {
        ...callHead(letter),
        title: titleOf(letter, hasVat),
        issuedOn: dayInParis(call.createdAt),
      }),
      ...placeValues(letter),
      ...lineValues(letter, hasVat),
      ...accountValues(letter, account),
      owners: owners.map(({ displayName: name, address, vatNumber }) => ({
        ...{ name, address: addressLines(address).join(", "), vat_number: vatNumber ?? "" },
      })),
      tenant_vat_number: letter.tenantVatNumber ?? "",
    },
    ...senderFields(agency, { isShown: hasVat, ownersNumbers }),
  };
}

function titleOf({ call }: RentCallDocument, hasVat: boolean): string {
  if (call.kind === "credit_note") return "Avoir";
  return hasVat ? "Facture – avis d’échéance" : "Avis d’échéance";
}

/** Returns lease, period, tenants and premises, as the letters of a call show them. */
export function placeValues({ call, tenants, premises }: RentCallDocument): JsonObject {
  return {
    lease: leaseName(call),
    period: periodInWords(call.periodStart, call.periodEnd),
    due_date: dayInWords(call.dueDate),
    tenants: namesInSentence(tenants),
    tenants_label: tenants.length > 1 ? "Locataires" : "Locataire",
    premises: premisesLines(premises),
    receipt_notice: isUnderLawOf1989(premises),
  };
}

function lineValues({ call, lines, premises }: RentCallDocument, hasVat: boolean): JsonObject {
  const byRate = Map.groupBy(
    lines.filter(({ vatAmount }) => vatAmount !== 0),
    ({ vatRate }) => vatRate ?? 0,
  );
  return {
    is_credit_note: call.kind === "credit_note",
    has_vat: hasVat,
    lines: lines.map(({ label, unitIdentifier, amountHt, vatAmount, vatRate }) => ({
      ...{
        label: withDaysInWords(label),
        unit: premises.length === 1 ? "" : (unitIdentifier ?? ""),
        ht: euros(amountHt),
        vat: euros(vatAmount),
      },
      rate: vatAmount === 0 ? "" : percent(vatRate ?? 0),
      total: euros(sum([amountHt, vatAmount])),
    })),
    vat_rates: [...byRate].map(([rate, own]) => ({
      rate: percent(rate),
      base: euros(sum(own.map(({ amountHt }) => amountHt))),
      vat: euros(sum(own.map(({ vatAmount }) => vatAmount))),
    })),
    ht: euros(sum(lines.map(({ amountHt }) => amountHt))),
    vat: euros(sum(lines.map(({ vatAmount }) => vatAmount))),
    total: euros(call.totalAmountCents),
    contributions: contributionsOf(call),
  };
}

/** Returns the parts of the parties; none if only one owes the call. */
function contributionsOf({ contributions }: RentCallDocument["call"]): readonly JsonObject[] {
  if (contributions === null || contributions.length < 2) return [];
  return contributions.map(({ name, amountCents }) => ({ name: name ?? "Sans nom", amount: euros(amountCents) }));
}

/** Formats ten-thousandths of a percent: `20 %`, `5,5 %`. */
const percent = (rate: number): string => `${decimalText(rate as Decimal).replace(".", ",")}\u00a0%`;

function accountValues({ call, agency }: RentCallDocument, account: AccountBefore): JsonObject {
  const toPay = sum([account.balanceCents, call.totalAmountCents]);
  const isToPay = call.kind !== "credit_note" && toPay > 0;
  const came = (amount: Cents) => (amount < 0 ? "Repris le" : "Reçu le");
  return {
    account: [
      { label: "Solde après l’avis précédent", amount: euros(account.previousCents) },
      ...account.receipts.map(({ date, amountCents }) => ({
        label: `${came(amountCents)} ${dayInWords(date)}`,
        amount: euros(negate(amountCents)),
      })),
    ],
    balance_before: euros(account.balanceCents),
    to_pay: euros(toPay),
    is_to_pay: isToPay,
    agency_iban: isToPay ? spacedIban(agency.iban ?? null) : "",
    agency_bic: agency.bic ?? "",
  };
}
