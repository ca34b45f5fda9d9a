import type { Day, Digests, Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import type { OwnerPayout } from "./owner-payout.ts";

/** What a bank is asked to transfer, whatever it is written in. */
export interface CreditTransfers {
  /** The same of the same payouts, whenever they are exported: a bank refuses what it has executed under it. */
  readonly messageId: string;
  readonly createdAt: Instant;
  readonly debtor: Party;
  /** By reference, one at least. */
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
  /** The day on which the bank is to execute it. */
  readonly executeOn: Day;
  readonly amountCents: Cents;
  readonly creditor: Party;
}

/** A payout with the account that it goes to; no IBAN where that account is gone, or has none. */
export interface PayableOut {
  readonly payout: OwnerPayout;
  readonly iban: string | null;
  readonly bic: string | null;
}

/** The account that a payout may be paid to by a file: it is ordered, and no money of it has left; `null` where it may not. */
export function payableIban({ payout, iban }: PayableOut): string | null {
  return payout.status === "ordered" && payout.refusedTransactionId === null ? iban : null;
}

/** What a bank is told of a payout that it is to pay to an account on a day. */
export function transferOf({ payout, bic }: PayableOut, iban: string, executeOn: Day): CreditTransfer {
  const { reference, amountCents, ownerName } = payout;
  return { endToEndId: reference, executeOn, amountCents, creditor: { name: ownerName, iban, bic } };
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
