import type { Day, Transact, TransactFor } from "@cartulary/kernel";
import { cents, LINE_CENTS_MAX, ZERO } from "@cartulary/ledger";
import type { RentalStores } from "@cartulary/rental";
import { type Mandataire, type MandataireId, UNSTATED_IDENTITY } from "@cartulary/rental/agency";
import {
  type BillingRun,
  type OwnerPayout,
  ownerPayoutListing,
  type ReminderLevel,
  type ReminderWithLetter,
  type RentCall,
  type RentCallView,
  rentCallListing,
  rentCallOn,
  withRemaining,
} from "@cartulary/rental/billing";
import {
  type AssignmentCredit,
  type BankAssignment,
  type BankTransaction,
  bankTransactionListing,
  type CollectedPart,
  type FeeWithdrawal,
  listedPayment,
  type Payment,
  type PaymentAllocation,
  type PaymentId,
  type PayoutExport,
  paymentListing,
  payoutExportListing,
} from "@cartulary/rental/money";
import type { Owner, Tenant } from "@cartulary/rental/property";
import { EPOCH, idOf, later } from "../../harness/document-records.ts";
import { HARD_TEXTS, listingContract } from "../../kernel/listing-contract.ts";
import { SAMPLED_TYPES } from "../../kernel/samples.ts";
import { describe, expect, it } from "../../runner/runner.ts";
import { SAMPLES } from "../property/lease-samples.ts";

/** The stores of rent calls and payouts, and of the records they refer to. */
export type CallStoresUnderTest = Pick<
  RentalStores,
  | "bankAssignments"
  | "bankTransactions"
  | "payments"
  | "paymentAllocations"
  | "rentCalls"
  | "reminders"
  | "ownerPayouts"
  | "payoutExports"
  | "feeWithdrawals"
  | "billingRuns"
  | "leases"
  | "tenants"
  | "owners"
  | "ownerBankAccounts"
>;

/** Databases for them. */
interface CallStoresHarness {
  /** One with nothing in it that stays until the last test. */
  openSharedDatabase(): Promise<{
    readonly transact: Transact<Pick<RentalStores, "mandataires">>;
    readonly transactFor: TransactFor<MandataireId, CallStoresUnderTest>;
  }>;
}

const [RUN, OTHER_RUN] = [idOf<"BillingRun">(0x7001), idOf<"BillingRun">(0x7002)];
const [LEASE, TENANT, OWNER] = [idOf<"Lease">(0x7101), idOf<"TenantActor">(0x7201), idOf<"OwnerActor">(0x7301)];

const QUERY = { page: 1, perPage: 100, sort: "createdAt", direction: "asc", conditions: [] } as const;
const TODAY = "2026-03-20" as Day;

/** Contract of the stores of rent calls and payouts. */
export function callStoresContract(name: string, { openSharedDatabase }: CallStoresHarness): void {
  let mandataires = 0;
  /** A mandataire of its own, in one database for all. */
  let place: ReturnType<typeof openSharedDatabase> | null = null;
  const openDatabase = async () => {
    place ??= openSharedDatabase();
    const { transact, transactFor } = await place;
    mandataires += 1;
    const mandataireId = idOf<"Mandataire">(0x7_7000 + mandataires);
    await transact.write((stores) => stores.mandataires.insert({ ...A_MANDATAIRE, id: mandataireId }));
    const own = transactFor(mandataireId);
    await own.write(async (stores) => {
      await stores.leases.insert({ ...A_LEASE, mandataireId });
      await stores.tenants.insert({ ...A_TENANT, mandataireId });
      await stores.owners.insert({ ...AN_OWNER, mandataireId });
      await stores.billingRuns.insert({ ...A_RUN, mandataireId });
      await stores.billingRuns.insert({ ...A_RUN, mandataireId, id: OTHER_RUN, reference: "QT-2026-0002" });
    });
    return { mandataireId, transact: own };
  };

  describe(`${name} is a store of rent calls`, () => {
    const filled = async (count: number) => {
      const { mandataireId, transact } = await openDatabase();
      const calls = Array.from({ length: count }, (_, index) => callOf(mandataireId, index + 1));
      await transact.write(({ rentCalls }) => rentCalls.insert(calls));
      return { transact, calls };
    };

    it("returns written calls, and updates only the fields that may change", async () => {
      const { transact, calls } = await filled(3);
      const [one, other] = calls as [RentCall, RentCall];
      const paid = { ...one, status: "paid", paidAmountCents: one.totalAmountCents, sentAt: later(9) } as const;
      const changed = withRemaining({ ...paid, updatedAt: later(10) });
      await transact.write(({ rentCalls }) => rentCalls.update([{ ...changed, tenantName: "Another name" }]));
      expect(await transact.read(({ rentCalls }) => rentCalls.find(one.id))).toEqual(changed);
      expect(await transact.read(({ rentCalls }) => rentCalls.find(other.id))).toEqual(other);
      expect(await transact.read(({ rentCalls }) => rentCalls.find(idOf(0xbad)))).toBeNull();
    });

    it("locks those of ids, and those of a run page by page, in their order", async () => {
      const { transact, calls } = await filled(5);
      const [runs, ids] = [calls.filter(({ billingRunId }) => billingRunId === OTHER_RUN), calls.map(({ id }) => id)];
      const [locked, first, rest] = await transact.write(async ({ rentCalls }) => [
        await rentCalls.lock([...ids.toReversed(), idOf(0xbad)]),
        await rentCalls.lockOf(OTHER_RUN, null, 1),
        await rentCalls.lockOf(OTHER_RUN, runs[0]?.id ?? null, 9),
      ]);
      expect(locked).toEqual(calls);
      expect([first, rest]).toEqual([runs.slice(0, 1), runs.slice(1)]);
    });

    it("says of each on a day whether it is overdue, in filters too", async () => {
      const { transact, calls } = await filled(12);
      for (const today of ["2026-03-05", "2026-03-09", "2026-04-30"] as Day[]) {
        const all = await transact.read(({ rentCalls }) => rentCalls.list(QUERY, today));
        expect(all.items).toEqual(calls.map((call) => viewOn(call, today)));
        const condition = { fields: ["overdue"], predicate: "eq", values: [true], join: "or" } as const;
        const overdue = await transact.read(({ rentCalls }) =>
          rentCalls.list({ ...QUERY, conditions: [condition] } as never, today),
        );
        expect(overdue.items).toEqual(calls.map((call) => viewOn(call, today)).filter((call) => call.overdue));
      }
    });
  });

  describe(`${name} is a store of reminders`, () => {
    const filled = async () => {
      const { mandataireId, transact } = await openDatabase();
      const [call, other] = [1, 2].map((count) => callOf(mandataireId, count)) as [RentCall, RentCall];
      const made = [1, 2, 3].map((count) => reminderOf(call, count));
      await transact.write(async ({ rentCalls, reminders }) => {
        await rentCalls.insert([call, other]);
        for (const reminder of made) await reminders.insert(reminder);
      });
      return { transact, call, other, made };
    };
    const withoutLetter = ({ letter: _, ...reminder }: ReminderWithLetter) => reminder;

    it("returns the written rows, under their own call only", async () => {
      const { transact, call, other, made } = await filled();
      const [first] = made as [ReminderWithLetter];
      const found = await transact.read(async ({ reminders }) => [
        await reminders.find(call.id, first.id),
        await reminders.find(other.id, first.id),
        await reminders.find(call.id, idOf(0xbad)),
      ]);
      expect(found).toEqual([first, null, null]);
    });

    it("lists those of one call or of all, filtered and sorted", async () => {
      const { transact, call, other, made } = await filled();
      const listed = (id: RentCall["id"] | null, query: object) =>
        transact.read(({ reminders }) => reminders.list(id, { ...QUERY, ...query } as never));
      expect((await listed(call.id, {})).items).toEqual(made.map(withoutLetter));
      expect((await listed(other.id, {})).items).toEqual([]);
      expect((await listed(null, {})).items).toEqual(made.map(withoutLetter));
      const condition = { fields: ["level"], predicate: "gteq", values: [2], join: "or" };
      const strong = await listed(call.id, { conditions: [condition], sort: "level", direction: "desc" });
      expect(strong.items).toEqual(made.slice(1).toReversed().map(withoutLetter));
    });

    it("shows them in the tenant, latest first", async () => {
      const { transact, call, made } = await filled();
      const tenant = await transact.read(({ tenants }) => tenants.detail(TENANT, TODAY));
      const shown = tenant?.rentCalls.find(({ id }) => id === call.id)?.reminders;
      const expected = made.toReversed().map(({ id, level, amountCents, createdAt }) => ({
        ...{ id, level, amountCents, createdAt },
      }));
      expect(shown).toEqual(expected);
    });
  });

  describe(`${name} is a store of payouts`, () => {
    it("returns written and changed rows, those of a run together", async () => {
      const { mandataireId, transact } = await openDatabase();
      const payouts = [1, 2, 3].map((count) => payoutOf(mandataireId, count));
      const [one, other] = payouts as [OwnerPayout, OwnerPayout];
      await transact.write(({ ownerPayouts }) => ownerPayouts.insert(payouts));
      const account = idOf<"BankAccount">(0x77);
      const paidBy = idOf<"BankTransaction">(0x78);
      const changed = {
        ...{ ...one, status: "executed", orderedAt: later(8), executedAt: later(9), updatedAt: later(9) },
        ...{ bankAccountId: account, bankTransactionId: paidBy },
      };
      await transact.write(({ ownerPayouts }) => ownerPayouts.update([{ ...changed, amountCents: cents(1) } as never]));
      expect(await transact.read(({ ownerPayouts }) => ownerPayouts.find(one.id))).toEqual(changed);
      expect(await transact.read(({ ownerPayouts }) => ownerPayouts.find(idOf(0xbad)))).toBeNull();
      const [ofRun, locked] = await transact.write(async ({ ownerPayouts }) => [
        await ownerPayouts.lockOf(other.billingRunId as RentCall["billingRunId"]),
        await ownerPayouts.lock([idOf(0xbad), other.id]),
      ]);
      expect(ofRun).toEqual(payouts.filter(({ billingRunId }) => billingRunId === other.billingRunId));
      expect(locked).toEqual([other]);
    });

    it("finds those that a bank transaction may be about, and those that an owner still waits for", async () => {
      const [{ mandataireId, transact }, theirs] = [await openDatabase(), await openDatabase()];
      const account = idOf<"BankAccount">(2);
      const details = {
        label: null,
        iban: "DE89370400440532013000",
        bic: "COBADEFFXXX",
        bankName: null,
        isDefault: true,
      };
      const statuses = [
        "ordered",
        "ordered",
        "blocked",
        "executed",
        "failed",
        "cancelled",
        "ordered",
        "transmitted",
      ] as const;
      const paidBy = idOf<"BankTransaction">(0x78);
      const payouts = statuses.map(
        (status, index): OwnerPayout => ({
          ...payoutOf(mandataireId, index + 1),
          ...{ status, bankTransactionId: index > 2 && index < 5 ? paidBy : null },
          ...(status === "transmitted" && { amountCents: cents(200) }),
        }),
      );
      await transact.write(async ({ owners, ownerBankAccounts, ownerPayouts }) => {
        await ownerBankAccounts.replace(OWNER, [{ id: account, ...details }]);
        await owners.insert({ ...AN_OWNER, mandataireId, ...OTHER_OWNER, accountingCode: "PRO0002" });
        await ownerPayouts.insert(payouts);
        await ownerPayouts.insert([{ ...payoutOf(mandataireId, 9), ownerId: OTHER_OWNER.id, status: "failed" }]);
      });
      const others = payouts.map((payout): OwnerPayout => ({ ...payout, mandataireId: theirs.mandataireId }));
      await theirs.transact.write(({ ownerPayouts }) => ownerPayouts.insert(others));
      const read = await transact.write(async ({ ownerPayouts }) => ({
        named: await ownerPayouts.lockNamed(["RV-2026-000004", "RV-2026-000001", "RV-1"]),
        ofNoReference: await ownerPayouts.lockNamed([]),
        awaiting: await ownerPayouts.lockAwaiting([cents(200), cents(1)]),
        ofNoAmount: await ownerPayouts.lockAwaiting([]),
        executed: await ownerPayouts.lockExecutedBy(paidBy),
        unpaid: await ownerPayouts.lockUnpaidOf(OWNER),
        payable: await ownerPayouts.payable(null),
        chosen: await ownerPayouts.payable(payouts.slice(1, 3).map(({ id }) => id)),
        none: await ownerPayouts.payable([]),
      }));
      const [first, second, third, fourth, fifth, , seventh, eighth] = payouts;
      const away = { iban: null, bic: null };
      expect([read.named, read.ofNoReference, read.none, read.ofNoAmount]).toEqual([[first, fourth], [], [], []]);
      const paidTo = { payout: second, iban: details.iban, bic: details.bic };
      expect(read.awaiting).toEqual([paidTo, { payout: eighth, ...away }]);
      expect([read.executed, read.unpaid]).toEqual([[fourth], [first, second, third, fifth, seventh]]);
      expect(read.payable.map(({ payout, iban }) => [payout.reference, iban])).toEqual([
        ["RV-2026-000001", null],
        ["RV-2026-000002", details.iban],
        ["RV-2026-000007", null],
      ]);
      expect(read.chosen).toEqual([paidTo, { payout: third, ...away }]);
    });
  });

  describe(`${name} is a store of files for the bank`, () => {
    /** Three payouts, of which two are in a file. */
    async function ground() {
      const { mandataireId, transact } = await openDatabase();
      const [made, other] = [exportOf(mandataireId, 1), exportOf(mandataireId, 2)];
      const payouts = [1, 2, 3].map((count): OwnerPayout => {
        const inFile =
          count < 3 ? ({ status: "transmitted", exportId: made.id, transmittedAt: later(1) } as const) : {};
        return { ...payoutOf(mandataireId, count), ...inFile };
      });
      await transact.write(async ({ ownerPayouts, payoutExports }) => {
        await ownerPayouts.insert(payouts);
        await payoutExports.insert(made, [payouts[1]?.id, payouts[0]?.id] as OwnerPayout["id"][], "<bytes/>");
        await payoutExports.insert(other, [], "");
      });
      const change = (...changed: readonly OwnerPayout[]) =>
        transact.write(({ ownerPayouts }) => ownerPayouts.update(changed));
      const look = () => transact.read(({ payoutExports }) => payoutExports.find(made.id));
      return {
        mandataireId,
        transact,
        made,
        other,
        payouts: payouts as [OwnerPayout, OwnerPayout, OwnerPayout],
        change,
        look,
      };
    }

    it("returns the written file with its payouts, by reference; another mandataire gets none", async () => {
      const [{ transact, made, other, payouts, look }, theirs] = [await ground(), await openDatabase()];
      const [first, second] = payouts.map(({ id: payoutId, reference, amountCents }) => ({
        ...{ payoutId, reference, amountCents, status: "transmitted", refused: false, bankTransactionId: null },
      }));
      expect(await look()).toEqual({ ...made, payouts: [first, second] });
      const read = await transact.read(async ({ payoutExports }) => ({
        list: await payoutExports.list({ ...QUERY, sort: "payoutsCount" }),
        bytes: [await payoutExports.document(made.id), await payoutExports.document(idOf(0xbad))],
        unknown: await payoutExports.find(idOf(0xbad)),
      }));
      expect(read.list.items).toEqual([
        { ...made, payouts: [first, second] },
        { ...other, payouts: [] },
      ]);
      expect([read.bytes, read.unknown]).toEqual([["<bytes/>", null], null]);
      const strange = await theirs.transact.write(async ({ payoutExports }) => [
        await payoutExports.find(made.id),
        await payoutExports.document(made.id),
        await payoutExports.remove(made.id),
      ]);
      expect(strange).toEqual([null, null, false]);
    });

    it("shows the state of each of its payouts, and changes when they change", async () => {
      const { mandataireId, transact, payouts, change, look } = await ground();
      const [first, second] = payouts;
      const transaction = { ...transactionOf(mandataireId, 1), status: "unmatched" as const };
      const other = { exportId: idOf<"PayoutExport">(0xb_0000), bankTransactionId: idOf<"BankTransaction">(9) };
      await change(
        { ...first, status: "ordered", ...other, updatedAt: later(7) },
        { ...second, refusedTransactionId: transaction.id, updatedAt: later(8) },
      );
      const payoutStates = async () => {
        const found = await look();
        return [
          found?.updatedAt,
          ...(found?.payouts ?? []).map((each) => [each.status, each.refused, each.bankTransactionId]),
        ];
      };
      // The transaction that paid it is written afterwards.
      const refused = [later(8), ["failed", false, null], ["transmitted", true, transaction.id]];
      expect(await payoutStates()).toEqual(refused);
      await transact.write(({ bankTransactions }) => bankTransactions.insert([transaction]));
      expect(await payoutStates()).toEqual(refused);
      const read = () =>
        transact.read(async ({ ownerPayouts }) => (await ownerPayouts.find(second.id))?.refusedTransactionId);
      expect(await read()).toBe(transaction.id);
      // Assigned as a whole it still paid the owner.
      const assigned = { ...transaction, status: "matched" as const, assignedCents: transaction.amountCents };
      await transact.write(({ bankTransactions }) => bankTransactions.update([assigned]));
      expect([await read(), (await payoutStates())[2]]).toEqual([
        transaction.id,
        ["transmitted", true, transaction.id],
      ]);
      await transact.write(({ bankTransactions }) => bankTransactions.update([{ ...transaction, status: "matched" }]));
      expect([await read(), (await payoutStates())[2]]).toEqual([null, ["transmitted", false, null]]);
    });

    it("is removed once", async () => {
      const { transact, made, look } = await ground();
      const remove = () => transact.write(({ payoutExports }) => payoutExports.remove(made.id));
      expect([await remove(), await remove(), await look()]).toEqual([true, false, null]);
    });

    it("returns the day of the last receipt in a payout: of its run and owner only, in cash and in accrual", async () => {
      const { mandataireId, transact, payouts } = await ground();
      const [ofOther, , mine] = payouts;
      const call = { ...callOf(mandataireId, 1), billingRunId: RUN };
      const allocation = (count: number, billingRunId: BillingRun["id"]): PaymentAllocation => ({
        ...{ mandataireId, id: idOf<"PaymentAllocation">(0xc_0000 + count), paymentId: paymentOf(mandataireId, 1).id },
        ...{ rentCallId: call.id, billingRunId, computation: 1, lineId: idOf(0xd_0000), status: "allocated" },
        ...{ htCents: cents(1), vatCents: cents(0), allocationDate: TODAY, tenantLineId: idOf(0xe_0000) },
        ...{ transferId: null, madeByRunId: null, ...DATED },
      });
      const part = (count: number, bookedOn: string, more: Partial<CollectedPart>): CollectedPart => ({
        ...{ mandataireId, id: idOf<"CollectedPart">(0xf_0000 + count), allocationId: idOf(0xc_0001), ownerId: OWNER },
        ...{ bookedOn: bookedOn as Day, isAccrual: false, htCents: cents(1), vatCents: cents(0), status: "allocated" },
        ...{ remittedByRunId: null, ...more },
      });
      const last = async () => {
        const all = await transact.read(({ ownerPayouts }) => ownerPayouts.distributions(payouts.map(({ id }) => id)));
        return all.filter(({ payoutId }) => payoutId !== payouts[1].id).map(({ lastReceiptOn }) => lastReceiptOn);
      };
      await transact.write(async (stores) => {
        await stores.owners.insert({ ...AN_OWNER, mandataireId, ...OTHER_OWNER, accountingCode: "PRO0002" });
        await stores.bankTransactions.insert([transactionOf(mandataireId, 1)]);
        await stores.payments.insert([paymentOf(mandataireId, 1)]);
        await stores.rentCalls.insert([call]);
        await stores.paymentAllocations.insert(
          [allocation(1, mine.billingRunId as RentCall["billingRunId"]), allocation(2, RUN)],
          [
            part(1, "2026-03-02", { remittedByRunId: mine.billingRunId }),
            // Another run's, another owner's, what was taken back, and what no run handed over.
            part(2, "2026-03-20", { remittedByRunId: RUN }),
            part(3, "2026-03-21", { remittedByRunId: mine.billingRunId, ownerId: OTHER_OWNER.id }),
            part(4, "2026-03-22", { remittedByRunId: mine.billingRunId, status: "reversed" }),
            part(5, "2026-03-23", {}),
          ],
        );
      });
      expect([ofOther.billingRunId, await last()]).toEqual([mine.billingRunId, ["2026-03-02", "2026-03-02"]]);
      await transact.write(({ paymentAllocations }) =>
        paymentAllocations.insert(
          [allocation(3, mine.billingRunId as RentCall["billingRunId"])],
          [
            part(6, "2026-03-05", { isAccrual: true, allocationId: idOf(0xc_0003) }),
            part(7, "2026-03-24", { isAccrual: true, allocationId: idOf(0xc_0002) }),
          ],
        ),
      );
      expect(await last()).toEqual(["2026-03-05", "2026-03-05"]);
    });

    it("locks payouts in the order of their references, and returns the fields that decide the day of each", async () => {
      const { transact, payouts } = await ground();
      const ids = payouts.map(({ id }) => id).toReversed();
      const [locked, none, distributions, nothing] = await transact.write(async ({ ownerPayouts }) => [
        await ownerPayouts.lockPayable([...ids, idOf(0xbad)]),
        await ownerPayouts.lockPayable([]),
        await ownerPayouts.distributions(ids),
        await ownerPayouts.distributions([]),
      ]);
      expect(locked.map(({ payout }) => payout)).toEqual(payouts);
      const unset = { distributionDay: null, distributionMarginDays: null, lastReceiptOn: null };
      expect(distributions).toEqual(
        payouts.map(({ id: payoutId }) => ({ payoutId, periodEnd: "2026-03-31", ...unset })),
      );
      expect([none, nothing]).toEqual([[], []]);
    });
  });

  listingContract(`${name}, of files for the bank,`, {
    listing: payoutExportListing,
    records: [1, 2, 3, 4, 5].map((count) => exportOf(A_MANDATAIRE.id, count)),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(exports) {
      const { mandataireId, transact } = await openDatabase();
      const written = exports.map((_, index) => exportOf(mandataireId, index + 1));
      await transact.write(async ({ payoutExports }) => {
        for (const each of written) await payoutExports.insert(each, [], "");
      });
      return (query) =>
        transact.read(async ({ payoutExports }) => {
          const { items, ...page } = await payoutExports.list(query);
          return {
            ...page,
            items: items.map(({ payouts: _, ...made }) => ({ ...made, mandataireId: A_MANDATAIRE.id })),
          };
        });
    },
  });

  describe(`${name} is a store of withdrawals`, () => {
    const withdrawalOf = (mandataireId: MandataireId, count: number, amount: number): FeeWithdrawal => ({
      ...{ mandataireId, id: idOf<"Entry">(0x9_0000 + count), amountCents: cents(amount) },
      ...{ bookedOn: `2026-03-0${9 - count}` as Day, bankReference: null, createdAt: EPOCH, updatedAt: EPOCH },
    });

    it("sums them, and finds those of amounts, earliest first, until they were seen", async () => {
      const [{ mandataireId, transact }, other] = [await openDatabase(), await openDatabase()];
      const [late, early, more] = [
        withdrawalOf(mandataireId, 1, 6774),
        withdrawalOf(mandataireId, 2, 6774),
        withdrawalOf(mandataireId, 3, LINE_CENTS_MAX),
      ];
      expect(await transact.read(({ feeWithdrawals }) => feeWithdrawals.total())).toBe(ZERO);
      await transact.write(async ({ feeWithdrawals }) => {
        for (const each of [late, early, more]) await feeWithdrawals.insert(each);
      });
      await other.transact.write(({ feeWithdrawals }) =>
        feeWithdrawals.insert(withdrawalOf(other.mandataireId, 1, 6774)),
      );
      expect(await transact.read(({ feeWithdrawals }) => feeWithdrawals.total())).toBe(LINE_CENTS_MAX + 13_548);
      const unseen = (...amounts: readonly number[]) =>
        transact.write(({ feeWithdrawals }) => feeWithdrawals.lockUnmatched(amounts.map(cents)));
      const see = (...seen: readonly FeeWithdrawal[]) =>
        transact.write(({ feeWithdrawals }) =>
          feeWithdrawals.match(
            seen.map(({ id }) => ({ id, bankReference: `by ${id}` })),
            later(7),
          ),
        );
      expect(await unseen(6774, 1)).toEqual([early, late]);
      expect(await unseen(6774, LINE_CENTS_MAX)).toEqual([more, early, late]);
      expect(await unseen()).toEqual([]);
      await see(early);
      await see();
      expect(await unseen(6774)).toEqual([late]);
      await see(late, more);
      expect(await unseen(6774, LINE_CENTS_MAX)).toEqual([]);
      expect(
        await other.transact.write(({ feeWithdrawals }) => feeWithdrawals.lockUnmatched([cents(6774)])),
      ).toHaveLength(1);
    });
  });

  listingContract(`${name}, of rent calls,`, {
    listing: rentCallListing,
    records: HARD_TEXTS.map((text, index) => viewOn(callOf(A_MANDATAIRE.id, index + 1, text), TODAY)),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(calls) {
      const { mandataireId, transact } = await openDatabase();
      const written = calls.map((_, index) => callOf(mandataireId, index + 1, HARD_TEXTS[index]));
      await transact.write(({ rentCalls }) => rentCalls.insert(written));
      return (query) => transact.read(({ rentCalls }) => rentCalls.list(query, TODAY));
    },
  });

  describe(`${name} is a store of bank transactions and payments`, () => {
    it("returns written records, and updates only the fields that may change", async () => {
      const { mandataireId, transact } = await openDatabase();
      const transactions = [1, 2, 3, 4, 5].map((count) => transactionOf(mandataireId, count));
      const payments = [1, 2, 3, 4, 5].map((count) => paymentOf(mandataireId, count));
      await transact.write(async (stores) => {
        await stores.bankTransactions.insert(transactions);
        await stores.payments.insert(payments);
      });
      const [first, second] = [transactions[0] as BankTransaction, payments[1] as Payment];
      const moved = { settledCents: cents(60), assignedCents: cents(40) };
      const matched = {
        ...first,
        ...{ status: "matched" as const, ...moved, paymentId: idOf<"Payment">(7), updatedAt: later(9) },
      } as const;
      const settled = { ...second, allocatedCents: cents(50), remainingCents: cents(150), status: "received" } as const;
      await transact.write(async (stores) => {
        await stores.bankTransactions.update([{ ...matched, label: "Another", amountCents: cents(1) }]);
        await stores.payments.update([{ ...settled, amountCents: cents(1) }]);
      });
      const [found, paid, unknown] = await transact.read(async (stores) => [
        await stores.bankTransactions.find(first.id),
        await stores.payments.find(second.id),
        await stores.payments.find(idOf(0xbad)),
      ]);
      expect([found, paid, unknown]).toEqual([matched, settled, null]);
      const [locked, credits] = await transact.write(async (stores) => [
        await stores.bankTransactions.lockOfPortal(["B-3", "B-9"]),
        await stores.payments.lockCredits([TENANT]),
      ]);
      expect(locked).toEqual([transactions[2]]);
      const both = await transact.write(({ bankTransactions }) =>
        bankTransactions.lock([second.bankTransactionId as BankTransaction["id"], first.id]),
      );
      expect(both).toEqual([matched, transactions[1]]);
      const ofLines = await transact.write(({ payments }) =>
        payments.lockOfLines(
          [TENANT],
          credits.flatMap(({ creditLineId }) => creditLineId ?? []),
        ),
      );
      expect(ofLines).toEqual(credits.filter(({ creditLineId }) => creditLineId !== null));
      // Credits that are not rejected and belong to a person.
      expect(credits.map(({ reference }) => reference)).toEqual(["EN-2026-000001", "EN-2026-000002"]);
    });

    it("returns the payments that went back with a deposit, with those that the same line refunds", async () => {
      const [{ mandataireId, transact }, other] = [await openDatabase(), await openDatabase()];
      const creditLineOf = (count: number) => idOf<"Line">(0xe_0000 + count);
      const payments = [1, 2, 3, 4].map((count) => ({
        ...paymentOf(mandataireId, count),
        creditLineId: count === 4 ? null : creditLineOf(count),
      }));
      const [first, second, third, fourth] = payments.map(({ id }) => id) as [
        PaymentId,
        PaymentId,
        PaymentId,
        PaymentId,
      ];
      const [line, another] = [idOf<"Line">(0xd_0001), idOf<"Line">(0xd_0002)];
      await transact.write(async (stores) => {
        await stores.bankTransactions.insert([1, 2, 3, 4].map((count) => transactionOf(mandataireId, count)));
        await stores.payments.insert(payments);
        await stores.payments.insertDepositRefunds(line, [first, second, fourth]);
        await stores.payments.insertDepositRefunds(another, [third]);
        await stores.payments.insertDepositRefunds(another, []);
      });
      const refunds = (...of: readonly PaymentId[]) =>
        transact.read(({ bankTransactions }) => bankTransactions.refundsOf(of));
      const both = [first, second].map((paymentId, index) => ({
        ...{ paymentId, tenantLineId: line, creditLineId: creditLineOf(index + 1) },
      }));
      const alone = { paymentId: third, tenantLineId: another, creditLineId: creditLineOf(3) };
      // A payment without a credit line has nothing to be lettered.
      expect([await refunds(first), await refunds(second), await refunds(fourth)]).toEqual([both, both, both]);
      expect([await refunds(third), await refunds(third, first), await refunds()]).toEqual([
        [alone],
        [...both, alone],
        [],
      ]);
      expect(await other.transact.read(({ bankTransactions }) => bankTransactions.refundsOf([first]))).toEqual([]);
    });

    it("finds transactions by bank reference, content or original, from the portal and from files", async () => {
      const { mandataireId, transact } = await openDatabase();
      const transactionOfFile = (count: number, more: Partial<BankTransaction>): BankTransaction => ({
        ...transactionOf(mandataireId, count),
        ...{ isFromPortal: false, bankReference: "NONREF", servicerReference: "NONREF", contentKey: "key" },
        ...more,
      });
      const first = transactionOfFile(1, { contentOrdinal: 0, endToEndId: "E-1" });
      const second = transactionOfFile(2, { contentOrdinal: 1, servicerReference: "S-2" });
      const portal = { ...transactionOf(mandataireId, 3), bankReference: "NONREF" };
      await transact.write(({ bankTransactions }) => bankTransactions.insert([first, second, portal]));
      const nothing = { bankReferences: [], servicerReferences: [], endToEndIds: [], amounts: [] };
      const { amountCents } = first;
      const found = await transact.write(async ({ bankTransactions: store }) => [
        await store.lockOfPortal(["NONREF"]),
        await store.lockOfFiles([first, { ...second, amountCents }]),
        await store.lockOfContents(["key", "other"]),
        await store.lockOriginals({ ...nothing, bankReferences: ["NONREF"] }),
        await store.lockOriginals({ ...nothing, endToEndIds: ["E-1"], amounts: [amountCents] }),
        await store.lockOriginals({ ...nothing, servicerReferences: ["S-2"], amounts: [amountCents] }),
        await store.lockOriginals({ ...nothing, servicerReferences: ["S-2"], amounts: [second.amountCents] }),
        await store.lockOriginals(nothing),
      ]);
      const all = [first, second, portal];
      expect(found).toEqual([[portal], [first], [first, second], all, [first], [], [second], []]);
      const both = { ...portal, contentKey: "key", contentOrdinal: 2, isOnStatement: true, endToEndId: "E-3" };
      await transact.write(({ bankTransactions }) => bankTransactions.recognise([{ ...both, label: "Another" }]));
      expect(await transact.read(({ bankTransactions }) => bankTransactions.find(portal.id))).toEqual(both);
      const again = transactionOfFile(4, { contentOrdinal: 1 });
      await expect(transact.write(({ bankTransactions }) => bankTransactions.insert([again]))).rejects.toThrow(
        /unique|duplicate/i,
      );
      const twice = { ...transactionOf(mandataireId, 5), bankReference: "NONREF" };
      await expect(transact.write(({ bankTransactions }) => bankTransactions.insert([twice]))).rejects.toThrow(
        /unique|duplicate/i,
      );
    });
  });

  describe(`${name} is a store of manual assignments of bank transactions`, () => {
    it("gives back those that count with their lines, in the order in which they were made, and sums them", async () => {
      const { mandataireId, transact } = await openDatabase();
      const other = await openDatabase();
      const assignmentOf = (
        count: number,
        transaction: number,
        more: Partial<BankAssignment> = {},
      ): BankAssignment => ({
        ...{ mandataireId, id: idOf(0xb_0000 + count), bankTransactionId: idOf(0x9_0000 + transaction) },
        ...{ entryId: idOf(0xc_0000 + count), assignedOn: "2026-03-02" as Day, amountCents: cents(30) },
        lines: [
          {
            ...{ accountCode: "627000", auxiliaryCode: null, amountCents: cents(10), label: null },
            lineId: idOf<"Line">(0xd_0000 + count),
          },
          {
            ...{ accountCode: "411000", auxiliaryCode: "LOC0001", amountCents: cents(20), label: "Trop" },
            lineId: idOf<"Line">(0xe_0000 + count),
          },
        ],
        credits: [],
        ...{ isReversed: false, createdAt: later(count), updatedAt: later(count) },
        ...more,
      });
      const credit: AssignmentCredit = {
        ...{ paymentId: idOf(0xa_0001), amountCents: cents(20) },
        ...{ tenantLineId: idOf<"Line">(0xe_0002), isRefund: true },
      };
      const [late, early, out] = [assignmentOf(1, 1, { createdAt: later(9) }), assignmentOf(2, 1), assignmentOf(3, 3)];
      // The same line refunds another payment, too.
      const rest: AssignmentCredit = { ...credit, paymentId: idOf(0xa_0002), amountCents: cents(7) };
      const refunding = { ...early, credits: [credit, rest] };
      await transact.write(async (stores) => {
        await stores.bankTransactions.insert([1, 2, 3].map((count) => transactionOf(mandataireId, count)));
        await stores.payments.insert(
          [1, 2].map((count) => ({ ...paymentOf(mandataireId, count), creditLineId: idOf<"Line">(0xe + count) })),
        );
        for (const each of [late, refunding, out]) await stores.bankAssignments.insert(each);
      });
      const found = (...counts: readonly number[]) =>
        transact.read((stores) => stores.bankAssignments.ofTransactions(counts.map((count) => idOf(0x9_0000 + count))));
      const refunds = (...of: readonly AssignmentCredit[]) =>
        transact.read((stores) => stores.bankTransactions.refundsOf(of.map(({ paymentId }) => paymentId)));
      const total = (account: string) => transact.read((stores) => stores.bankAssignments.total(account));
      expect(await found(1, 2)).toEqual([refunding, late]);
      expect(await found()).toEqual([]);
      const both = [credit, rest].map(({ paymentId, tenantLineId }, index) => ({
        ...{ paymentId, tenantLineId, creditLineId: idOf(0xf + index) },
      }));
      expect([await refunds(credit), await refunds(rest), await refunds(rest, credit)]).toEqual([both, both, both]);
      // Outbound minus inbound amounts.
      expect([await total("627000"), await total("512100")]).toEqual([-10, 0]);
      await transact.write(({ bankAssignments }) => bankAssignments.reverse(early.id, later(20)));
      expect([await found(1, 3), await total("627000"), await refunds(credit)]).toEqual([[out, late], 0, []]);
      const theirs = await other.transact.read((stores) => stores.bankAssignments.ofTransactions([idOf(0x9_0001)]));
      expect(theirs).toEqual([]);
    });
  });

  listingContract(`${name}, of bank transactions,`, {
    listing: bankTransactionListing,
    records: HARD_TEXTS.map((text, index) => listedTransaction(transactionOf(A_MANDATAIRE.id, index + 1, text))),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(all) {
      const { mandataireId, transact } = await openDatabase();
      await transact.write(({ bankTransactions }) =>
        bankTransactions.insert(all.map(({ suspenseCents: _, ...transaction }) => ({ ...transaction, mandataireId }))),
      );
      return async (query) => {
        const page = await transact.read(({ bankTransactions }) => bankTransactions.list(query));
        return {
          ...page,
          items: page.items.map((each) => listedTransaction({ ...each, mandataireId: A_MANDATAIRE.id })),
        };
      };
    },
  });

  listingContract(`${name}, of payments,`, {
    listing: paymentListing,
    records: HARD_TEXTS.map((text, index) => listedPayment(paymentOf(A_MANDATAIRE.id, index + 1, text))),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(all) {
      const { mandataireId, transact } = await openDatabase();
      const payments = all.map((_, index) => paymentOf(mandataireId, index + 1, HARD_TEXTS[index]));
      await transact.write(async (stores) => {
        await stores.bankTransactions.insert(all.map((_, index) => transactionOf(mandataireId, index + 1)));
        await stores.payments.insert(payments);
      });
      return (query) => transact.read((stores) => stores.payments.list(query));
    },
  });

  listingContract(`${name}, of payouts,`, {
    listing: ownerPayoutListing,
    records: HARD_TEXTS.map((text, index) => payoutOf(A_MANDATAIRE.id, index + 1, text)),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(payouts) {
      const { mandataireId, transact } = await openDatabase();
      await transact.write(({ ownerPayouts }) =>
        ownerPayouts.insert(payouts.map((payout) => ({ ...payout, mandataireId }))),
      );
      return async (query) => {
        const page = await transact.read(({ ownerPayouts }) => ownerPayouts.list(query));
        return { ...page, items: page.items.map((payout) => ({ ...payout, mandataireId: A_MANDATAIRE.id })) };
      };
    },
  });
}

/** A transaction as lists filter it. */
const listedTransaction = (transaction: BankTransaction) => ({
  ...transaction,
  suspenseCents: transaction.amountCents - transaction.settledCents - transaction.assignedCents,
});

/** Movements of both directions, matched and not, with labels and without. */
function transactionOf(mandataireId: MandataireId, count: number, text = `Label ${count}`): BankTransaction {
  const isPaid = count % 2 === 0;
  return {
    mandataireId,
    id: idOf(0x9_0000 + count),
    bankReference: `B-${count}`,
    ...{ isFromPortal: true, contentKey: null, contentOrdinal: null, isOnStatement: false },
    ...{ servicerReference: `B-${count}`, endToEndId: null, referenceLines: null },
    bookedOn: `2026-03-${String(1 + (count % 28)).padStart(2, "0")}` as Day,
    amountCents: cents(100 * count),
    currency: "EUR",
    direction: count % 3 === 0 ? "outbound" : "inbound",
    label: count % 5 === 0 ? null : text,
    counterpartyName: count % 4 === 0 ? null : text,
    counterpartyIban: count % 3 === 1 ? "FR7630006000011234567890189" : null,
    method: count % 3 === 2 ? "caf" : null,
    reverses: null,
    status: isPaid ? "matched" : "unmatched",
    ...{ settledCents: isPaid ? cents(100 * count) : cents(0), assignedCents: cents(0) },
    paymentId: isPaid ? idOf(0xa_0000 + count) : null,
    entryId: null,
    tenantLineId: null,
    createdAt: EPOCH,
    updatedAt: later(count),
  };
}

function paymentOf(mandataireId: MandataireId, count: number, text = `Tenant ${count}`): Payment {
  const amount = cents(100 * count);
  const allocated = count % 3 === 0 ? amount : cents(0);
  return {
    mandataireId,
    id: idOf(0xa_0000 + count),
    reference: `EN-2026-${String(count).padStart(6, "0")}`,
    bankTransactionId: idOf(0x9_0000 + count),
    amountCents: amount,
    allocatedCents: allocated,
    refundedCents: cents(0),
    remainingCents: cents(amount - allocated),
    currency: "EUR",
    paymentDate: `2026-03-${String(1 + (count % 28)).padStart(2, "0")}` as Day,
    paymentMethod: count % 2 === 0 ? "caf" : "bank_transfer",
    direction: "inbound",
    status: count % 3 === 0 ? "allocated" : count % 3 === 1 ? "received" : "rejected",
    tenantId: count % 4 === 0 ? null : TENANT,
    tenantName: count % 4 === 0 ? null : text,
    ...{ payerId: count % 5 === 0 ? TENANT : null, payerName: count % 5 === 0 ? text : null },
    payingTenantId: count % 2 === 0 ? TENANT : null,
    leaseId: count % 2 === 0 ? LEASE : null,
    leaseReference: count % 2 === 0 ? text : null,
    bankAccountId: null,
    entryId: idOf(0xb_0000 + count),
    entriesCount: 1,
    creditLineId: null,
    createdAt: EPOCH,
    updatedAt: later(count),
  };
}

/** Values that each predicate of a field is tried with. */
const VALUES = 4;

const DATED = { createdAt: EPOCH, updatedAt: EPOCH };

/** An agency like any other. */
export const A_MANDATAIRE: Mandataire = {
  id: idOf<"Mandataire">(0x7_7000),
  name: "An agency",
  accountingCode: null,
  siren: null,
  billingCalendar: "civil",
  billingCycleMonth: 1,
  accountingMode: "cash",
  iban: null,
  bic: null,
  address: null,
  ...UNSTATED_IDENTITY,
  ...DATED,
};

const A_LEASE = { ...(SAMPLES[0] as (typeof SAMPLES)[number]).lease, id: LEASE };

const A_TENANT: Omit<Tenant, "mandataireId"> = {
  id: TENANT,
  profileId: idOf<"TenantProfile">(0x7202),
  ...{ displayName: "A tenant", firstName: null, lastName: null, email: null, phone: null },
  ...{ tenantType: "company", tradeName: "A tenant", siret: null, vatNumber: null },
  ...{ billingEmail: null, billingAddress: null, accountingCode: "LOC0001" },
  ...DATED,
};

const OTHER_OWNER = { id: idOf<"OwnerActor">(0x7303), profileId: idOf<"OwnerProfile">(0x7304) };

/** An owner, without mandataire. */
export const AN_OWNER: Omit<Owner, "mandataireId"> = {
  id: OWNER,
  profileId: idOf<"OwnerProfile">(0x7302),
  ...{ displayName: "An owner", firstName: "An", lastName: "owner", email: null, phone: null },
  ...{ ownerType: "individual", companyName: null, siret: null, vatNumber: null, taxId: null, address: null },
  accountingCode: "PRO0001",
  ...DATED,
};

/** A run of March that was applied. */
export const A_RUN: Omit<BillingRun, "mandataireId"> = {
  id: RUN,
  ...{ reference: "QT-2026-0001", label: "March", status: "applied", groupingMode: "per_lease" },
  ...{ periodStart: "2026-03-01" as Day, periodEnd: "2026-03-31" as Day },
  scope: { propertyId: null, frequencies: [], timings: [], leaseTypes: [], leaseIds: [], excludedLeaseIds: [] },
  ...{ computation: 1, previousComputation: 0, lastComputation: 1, computingAt: null, currentStep: 7 },
  ...{ editable: false, cancellable: true, scheduledAt: null, computedAt: EPOCH, computedOn: "2026-03-01" as Day },
  ...{ validatedAt: EPOCH, validatedBy: null, appliedAt: EPOCH, cancelledAt: null, cancellationReason: null },
  ...{ totalTenantAmount: ZERO, totalOwnerAmount: ZERO, totalRentAmount: ZERO, totalChargesAmount: ZERO },
  ...{ linesCount: 0, anomaliesCount: 0, allAnomaliesAcknowledged: true, billingFrequency: null, vat: [] },
  failureMessage: null,
  ...DATED,
};

/** Returns the call on a day without tolerance. */
const viewOn = (call: RentCall, today: Day): RentCallView =>
  rentCallOn(call, { status: call.status, overdue: call.remainingAmountCents > 0 && call.dueDate < today });

/** Calls of two runs: paid and unpaid, credit notes, without person and of several leases. */
function callOf(mandataireId: MandataireId, count: number, text = `Tenant ${count}`): RentCall {
  const total = cents(count % 4 === 3 ? -5000 * count : 10_000 * count);
  const paid = cents(count % 3 === 1 ? Math.max(0, total) : 0);
  return withRemaining({
    mandataireId,
    id: idOf(0x7_0000 + count),
    reference: `AP-2026-${String(count).padStart(6, "0")}`,
    billingRunId: count % 2 === 1 ? OTHER_RUN : RUN,
    callKey: `lease:${count}`,
    kind: total < 0 ? "credit_note" : "call",
    status: paid > 0 ? "paid" : count % 5 === 0 ? "cancelled" : "issued",
    leaseId: count % 2 === 0 ? LEASE : null,
    leaseReference: count % 2 === 0 ? text : null,
    tenantId: count % 3 === 0 ? null : TENANT,
    tenantName: count % 3 === 0 ? null : text,
    periodStart: "2026-03-01" as Day,
    periodEnd: "2026-03-31" as Day,
    dueDate: (count % 2 === 0 ? "2026-03-05" : "2026-03-08") as Day,
    totalAmountCents: total,
    rentAmountCents: total,
    chargesAmountCents: cents(0),
    otherAmountCents: cents(0),
    paidAmountCents: paid,
    contributions:
      count % 2 === 0 && total > 0
        ? [{ partyId: idOf(0x7_5000), tenantId: TENANT, name: text, amountCents: total }]
        : null,
    sentAt: count % 4 === 0 ? later(count) : null,
    createdAt: EPOCH,
    updatedAt: later(count),
  });
}

function reminderOf(call: RentCall, count: number): ReminderWithLetter {
  const { tenantName, leaseReference, periodStart, periodEnd, dueDate, totalAmountCents, paidAmountCents } = call;
  return {
    ...{ mandataireId: call.mandataireId, id: idOf(0xb_0000 + count), rentCallId: call.id },
    ...{ level: count as ReminderLevel, amountCents: cents(100 * count), createdAt: later(count) },
    letter: {
      agency: { name: "An agency", address: null, iban: null, bic: null },
      ...{ owners: ["An owner", "Zoé"], tenantName, tenantAddress: "1 rue Haute\n69001 Lyon" },
      ...{ callReference: call.reference, leaseReference, periodStart, periodEnd, dueDate },
      ...{ totalAmountCents, paidAmountCents },
    },
  };
}

function payoutOf(mandataireId: MandataireId, count: number, text = `Owner ${count}`): OwnerPayout {
  return {
    mandataireId,
    id: idOf(0x8_0000 + count),
    reference: `RV-2026-${String(count).padStart(6, "0")}`,
    ...{ kind: "owner", tenantId: null, securityDepositId: null },
    ownerId: OWNER,
    ownerName: text,
    mandateId: null,
    billingRunId: count % 2 === 1 ? OTHER_RUN : RUN,
    amountCents: cents(100 * count),
    currency: "EUR",
    status: count % 3 === 0 ? "blocked" : "ordered",
    orderedAt: later(count % 2),
    executedAt: null,
    transmittedAt: count % 4 === 0 ? later(count) : null,
    exportId: count % 4 === 0 ? idOf<"PayoutExport">(count) : null,
    bankAccountId: count % 2 === 0 ? idOf<"BankAccount">(count) : null,
    bankTransactionId: null,
    refusedTransactionId: null,
    createdAt: EPOCH,
    updatedAt: later(count),
  };
}

function exportOf(mandataireId: MandataireId, count: number): PayoutExport {
  return {
    ...{ mandataireId, id: idOf<"PayoutExport">(0xa_0000 + count), format: "pain.001" },
    ...{ messageId: `message ${count}`, payoutsCount: count, totalAmount: cents(100 * count) },
    ...{ createdAt: EPOCH, updatedAt: later(count) },
  };
}
