import type { Day, Digests, Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import type { OwnerPayout } from "./owner-payout.ts";

/** What a bank is asked to transfer, whatever it is written in. */
export interface CreditTransfers {
  /** The same of the same payouts, whenever they are exported: a bank refuses what it has executed under it. */
  readonly messageId: string;
  readonly createdAt: Instant;
  /** The day on which the bank is to execute it. */
  readonly executeOn: Day;
  readonly debtor: Party;
  /** By reference. */
  readonly transfers: readonly CreditTransfer[];
}

/** Who pays, or is paid, and on which account. */
export interface Party {
  readonly name: string;
  /** Without spaces, in capitals. */
  readonly iban: string;
  readonly bic: string | null;
}

/** One payment to one owner. */
export interface CreditTransfer {
  /** The payout's reference: it comes back on the account's statement. */
  readonly endToEndId: string;
  readonly amountCents: Cents;
  readonly creditor: Party;
}

/** A payout with the account that it goes to; no IBAN where that account is gone, or has none. */
export interface PayableOut {
  readonly payout: OwnerPayout;
  readonly iban: string | null;
  readonly bic: string | null;
}

/** Those that a bank can be asked to pay now: ordered ones that have an account. */
export function toPay(payouts: readonly PayableOut[]): readonly Paid[] {
  return payouts.flatMap(({ payout, iban, bic }) =>
    payout.status === "ordered" && iban !== null ? [{ payout, iban, bic }] : [],
  );
}

/** A payout with the account that it goes to. */
interface Paid extends PayableOut {
  readonly iban: string;
}

/** What a bank is told of a payout. */
export function transferOf({ payout, iban, bic }: Paid): CreditTransfer {
  const { reference, amountCents, ownerName } = payout;
  return { endToEndId: reference, amountCents, creditor: { name: ownerName, iban, bic } };
}

/** Characters of a message's id: 35 is what its element holds. */
const MESSAGE_ID_LENGTH = 32;

/**
 * The name of a set of payouts. When each was ordered is part of it: what came back and was ordered again is another
 * transfer, which the bank must not take for the first one.
 */
export function messageIdOf(
  mandataireId: MandataireId,
  payouts: readonly { readonly payout: Pick<OwnerPayout, "id" | "orderedAt"> }[],
  { sha256 }: Pick<Digests, "sha256">,
): string {
  const names = payouts.map(({ payout: { id, orderedAt } }) => `${id} ${orderedAt}`).toSorted();
  return sha256([mandataireId, ...names].join("\n")).slice(0, MESSAGE_ID_LENGTH);
}
