import type { Cents } from "@cartulary/ledger";
import { sum } from "@cartulary/ledger";
import type { LedgerModel } from "@cartulary/ledger/testkit";
import type { OriginalsQuery } from "../../../src/money/payments/ports.ts";
import { by, has, page, type Records, type SomeStores, table } from "./records.ts";

/** The transactions that reversals may refer to. */
const originalsIn = (records: Records, query: OriginalsQuery) =>
  records.transactions.filter(({ bankReference, servicerReference, endToEndId, amountCents }) => {
    const isOfAmount = query.amounts.includes(amountCents);
    return (
      query.bankReferences.includes(bankReference) ||
      (isOfAmount && has(query.servicerReferences, servicerReference)) ||
      (isOfAmount && has(query.endToEndIds, endToEndId))
    );
  });

const effectiveAllocations = ({ allocations }: Records) => allocations.filter(({ status }) => status === "allocated");

/** The stores of bank transactions, payments and their allocations. */
export function paymentStores(records: Records): SomeStores {
  const [transactions, payments] = [table(records, "transactions"), table(records, "payments")];
  const [allocations, collected] = [table(records, "allocations"), table(records, "collected")];
  const assignments = table(records, "assignments");
  const effective = () => effectiveAllocations(records);
  return {
    bankTransactions: {
      ...{ find: transactions.one, list: transactions.list, lock: transactions.some },
      ...{ insert: transactions.insert, update: transactions.update, recognise: transactions.update },
      lockOfPortal: async (references) =>
        records.transactions.filter((each) => each.isFromPortal && references.includes(each.bankReference)),
      lockOfFiles: async (facts) =>
        records.transactions.filter(
          (each) =>
            !each.isFromPortal &&
            facts.some(
              ({ bankReference, bookedOn, direction, amountCents }) =>
                each.bankReference === bankReference &&
                each.bookedOn === bookedOn &&
                each.direction === direction &&
                each.amountCents === amountCents,
            ),
        ),
      lockOfContents: async (keys) => records.transactions.filter(({ contentKey }) => has(keys, contentKey)),
      lockOriginals: async (query) => originalsIn(records, query),
      refundsOf: async (ids) => {
        const credits = new Map(records.payments.map(({ id, creditLineId }) => [id, creditLineId]));
        const refunds = [
          ...records.transactions.map(({ paymentId, tenantLineId }) => ({ paymentId, tenantLineId })),
          ...records.assignments
            .filter(({ isReversed }) => !isReversed)
            .flatMap((each) => each.credits.filter(({ isRefund }) => isRefund)),
          ...records.depositRefunds,
        ];
        const lines = refunds.flatMap(({ paymentId, tenantLineId }) =>
          has(ids, paymentId) ? (tenantLineId ?? []) : [],
        );
        return refunds.flatMap(({ paymentId, tenantLineId }) => {
          const creditLineId = paymentId && credits.get(paymentId);
          return creditLineId && tenantLineId && lines.includes(tenantLineId)
            ? [{ paymentId, tenantLineId, creditLineId }]
            : [];
        });
      },
    },
    payments: {
      ...{ find: payments.one, lock: payments.some, insert: payments.insert, update: payments.update },
      list: async (query) => page(records.payments, query) as never,
      async insertDepositRefunds(tenantLineId, refunded) {
        const added = refunded.map((paymentId) => ({ paymentId, tenantLineId }));
        records.depositRefunds = [...records.depositRefunds, ...added];
      },
      lockCredits: async (tenants) =>
        records.payments
          .filter(
            ({ tenantId, remainingCents, status }) =>
              has(tenants, tenantId) && remainingCents > 0 && status !== "rejected",
          )
          .toSorted(by(({ paymentDate, reference }) => `${paymentDate} ${reference}`)),
      lockOfLines: async (tenants, lines) =>
        records.payments.filter(({ tenantId, creditLineId }) => has(tenants, tenantId) && has(lines, creditLineId)),
    },
    paymentAllocations: {
      viewsOf: async (id) => records.allocations.filter(({ paymentId }) => paymentId === id) as never,
      ofCalls: async (ids) => effective().filter(({ rentCallId }) => has(ids, rentCallId)),
      ofPayments: async (ids) => effective().filter(({ paymentId }) => has(ids, paymentId)),
      carriedBy: async (lines) => effective().filter(({ tenantLineId }) => has(lines, tenantLineId)),
      madeBy: async (runId) => effective().filter(({ madeByRunId }) => madeByRunId === runId),
      partsOf: async (ids) =>
        records.collected.filter(({ status, allocationId }) => status === "allocated" && has(ids, allocationId)),
      async insert(added, parts) {
        await allocations.insert(added);
        await collected.insert(parts);
      },
      ...{ update: allocations.update, updateParts: collected.update },
      remit: async (ids, remittedByRunId) =>
        collected.update((await collected.some(ids)).map((part) => ({ ...part, remittedByRunId }))),
      reverseOf: async (runId) =>
        collected.update(
          records.collected
            .filter(({ remittedByRunId }) => remittedByRunId === runId)
            .map((part) => ({ ...part, remittedByRunId: null })),
        ),
    },
    bankAssignments: {
      total: async () => records.assignedToAgency,
      ofTransactions: async (ids) =>
        records.assignments.filter((each) => !each.isReversed && has(ids, each.bankTransactionId)),
      insert: (added) => assignments.insert([added]),
      reverse: async (id) =>
        assignments.update((await assignments.some([id])).map((each) => ({ ...each, isReversed: true }))),
    },
  };
}

/** The store that matching reads: calls with their lines, tenants of leases, and the runs that money settles. */
export function moneyInStores(records: Records, model: LedgerModel): SomeStores {
  const open = () =>
    records.calls
      .filter(({ remainingAmountCents }) => remainingAmountCents > 0)
      .toSorted(by(({ dueDate, reference }) => `${dueDate} ${reference}`));
  const partiesWhere = (isOne: (leaseId: string, tenantId: string) => boolean) =>
    records.leases.flatMap(({ lease, parties }) =>
      parties
        .filter(({ partyableId }) => isOne(lease.id, partyableId))
        .map(({ id, role, validFrom, validTo, partyableId: tenantId, name: tenantName }) => ({
          ...{ id, role, validFrom, validTo, tenantId, tenantName, leaseId: lease.id, leaseReference: lease.reference },
        })),
    ) as never;
  const callOfLine = ({ rentCallId, billingRunId: run }: Records["dueLines"][number]) =>
    records.calls.find(({ id, billingRunId }) =>
      rentCallId === ("" as string) ? billingRunId === run : id === rentCallId,
    );
  return {
    moneyInSource: {
      callsOf: async (references) => records.calls.filter(({ reference }) => references.includes(reference)),
      openCalls: async (tenants) => open().filter(({ tenantId }) => has(tenants, tenantId)),
      openCallsOfLeases: async (leases) => open().filter(({ leaseId }) => has(leases, leaseId)),
      openCallsOfAmounts: async (amounts) =>
        open().filter((call) => call.tenantId !== null && amounts.includes(call.remainingAmountCents)),
      tenantsOfIbans: async (ibans) => records.tenantIbans.filter(({ iban }) => ibans.includes(iban)),
      leasesOfCaf: async () => [],
      leasesPaidBy: async (tenants) => partiesWhere((_, tenantId) => has(tenants, tenantId)),
      tenantsOfLeases: async (leases) => partiesWhere((leaseId) => has(leases, leaseId)),
      linesOf: async (ids) =>
        records.dueLines.flatMap((line) => {
          const call = callOfLine(line);
          return call && has(ids, call.id) ? [{ ...line, rentCallId: call.id }] : [];
        }),
      callLines: async (ids) =>
        records.calls
          .filter(({ id }) => has(ids, id))
          .flatMap(({ id: rentCallId, reference }) =>
            model.sealed
              .filter(({ documentReference, journal }) => documentReference === reference && journal !== "BANQUE")
              .flatMap(({ lines, accountingDate }) =>
                lines
                  .filter(({ accountCode }) => accountCode === "411000")
                  .map(({ id: lineId }) => ({ rentCallId, lineId, accountingDate })),
              ),
          ),
      creditNoteLines: async (ids) =>
        records.payments
          .filter(({ id, bankTransactionId }) => bankTransactionId === null && has(ids, id))
          .flatMap(({ creditLineId, entryId }) =>
            (model.sealed.find(({ id }) => id === entryId)?.lines ?? [])
              .filter(({ accountCode, id }) => accountCode === "411000" && id !== creditLineId)
              .flatMap(({ id: lineId }) => (creditLineId === null ? [] : [{ creditLineId, lineId }])),
          ),
      settledRuns: async (ids) => {
        const isHere = ({ status, refusedTransactionId }: Records["payouts"][number]) =>
          refusedTransactionId === null && has(["blocked", "ordered", "cancelled"], status);
        return ids.filter(
          (id) =>
            effectiveAllocations(records).some((each) => each.billingRunId === id && each.madeByRunId !== id) ||
            records.payouts.some((payout) => payout.billingRunId === id && !isHere(payout)) ||
            records.deposits.some(({ billingRunId, returnedAt }) => billingRunId === id && returnedAt !== null),
        );
      },
      runsToMark: async (moved) => {
        const undone = originalsIn(records, moved);
        const [moves, paid] = [undone.map(({ id }) => id), undone.map(({ paymentId }) => paymentId)];
        const touched = [
          ...effectiveAllocations(records).filter(({ paymentId }) => has(paid, paymentId)),
          ...records.payouts.filter(
            ({ reference, bankTransactionId }) =>
              has(moved.payoutReferences, reference) || has(moves, bankTransactionId),
          ),
        ].map(({ billingRunId }) => billingRunId);
        return records.runs
          .filter(({ id, status, cancellable }) => (status === "applied" && cancellable) || has(touched, id))
          .map(({ id }) => id);
      },
      payoutEntries: async (ids) => {
        const made = model.sealed.filter(
          ({ sourceType, sourceId }) => sourceType === "OwnerPayout" && has(ids, sourceId),
        );
        return new Map(
          [...Map.groupBy(made, ({ sourceId }) => sourceId as never)].map(([id, own]) => [id, own.length]),
        );
      },
      unpaidPartsOf: async (owners) =>
        new Map(
          owners.flatMap((id) => {
            const amount = records.unpaidParts[id];
            return amount === undefined ? [] : [[id, amount as Cents] as const];
          }),
        ),
    },
  };
}

/** The stores of bank statements, of files for the bank and of withdrawals of fees. */
export function bankStores(records: Records): SomeStores {
  const [exports, withdrawals] = [table(records, "exports"), table(records, "withdrawals")];
  const withPayouts = (made: Records["exports"][number]) =>
    ({
      ...made,
      payouts: records.payouts.filter(({ exportId }) => exportId === made.id).map(({ id }) => ({ payoutId: id })),
    }) as never;
  return {
    bankStatements: {
      list: async (query) => page(records.bankStatements, query) as never,
      reconciliation: async (iban, on) => ({ iban, on }) as never,
    },
    payoutExports: {
      find: async (id) => {
        const found = await exports.one(id);
        return found && withPayouts(found);
      },
      list: async (query) => exports.list(query) as never,
      document: async (id) => records.documents.get(id) ?? null,
      async insert(made, _, document) {
        await exports.insert([made]);
        records.documents = new Map([...records.documents, [made.id, document]]);
      },
      async remove(id) {
        const isThere = (await exports.one(id)) !== null;
        await exports.remove(id);
        return isThere;
      },
    },
    feeWithdrawals: {
      insert: (withdrawal) => withdrawals.insert([withdrawal]),
      total: async () => sum(records.withdrawals.map(({ amountCents }) => amountCents)),
      unpaidTenantFees: async () => records.unpaidTenantFees,
      lockUnmatched: async (amounts) =>
        records.withdrawals.filter(
          ({ amountCents, bankReference }) => bankReference === null && amounts.includes(amountCents),
        ),
      async match(seen) {
        records.seen = [...records.seen, ...seen];
      },
    },
  };
}
