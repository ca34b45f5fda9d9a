import { type Day, type Instant, unprocessable } from "@cartulary/kernel";
import { type Cents, dayInParis, minus, sum, ZERO } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { Letter } from "../../agency/printing/letter.ts";
import { dayInWords, euros, eurosOrEmpty } from "../../agency/printing/letter-texts.ts";
import { headValues, senderFields } from "../../agency/printing/sender.ts";
import { amountKindOf } from "../computation/tenant-category.ts";
import { callHead, type RentCallDocument } from "./call-letter.ts";
import { placeValues } from "./notice.ts";

/** A payment received on a call. */
export interface Receipt {
  readonly paymentDate: Day;
  readonly amountCents: Cents;
  /** Means of payment, such as `bank_transfer`. */
  readonly method: string;
  /** When the payment was assigned to the call. */
  readonly recordedAt: Instant;
}

/** Returns the letter of a receipt. Throws 422 `nothing_paid` if nothing is paid. */
export function receiptLetter(
  mandataireId: MandataireId,
  letter: RentCallDocument,
  receipts: readonly Receipt[],
): Letter {
  const { call, lines, agency, reversedCents } = letter;
  const paidCents = minus(call.paidAmountCents, reversedCents);
  if (paidCents <= 0) throw unprocessable("nothing_paid", "Nothing is paid on this rent call yet");
  const vat = sum(lines.map(({ vatAmount }) => vatAmount));
  const place = placeValues(letter);
  const hasRent = lines.some(({ billingCategory }) => amountKindOf(billingCategory) !== "other");
  const isWhole = isQuittance(call, paidCents);
  const title = isWhole ? "Quittance" : "Reçu";
  // Of the call itself other changes move too, such as a tolerance or a day on which it becomes overdue.
  const createdAt = receipts.map(({ recordedAt }) => recordedAt).reduce(later, call.createdAt);
  return {
    ...{ templateKey: "receipt", mandataireId },
    fileName: `${isWhole ? "quittance" : "recu"}-${call.reference}.pdf`,
    createdAt,
    values: {
      ...headValues(agency, { ...callHead(letter), title, issuedOn: dayInParis(createdAt) }),
      ...place,
      receipt_notice: hasRent && place.receipt_notice === true,
      has_rent: hasRent,
      is_whole: isWhole,
      is_settled: call.fullyPaid,
      parts: partsOf(letter, { paidCents, isWhole }).map(({ name, called, paid }) => ({
        ...{ name, called: euros(called), paid: euros(paid), remaining: euros(minus(called, paid)) },
      })),
      vat: eurosOrEmpty(vat),
      total: euros(minus(call.totalAmountCents, reversedCents)),
      paid: euros(paidCents),
      remaining: euros(call.remainingAmountCents),
      payments: receipts.map(({ paymentDate, amountCents, method }) => ({
        ...{ on: dayInWords(paymentDate), method: MEANS[method] ?? "", amount: euros(amountCents) },
      })),
    },
    ...senderFields(agency, { isShown: vat !== 0 }),
  };
}

const later = (one: Instant, other: Instant): Instant => (one > other ? one : other);

/** Means of payment in French. */
const MEANS: Readonly<Record<string, string>> = {
  bank_transfer: "virement",
  direct_debit: "prélèvement",
  check: "chèque",
  card: "carte bancaire",
  cash: "espèces",
  caf: "versement de la CAF",
};

/**
 * Returns true if the receipt is a quittance: rent and charges are paid, with or without the deposit (effects.md 6). Payments
 * fill rent and charges before all other lines.
 */
function isQuittance(
  { fullyPaid, rentAmountCents, chargesAmountCents }: RentCallDocument["call"],
  paidCents: Cents,
): boolean {
  const called = sum([rentAmountCents, chargesAmountCents]);
  return fullyPaid || (called > 0 && paidCents >= called);
}

/**
 * Returns rent and charges separately, as the law requires; payments fill them in this order (rental.md 2.4). A part in
 * the tenant's favour is used up once rent and charges are paid: it pays the other parts with the money.
 */
function partsOf(
  { lines, reversedCents }: RentCallDocument,
  { paidCents, isWhole }: { readonly paidCents: Cents; readonly isWhole: boolean },
) {
  const parts = PARTS.map(({ name, amount }) => {
    const own = lines.filter(({ billingCategory }) => amountKindOf(billingCategory) === amount);
    const called = sum(own.flatMap(({ amountHt, vatAmount }) => [amountHt, vatAmount]));
    // A deposit stands among the other amounts.
    return { name, called: amount === "other" ? minus(called, reversedCents) : called };
  });
  const inFavour = parts.filter(({ called }) => isWhole && called < 0).map(({ called }) => called);
  let remainder = minus(paidCents, sum(inFavour));
  return parts.flatMap(({ name, called }) => {
    if (called === 0) return [];
    if (called < 0) return [{ name, called, paid: isWhole ? called : ZERO }];
    const paid = least(remainder, called);
    remainder = minus(remainder, paid);
    return [{ name, called, paid }];
  });
}

const PARTS = [
  { name: "Loyer", amount: "rent" },
  { name: "Charges", amount: "charges" },
  { name: "Autres sommes", amount: "other" },
] as const;

const least = (one: Cents, other: Cents): Cents => (one < other ? one : other);
