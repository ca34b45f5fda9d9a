import { type Caller, type Clock, existing, type ListQuery, type Page, type TransactFor } from "@cartulary/kernel";
import { dayInParis, sum } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import { type PrintedDocument, type Printing, printed } from "../printing/printed.ts";
import { type CallLetter, noticeSource } from "./notice.ts";
import { type Receipt, receiptSource } from "./receipt.ts";
import { type RentCall, type RentCallField, type RentCallId, type RentCallView, rentCallOn } from "./rent-call.ts";

/** The rent calls of one mandataire. Whoever asks has found out before that the caller is a member of it. */
export interface RentCalls {
  list(caller: Caller, query: ListQuery<RentCallField>): Promise<Page<RentCallView>>;
  get(caller: Caller, id: RentCallId): Promise<RentCallView>;
  /** The call as it is sent: a PDF that is made anew each time, of the names of when it was issued. */
  document(caller: Caller, id: RentCallId): Promise<PrintedDocument>;
  /**
   * What was paid on it, as a PDF: a quittance once that is all of it, until then a reçu (loi n° 89-462 du 6 juillet 1989,
   * art. 21). 422 `nothing_paid` where nothing was.
   */
  receipt(caller: Caller, id: RentCallId): Promise<PrintedDocument>;
}

interface Dependencies<Stores> extends Printing {
  readonly transactFor: TransactFor<MandataireId, Stores>;
  readonly clock: Clock;
}

/** Rent calls over a database. */
export function createRentCalls<Stores extends RentalStores>({
  transactFor,
  clock,
  ...printing
}: Dependencies<Stores>): (mandataireId: MandataireId) => RentCalls {
  const today = () => dayInParis(clock.now());
  return (mandataireId) => {
    const transact = transactFor(mandataireId);
    const letterIn = async (stores: Stores, id: RentCallId) => {
      const call = existing(await stores.rentCalls.find(id));
      return letterOf(stores, call, rentCallOn(call, today()));
    };
    return {
      list: (_caller, query) => transact.read(({ rentCalls }) => rentCalls.list(query, today())),
      get: (_caller, id) =>
        transact.read(async ({ rentCalls }) => rentCallOn(existing(await rentCalls.find(id)), today())),

      async document(_caller, id) {
        const letter = await transact.read((stores) => letterIn(stores, id));
        const { reference, createdAt } = letter.call;
        return printed(printing, {
          ...{ fileName: `${reference}.pdf`, source: noticeSource(letter) },
          ...{ createdAt, mandataireId },
        });
      },

      async receipt(_caller, id) {
        const { letter, receipts } = await transact.read(async (stores) => ({
          letter: await letterIn(stores, id),
          receipts: await receiptsOf(stores, id),
        }));
        const { reference, updatedAt: createdAt, fullyPaid } = letter.call;
        const fileName = `${fullyPaid ? "quittance" : "recu"}-${reference}.pdf`;
        return printed(printing, { fileName, source: receiptSource(letter, receipts), createdAt, mandataireId });
      },
    };
  };
}

/** What is written of a call: its lines with the names of their day; who manages, as he is called now. */
async function letterOf(stores: RentalStores, call: RentCall, view: RentCallView): Promise<CallLetter> {
  const run = existing(await stores.billingRuns.find(call.billingRunId));
  const computation = { runId: run.id, computation: run.computation };
  const lines = await stores.applicationSource.linesOfCalls(computation, [call.callKey]);
  const parts = await stores.billingRunLines.partsOf(
    computation,
    lines.map(({ id }) => id),
  );
  const owners = await stores.applicationSource.payees([...new Set(parts.map(({ ownerId }) => ownerId))]);
  const tenant = call.tenantId === null ? null : await stores.tenants.find(call.tenantId);
  const agency = existing(await stores.mandataires.find(call.mandataireId));
  return {
    call: view,
    lines: lines.toSorted((one, other) => orderOf(one) - orderOf(other)),
    agency,
    owners: owners.map((owner) => owner.name),
    tenantAddress: tenant?.billingAddress ?? null,
  };
}

/** Rent before charges. */
const orderOf = ({ billingCategory }: { readonly billingCategory: string }): number =>
  billingCategory === "rent" ? 0 : 1;

/** What came in for a call and still counts, a payment each, by their days. */
async function receiptsOf({ paymentAllocations, payments }: RentalStores, id: RentCallId): Promise<readonly Receipt[]> {
  const byPayment = Map.groupBy(await paymentAllocations.ofCalls([id]), ({ paymentId }) => paymentId);
  const receipts: Receipt[] = [];
  for (const [paymentId, allocations] of byPayment) {
    const { paymentDate } = existing(await payments.find(paymentId));
    receipts.push({
      paymentDate,
      amountCents: sum(allocations.flatMap(({ htCents, vatCents }) => [htCents, vatCents])),
    });
  }
  return receipts.toSorted((one, other) => (one.paymentDate < other.paymentDate ? -1 : 1));
}
