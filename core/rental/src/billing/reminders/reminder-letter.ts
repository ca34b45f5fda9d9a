import { dayInParis } from "@cartulary/ledger";
import type { Letter } from "../../agency/printing/letter.ts";
import { dayInWords, euros, periodInWords, spacedIban } from "../../agency/printing/letter-texts.ts";
import { headValues, senderFields } from "../../agency/printing/sender.ts";
import { tenantsAt } from "../../property/leases/let-premises.ts";
import { leaseName } from "../rent-calls/call-letter.ts";
import type { ReminderLevel, ReminderWithLetter } from "./reminder.ts";

const TITLES: Readonly<Record<ReminderLevel, string>> = { 1: "Rappel", 2: "Relance", 3: "Mise en demeure" };

/** Returns the letter of a reminder: rappel, relance or mise en demeure. Its file is `relance-AP-2026-000001.pdf`. */
export function reminderLetter({ mandataireId, level, amountCents, createdAt, letter }: ReminderWithLetter): Letter {
  const { agency, owners: principals, callReference: reference } = letter;
  const [title, issuedOn] = [TITLES[level], dayInParis(createdAt)];
  const tenants = letter.tenants ?? [letter.tenantName ?? "Locataire inconnu"];
  const addressee = tenantsAt(tenants, letter.tenantAddress);
  return {
    ...{ templateKey: "reminder", mandataireId, createdAt },
    fileName: `${title.toLowerCase().replaceAll(" ", "-")}-${reference}.pdf`,
    values: {
      ...headValues(agency, { addressee, title, reference, principals, issuedOn }),
      level,
      lease: leaseName(letter),
      period: periodInWords(letter.periodStart, letter.periodEnd),
      due_date: dayInWords(letter.dueDate),
      total: euros(letter.totalAmountCents),
      paid: euros(letter.paidAmountCents),
      remaining: euros(amountCents),
      agency_iban: spacedIban(agency.iban ?? null),
      agency_bic: agency.bic ?? "",
    },
    ...senderFields(agency),
  };
}
