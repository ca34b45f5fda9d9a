import { type Caller, type Clock, existing, type ListQuery, type Page, type TransactFor } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import type { MandataireId } from "../mandataire.ts";
import type { RentalStores } from "../ports.ts";
import { type PrintedDocument, type Printing, printed } from "../printing/printed.ts";
import { type Notice, noticeSource } from "./notice.ts";
import { type RentCall, type RentCallField, type RentCallId, type RentCallView, rentCallOn } from "./rent-call.ts";

/** The rent calls of one mandataire. Whoever asks has found out before that the caller is a member of it. */
export interface RentCalls {
  list(caller: Caller, query: ListQuery<RentCallField>): Promise<Page<RentCallView>>;
  get(caller: Caller, id: RentCallId): Promise<RentCallView>;
  /** The call as it is sent: a PDF that is made anew each time, of the names of when it was issued. */
  document(caller: Caller, id: RentCallId): Promise<PrintedDocument>;
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
    return {
      list: (_caller, query) => transact.read(({ rentCalls }) => rentCalls.list(query, today())),
      get: (_caller, id) =>
        transact.read(async ({ rentCalls }) => rentCallOn(existing(await rentCalls.find(id)), today())),

      async document(_caller, id) {
        const notice = await transact.read(async (stores) => {
          const call = existing(await stores.rentCalls.find(id));
          return noticeOf(stores, call, rentCallOn(call, today()));
        });
        const { reference, createdAt } = notice.call;
        return printed(printing, { fileName: `${reference}.pdf`, source: noticeSource(notice), createdAt });
      },
    };
  };
}

/** What a notice shows: the lines of the call with the names of their day; who manages, as he is called now. */
async function noticeOf(stores: RentalStores, call: RentCall, view: RentCallView): Promise<Notice> {
  const run = existing(await stores.billingRuns.find(call.billingRunId));
  const computation = { runId: run.id, computation: run.computation };
  const lines = await stores.applicationSource.linesOfCalls(computation, [call.callKey]);
  const parts = await stores.billingRunLines.partsOf(
    computation,
    lines.map(({ id }) => id),
  );
  const owners = await stores.applicationSource.payees([...new Set(parts.map(({ ownerId }) => ownerId))]);
  const tenant = call.tenantId === null ? null : await stores.tenants.find(call.tenantId);
  const { name } = existing(await stores.mandataires.find(call.mandataireId));
  return {
    call: view,
    lines: lines.toSorted((one, other) => orderOf(one) - orderOf(other)),
    agency: name,
    owners: owners.map((owner) => owner.name),
    tenantAddress: tenant?.billingAddress ?? null,
  };
}

/** Rent before charges. */
const orderOf = ({ billingCategory }: { readonly billingCategory: string }): number =>
  billingCategory === "rent" ? 0 : 1;
