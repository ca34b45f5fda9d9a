import type { Day, Digests, Instant } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import type { MandataireId } from "../../agency/mandataire.ts";
import type { OwnerPayout, PayoutWithAccount } from "../../billing/payouts/owner-payout.ts";

/** A set of transfers for a bank, independent of the file format. */
export interface CreditTransfers {
  /** Equal for equal payouts, whenever exported: a bank rejects an id it has executed already. */
  readonly messageId: string;
  readonly createdAt: Instant;
  readonly debtor: Party;
  /** By reference, at least one. */
  readonly transfers: readonly CreditTransfer[];
}

/** A debtor or creditor with the account. */
export interface Party {
  readonly name: string;
  /** Without spaces, in capitals. */
  readonly iban: string;
  readonly bic: string | null;
}

/** One transfer to one owner. */
export interface CreditTransfer {
  /** The payout's reference, which the account statement returns. */
  readonly endToEndId: string;
  /** The requested day of execution. */
  readonly executeOn: Day;
  readonly amountCents: Cents;
  readonly creditor: Party;
}

/** Returns the IBAN to which a file may pay a payout; `null` if the payout is not ordered or its money has left. */
export function payableIban({ payout, iban }: PayoutWithAccount): string | null {
  return payout.status === "ordered" && payout.refusedTransactionId === null ? iban : null;
}

/** Returns the transfer of a payout to an account on a day. */
export function transferOf({ payout, bic }: PayoutWithAccount, iban: string, executeOn: Day): CreditTransfer {
  const { reference, amountCents, ownerName } = payout;
  return { endToEndId: reference, executeOn, amountCents, creditor: { name: ownerName, iban, bic } };
}

/** Characters of a message id; its element allows 35. */
const MESSAGE_ID_LENGTH = 32;

/**
 * Returns the message id of a set of payouts. Depends on the time of each order: a failed payout ordered again is a new
 * transfer, which the bank must not take for a duplicate.
 */
export function messageIdOf(
  mandataireId: MandataireId,
  payouts: readonly { readonly payout: Pick<OwnerPayout, "id" | "orderedAt"> }[],
  { sha256 }: Pick<Digests, "sha256">,
): string {
  const names = payouts.map(({ payout: { id, orderedAt } }) => `${id} ${orderedAt}`).toSorted();
  return sha256([mandataireId, ...names].join("\n")).slice(0, MESSAGE_ID_LENGTH);
}
