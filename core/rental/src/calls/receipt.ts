import { type Day, refused } from "@cartulary/kernel";
import { type Cents, minus, sum, ZERO } from "@cartulary/ledger";
import { euros, frenchDay, letterSource } from "../printing/letter.ts";
import { type CallLetter, letterheadOf } from "./notice.ts";
import { RECEIPT_TEMPLATE } from "./receipt-template.ts";

/** What came in for a call, and when. */
export interface Receipt {
  readonly paymentDate: Day;
  readonly amountCents: Cents;
}

/** A receipt as the compiler's source. 422 `nothing_paid` where nothing was paid. */
export function receiptSource(letter: CallLetter, receipts: readonly Receipt[]): string {
  const { call, lines } = letter;
  if (call.paidAmountCents <= 0) throw refused("nothing_paid", "Nothing was paid on this call yet");
  const vat = sum(lines.map(({ vatAmount }) => vatAmount));
  const shown = {
    ...letterheadOf(letter),
    title: call.fullyPaid ? "Quittance" : "Reçu",
    isWhole: call.fullyPaid,
    premises: [...new Set(lines.map(premisesOf))].join(" ; "),
    parts: partsOf(letter).map(({ name, called, paid }) => ({
      name,
      called: euros(called),
      paid: euros(paid),
      remaining: euros(minus(called, paid)),
    })),
    vat: vat === 0 ? "" : euros(vat),
    total: euros(call.totalAmountCents),
    paid: euros(call.paidAmountCents),
    remaining: euros(call.remainingAmountCents),
    payments: receipts.map(
      ({ paymentDate, amountCents }) => `Reçu le ${frenchDay(paymentDate)} : ${euros(amountCents)}`,
    ),
  };
  return letterSource(shown, RECEIPT_TEMPLATE);
}

const premisesOf = ({ unitIdentifier, propertyName }: CallLetter["lines"][number]): string =>
  [unitIdentifier, propertyName].filter((name) => name !== null).join(", ");

/** Rent and charges apart, as the law wants it; what is paid fills the rent before the charges (rental.md 2.4). */
function partsOf({ call, lines }: CallLetter) {
  let left = call.paidAmountCents;
  return PARTS.flatMap(({ name, has }) => {
    const called = sum(lines.filter(has).map(({ amountHt, vatAmount }) => sum([amountHt, vatAmount])));
    if (called === ZERO) return [];
    const paid = least(left, called);
    left = minus(left, paid);
    return [{ name, called, paid }];
  });
}

type Part = { readonly name: string; readonly has: (line: CallLetter["lines"][number]) => boolean };

const isRent: Part["has"] = ({ billingCategory }) => billingCategory === "rent";

const PARTS: readonly Part[] = [
  { name: "Loyer", has: isRent },
  { name: "Charges", has: (line) => !isRent(line) },
];

const least = (one: Cents, other: Cents): Cents => (one < other ? one : other);
