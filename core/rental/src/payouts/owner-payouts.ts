import {
  type Caller,
  type Clock,
  type Digests,
  existing,
  type ListQuery,
  notFound,
  type Page,
  refused,
  type TransactFor,
} from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import { messageIdOf, toPay, transferOf } from "./credit-transfer.ts";
import type { OwnerPayout, OwnerPayoutField, OwnerPayoutId } from "./owner-payout.ts";
import { pain001 } from "./pain-001.ts";

/** The payouts of one mandataire. Whoever asks has found out before that the caller is a member of it. */
export interface OwnerPayouts {
  list(caller: Caller, query: ListQuery<OwnerPayoutField>): Promise<Page<OwnerPayout>>;
  /** `NotFound` where there is none of this id under the mandataire. */
  get(caller: Caller, id: OwnerPayoutId): Promise<OwnerPayout>;
  /**
   * The order to the bank to pay all payouts that are ordered, or of some those that are: ISO 20022 pain.001. Of the same
   * payouts it has the same message id. `NotFound` where one of the ids is none of the mandataire's; 422 `nothing_to_pay`
   * where none can be paid, 422 `missing_iban` where the mandataire has no account to pay from.
   */
  transferFile(caller: Caller, ids: readonly OwnerPayoutId[] | null): Promise<TransferFile>;
}

/** A file for the bank. */
export interface TransferFile {
  readonly fileName: string;
  /** XML in UTF-8, all of it ASCII. */
  readonly text: string;
  /** Of the bytes, lower-case hexadecimal. */
  readonly sha256: string;
}

interface Dependencies<Stores> {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
  readonly digests: Pick<Digests, "sha256">;
}

/** Payouts to owners over a database. */
export function createOwnerPayouts<Stores extends RentalStores>({
  transactFor,
  clock,
  digests,
}: Dependencies<Stores>): (mandataireId: MandataireId) => OwnerPayouts {
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    return {
      list: (_caller, query) => transact.read(({ ownerPayouts }) => ownerPayouts.list(query)),
      get: (_caller, id) => transact.read(async ({ ownerPayouts }) => existing(await ownerPayouts.find(id))),

      async transferFile(_caller, ids) {
        const { payouts, debtor } = await transact.read((stores) => toBePaid(stores, mandataireId, ids));
        const paid = toPay(payouts);
        if (paid.length === 0) throw refused("nothing_to_pay", "No payout is ordered that could be paid");
        if (debtor.iban === null)
          throw refused("missing_iban", "The mandataire has no IBAN to pay from: give it one, then export again");
        const messageId = messageIdOf(mandataireId, paid, digests);
        const createdAt = clock.now();
        const text = pain001({
          ...{ messageId, createdAt, executeOn: dayInParis(createdAt) },
          debtor: { ...debtor, iban: debtor.iban },
          transfers: paid.map(transferOf),
        });
        return { fileName: `pain.001-${messageId}.xml`, text, sha256: digests.sha256(text) };
      },
    };
  };
}

/** Payouts of one snapshot, and who pays them. */
async function toBePaid(
  { ownerPayouts, mandataires }: RentalStores,
  mandataireId: MandataireId,
  ids: readonly OwnerPayoutId[] | null,
) {
  const payouts = await ownerPayouts.payable(ids);
  if (ids && payouts.length < new Set(ids).size) throw notFound();
  const { name, iban, bic } = existing(await mandataires.find(mandataireId));
  return { payouts, debtor: { name, iban, bic } };
}
