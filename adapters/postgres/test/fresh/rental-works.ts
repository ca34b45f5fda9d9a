import type { Day, Decimal, Instant, Quarter } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { fecExportListing } from "@cartulary/rental/accounting";
import { mandataireListing, mandataireMemberListing } from "@cartulary/rental/agency";
import {
  chargeStatementListing,
  ownerPayoutListing,
  reminderListing,
  rentCallListing,
  securityDepositListing,
  serviceEventListing,
  supplierInvoiceListing,
} from "@cartulary/rental/billing";
import { payoutExportListing } from "@cartulary/rental/money";
import { type IndexValue, indexValueListing } from "@cartulary/rental/property";
import { idOf, ROWS, rowsIn, someOf, textOf } from "./fixtures.ts";
import { BY_KEY, everybodys, listed, NOW, newId, PERSON, required, type Works } from "./works.ts";

const mandataire = idOf<"Mandataire">("mandataires", 0);
/** The limit of rows for a query with twenty keys. */
const TWENTY = 20 * BY_KEY;
const YEAR = { from: "2026-01-01" as Day, to: "2026-12-31" as Day };
const rentCall = idOf<"RentCall">("rent_calls", 7);
const payout = idOf<"OwnerPayout">("owner_payouts", 7);
const payoutExport = idOf<"PayoutExport">("payout_exports", 7);
const run = idOf<"BillingRun">("billing_runs", 7);
const withdrawal = idOf<"Entry">("fee_withdrawals", 7);
const fecExport = idOf<"FecExport">("fec_exports", 7);
/** The members of one mandataire. */
const MEMBERS = ROWS.mandataire_members / 4;

const LONG_AGO = "1999-01-01T00:00:00.000Z" as Instant;
const LATELY = { since: "2999-01-01T00:00:00.000Z" as Instant, afterId: null, page: 1, perPage: 100 };

const AN_INDEX_VALUE: IndexValue = {
  id: newId(),
  indexCode: "IRL",
  period: "2026-Q2" as Quarter,
  value: 1_466_800 as Decimal,
  publishedOn: "2026-07-15" as Day,
  createdAt: NOW,
  updatedAt: NOW,
};

/** The works of the registry of mandataires, and of one mandataire's files. */
export const rentalWorks: Works<
  | "mandataires"
  | "mandataireMembers"
  | "membershipTombstones"
  | "membershipFinder"
  | "openWrites"
  | "fecFiles"
  | "fecExports"
  | "rentCalls"
  | "reminders"
  | "ownerPayouts"
  | "securityDeposits"
  | "supplierInvoices"
  | "chargeStatements"
  | "serviceEvents"
  | "chargeSource"
  | "payoutExports"
  | "feeWithdrawals"
  | "applicationSource"
  | "changes"
  | "bulk"
  | "indexValues"
  | "billingRunCounts"
> = {
  mandataires: {
    find: [BY_KEY, ({ mandataires }) => mandataires.find(mandataire)],
    lock: [BY_KEY, ({ mandataires }) => mandataires.lock(mandataire)],
    lockShared: [BY_KEY, ({ mandataires }) => mandataires.lockShared(mandataire)],
    listOf: [
      everybodys("mandataires"),
      listed(mandataireListing, ({ mandataires }, query) => mandataires.listOf(PERSON, query)),
    ],
    changesOf: [everybodys("mandataires"), ({ mandataires }) => mandataires.changesOf(PERSON, LATELY)],
    ids: [
      2 * BY_KEY,
      ({ mandataires }) => mandataires.ids(null, 100),
      ({ mandataires }) => mandataires.ids(mandataire, 20),
    ],
    insert: [
      BY_KEY,
      async ({ mandataires }) => mandataires.insert({ ...required(await mandataires.find(mandataire)), id: newId() }),
    ],
    update: [
      BY_KEY,
      async ({ mandataires }) => mandataires.update({ ...required(await mandataires.lock(mandataire)), name: "New" }),
    ],
    remove: [BY_KEY, ({ mandataires }) => mandataires.remove(idOf("mandataires", 99))],
  },
  billingRunCounts: {
    byStatus: [
      2 * (everybodys("billing_runs") + everybodys("mandataires")),
      ({ billingRunCounts }) => billingRunCounts.byStatus(),
    ],
  },
  indexValues: {
    list: [everybodys("index_values"), listed(indexValueListing, ({ indexValues }, query) => indexValues.list(query))],
    of: [everybodys("index_values"), ({ indexValues }) => indexValues.of(["IRL", "ICC"])],
    save: [BY_KEY, ({ indexValues }) => indexValues.save([AN_INDEX_VALUE])],
  },
  mandataireMembers: {
    list: [
      4 * MEMBERS,
      listed(mandataireMemberListing, ({ mandataireMembers }, query) => mandataireMembers.list(mandataire, query)),
    ],
    find: [BY_KEY, ({ mandataireMembers }) => mandataireMembers.find(mandataire, PERSON)],
    insert: [
      BY_KEY,
      ({ mandataireMembers }) =>
        mandataireMembers.insert({ mandataireId: mandataire, userId: idOf("users", 999), createdAt: NOW }),
    ],
    remove: [BY_KEY, ({ mandataireMembers }) => mandataireMembers.remove(mandataire, PERSON)],
    removeIn: [2 * MEMBERS, ({ mandataireMembers }) => mandataireMembers.removeIn(mandataire)],
    removeOf: [BY_KEY, ({ mandataireMembers }) => mandataireMembers.removeOf(PERSON)],
  },
  membershipTombstones: {
    insertIn: [2 * MEMBERS, ({ membershipTombstones }) => membershipTombstones.insertIn(mandataire, NOW)],
    insert: [BY_KEY, ({ membershipTombstones }) => membershipTombstones.insert(mandataire, PERSON, NOW)],
    remove: [BY_KEY, ({ membershipTombstones }) => membershipTombstones.remove(mandataire, PERSON)],
    removeOf: [BY_KEY, ({ membershipTombstones }) => membershipTombstones.removeOf(PERSON)],
    removeBefore: [BY_KEY, ({ membershipTombstones }) => membershipTombstones.removeBefore(LONG_AGO)],
  },
  openWrites: {
    insert: [BY_KEY, ({ openWrites }) => openWrites.insert({ id: newId(), startedAt: NOW, until: NOW, work: null })],
    lock: [BY_KEY, ({ openWrites }) => openWrites.lock(newId())],
    renew: [BY_KEY, ({ openWrites }) => openWrites.renew(newId(), NOW, NOW)],
    remove: [BY_KEY, ({ openWrites }) => openWrites.remove(newId())],
    // Of those that are open at once there are a handful.
    oldest: [everybodys("open_writes"), ({ openWrites }) => openWrites.oldest(NOW)],
    resumable: [everybodys("open_writes"), ({ openWrites }) => openWrites.resumable()],
    removeExpired: [everybodys("open_writes"), ({ openWrites }) => openWrites.removeExpired(LONG_AGO)],
  },
  bulk: {
    names: [3 * ROWS.units, ({ bulk }) => bulk.names("units")],
    insert: [BY_KEY, ({ bulk }) => bulk.insert("properties", [])],
  },
  changes: {
    list: [
      10 * BY_KEY,
      ({ changes }) => changes.list("accounting_entries", LATELY),
      ({ changes }) => changes.list("fec_exports", LATELY),
      ({ changes }) => changes.list("units", LATELY),
      ({ changes }) => changes.list("reminders", LATELY),
      ({ changes }) => changes.list("letters", LATELY),
      ({ changes }) => changes.list("contacts", LATELY),
    ],
  },
  membershipFinder: { mandatairesOf: [BY_KEY, ({ membershipFinder }) => membershipFinder.mandatairesOf(PERSON)] },
  fecFiles: {
    find: [BY_KEY, ({ fecFiles }) => fecFiles.find(mandataire, fecExport)],
    insert: [
      BY_KEY,
      async ({ fecExports, fecFiles }) => {
        const id = newId<"FecExport">();
        await fecExports.insert({ ...required(await fecExports.find(fecExport)), id });
        await fecFiles.insert(mandataire, id, "blobs/new" as never);
      },
    ],
    remove: [BY_KEY, async ({ fecFiles }) => void (await fecFiles.remove(mandataire, newId()))],
    holders: [everybodys("fec_files"), ({ fecFiles }) => fecFiles.holders(textOf(1) as never, textOf(2) as never)],
  },
  fecExports: {
    remove: [BY_KEY, async ({ fecExports }) => void (await fecExports.remove(newId()))],
    find: [BY_KEY, ({ fecExports }) => fecExports.find(fecExport)],
    list: [3 * ROWS.fec_exports, listed(fecExportListing, ({ fecExports }, query) => fecExports.list(query))],
    insert: [
      BY_KEY,
      async ({ fecExports }) => fecExports.insert({ ...required(await fecExports.find(fecExport)), id: newId() }),
    ],
    any: [BY_KEY, ({ fecExports }) => fecExports.any()],
  },
  rentCalls: {
    find: [BY_KEY, ({ rentCalls }) => rentCalls.find(rentCall)],
    list: [
      5 * rowsIn("rent_calls"),
      listed(rentCallListing, ({ rentCalls }, query) => rentCalls.list(query, "2026-06-01" as Day)),
    ],
    view: [
      4 * TWENTY,
      async ({ rentCalls }) => rentCalls.view(required(await rentCalls.find(rentCall)), "2026-06-01" as Day),
    ],
    lock: [BY_KEY, ({ rentCalls }) => rentCalls.lock([rentCall, newId()])],
    lockOf: [BY_KEY, ({ rentCalls }) => rentCalls.lockOf(run, null, 20)],
    paymentsOf: [TWENTY, ({ rentCalls }) => rentCalls.paymentsOf([rentCall, newId()])],
    insert: [
      BY_KEY,
      async ({ rentCalls }) => {
        const found = required(await rentCalls.find(rentCall));
        await rentCalls.insert([{ ...found, id: newId(), reference: "AP-new", callKey: "new" }]);
      },
    ],
    update: [BY_KEY, async ({ rentCalls }) => rentCalls.update([required(await rentCalls.find(rentCall))])],
  },
  reminders: {
    find: [BY_KEY, ({ reminders }) => reminders.find(rentCall, idOf("rent_call_reminders", 7))],
    list: [TWENTY, listed(reminderListing, ({ reminders }, query) => reminders.list(rentCall, query))],
    insert: [
      BY_KEY,
      async ({ reminders }) =>
        reminders.insert({
          ...required(await reminders.find(rentCall, idOf("rent_call_reminders", 7))),
          id: newId(),
        }),
    ],
  },
  applicationSource: {
    lockLeases: [TWENTY, ({ applicationSource }) => applicationSource.lockLeases(someOf("leases"))],
    tenantCodes: [TWENTY, ({ applicationSource }) => applicationSource.tenantCodes(someOf("tenants"))],
    tenantPayees: [2 * TWENTY, ({ applicationSource }) => applicationSource.tenantPayees(someOf("tenants"))],
    payees: [2 * TWENTY, ({ applicationSource }) => applicationSource.payees(someOf("owners"))],
    // Reads the lines on the account of each tenant, who is new.
    openingBalances: [
      20 * TWENTY,
      ({ applicationSource }) => applicationSource.openingBalances("411000", someOf("tenants")),
    ],
    contributors: [4 * TWENTY, ({ applicationSource }) => applicationSource.contributors(someOf("leases"))],
    linesOfCalls: [
      TWENTY,
      ({ applicationSource }) => applicationSource.linesOfCalls({ runId: run, computation: 1 }, ["a", "b"]),
    ],
    countedLines: [
      TWENTY,
      ({ applicationSource }) =>
        applicationSource.countedLines({ runId: run, computation: 1 }, { lineType: "tenant", after: null, limit: 10 }),
    ],
  },
  ownerPayouts: {
    find: [BY_KEY, ({ ownerPayouts }) => ownerPayouts.find(payout)],
    list: [
      5 * rowsIn("owner_payouts"),
      listed(ownerPayoutListing, ({ ownerPayouts }, query) => ownerPayouts.list(query)),
    ],
    lock: [BY_KEY, ({ ownerPayouts }) => ownerPayouts.lock([payout, newId()])],
    lockNamed: [BY_KEY, ({ ownerPayouts }) => ownerPayouts.lockNamed(["RV-2026-000007", "RV-2026-000008"])],
    lockAwaiting: [TWENTY, ({ ownerPayouts }) => ownerPayouts.lockAwaiting([cents(107)])],
    lockExecutedBy: [BY_KEY, ({ ownerPayouts }) => ownerPayouts.lockExecutedBy(newId())],
    lockUnpaidOf: [TWENTY, ({ ownerPayouts }) => ownerPayouts.lockUnpaidOf(idOf<"OwnerActor">("owners", 7))],
    lockUnpaidOfTenant: [
      TWENTY,
      ({ ownerPayouts }) => ownerPayouts.lockUnpaidOfTenant(idOf<"TenantActor">("tenants", 7)),
    ],
    runsOfFailed: [TWENTY, ({ ownerPayouts }) => ownerPayouts.runsOfFailed(idOf<"OwnerActor">("owners", 7))],
    payable: [7 * rowsIn("owner_payouts"), ({ ownerPayouts }) => ownerPayouts.payable(null)],
    lockPayable: [TWENTY, ({ ownerPayouts }) => ownerPayouts.lockPayable([payout, newId()])],
    // The receipts of all calls of a run, and the amounts that it remitted.
    distributions: [5 * TWENTY, ({ ownerPayouts }) => ownerPayouts.distributions([payout, newId()])],
    lockOf: [BY_KEY, ({ ownerPayouts }) => ownerPayouts.lockOf(run)],
    insert: [
      BY_KEY,
      async ({ ownerPayouts }) => {
        const found = required(await ownerPayouts.find(payout));
        await ownerPayouts.insert([{ ...found, id: newId(), reference: "RV-new" }]);
      },
    ],
    update: [BY_KEY, async ({ ownerPayouts }) => ownerPayouts.update([required(await ownerPayouts.find(payout))])],
  },
  supplierInvoices: {
    find: [BY_KEY, ({ supplierInvoices }) => supplierInvoices.find(newId())],
    lock: [BY_KEY, ({ supplierInvoices }) => supplierInvoices.lock(newId())],
    list: [5 * BY_KEY, listed(supplierInvoiceListing, ({ supplierInvoices }, query) => supplierInvoices.list(query))],
    lockNamed: [TWENTY, ({ supplierInvoices }) => supplierInvoices.lockNamed(["f1", "f2"])],
    lockOpenOf: [
      TWENTY,
      ({ supplierInvoices }) => supplierInvoices.lockOpenOf([{ iban: "FR76", amountCents: cents(1) }]),
    ],
    lockPaidBy: [BY_KEY, ({ supplierInvoices }) => supplierInvoices.lockPaidBy(newId())],
    isTaken: [BY_KEY, ({ supplierInvoices }) => supplierInvoices.isTaken(newId(), "F1")],
    isInStatement: [BY_KEY, ({ supplierInvoices }) => supplierInvoices.isInStatement(newId())],
    providerCodes: [TWENTY, ({ supplierInvoices }) => supplierInvoices.providerCodes([newId()])],
    partsOf: [TWENTY, ({ supplierInvoices }) => supplierInvoices.partsOf([newId()])],
    openPartsOf: [TWENTY, ({ supplierInvoices }) => supplierInvoices.openPartsOf([idOf("owners", 7)])],
    insert: [
      BY_KEY,
      async ({ supplierInvoices }) => {
        const found = await supplierInvoices.find(newId());
        if (found) await supplierInvoices.insert(found, []);
      },
    ],
    update: [BY_KEY, ({ supplierInvoices }) => supplierInvoices.update([])],
    remove: [BY_KEY, ({ supplierInvoices }) => supplierInvoices.remove(newId())],
  },
  serviceEvents: {
    find: [BY_KEY, ({ serviceEvents }) => serviceEvents.find(newId())],
    lock: [BY_KEY, ({ serviceEvents }) => serviceEvents.lock(idOf("mandates", 7), newId())],
    list: [
      5 * BY_KEY,
      listed(serviceEventListing, ({ serviceEvents }, query) => serviceEvents.list(idOf("mandates", 7), query)),
    ],
    due: [TWENTY, ({ serviceEvents }) => serviceEvents.due([idOf("mandates", 7)], "2026-06-30" as Day)],
    bill: [BY_KEY, ({ serviceEvents }) => serviceEvents.bill(run, [newId()], NOW)],
    unbill: [BY_KEY, ({ serviceEvents }) => serviceEvents.unbill(run, NOW)],
    insert: [
      BY_KEY,
      ({ serviceEvents }) =>
        serviceEvents.insert({
          ...{ mandataireId: mandataire, id: newId(), mandateId: idOf("mandates", 7), mandateServiceId: newId() },
          ...{ occurredOn: "2026-06-01" as Day, quantity: 1, leaseId: null, label: null, billedAt: null },
          ...{ billingRunId: null, createdAt: NOW, updatedAt: NOW },
        }),
    ],
    remove: [BY_KEY, ({ serviceEvents }) => serviceEvents.remove(newId())],
  },
  chargeStatements: {
    find: [BY_KEY, ({ chargeStatements }) => chargeStatements.find(newId())],
    lock: [BY_KEY, ({ chargeStatements }) => chargeStatements.lock(newId())],
    list: [5 * BY_KEY, listed(chargeStatementListing, ({ chargeStatements }, query) => chargeStatements.list(query))],
    overlapping: [BY_KEY, ({ chargeStatements }) => chargeStatements.overlapping(idOf("properties", 7), YEAR)],
    insert: [
      BY_KEY,
      async ({ chargeStatements }) => {
        const found = await chargeStatements.find(newId());
        if (found) await chargeStatements.insert(found);
      },
    ],
    update: [
      BY_KEY,
      async ({ chargeStatements }) => {
        const found = await chargeStatements.find(newId());
        if (found) await chargeStatements.update(found);
      },
    ],
    remove: [BY_KEY, ({ chargeStatements }) => chargeStatements.remove(newId())],
    insertAdjustments: [BY_KEY, ({ chargeStatements }) => chargeStatements.insertAdjustments([])],
    dueAdjustments: [TWENTY, ({ chargeStatements }) => chargeStatements.dueAdjustments(someOf("leases"))],
    bill: [
      TWENTY,
      ({ chargeStatements }) =>
        chargeStatements.bill(run, [{ statementId: newId(), leaseUnitId: idOf("lease_units", 7) }], NOW),
    ],
    unbill: [TWENTY, ({ chargeStatements }) => chargeStatements.unbill(run, NOW)],
  },
  chargeSource: {
    lettings: [TWENTY, ({ chargeSource }) => chargeSource.lettings(idOf("properties", 7), YEAR)],
    provisions: [TWENTY, ({ chargeSource }) => chargeSource.provisions([idOf("lease_units", 7)], YEAR)],
    recoverableInvoices: [TWENTY, ({ chargeSource }) => chargeSource.recoverableInvoices(idOf("properties", 7), YEAR)],
    units: [5 * BY_KEY, ({ chargeSource }) => chargeSource.units(idOf("properties", 7))],
    shareKeys: [TWENTY, ({ chargeSource }) => chargeSource.shareKeys(idOf("properties", 7), [newId()])],
    occupants: [TWENTY, ({ chargeSource }) => chargeSource.occupants([idOf("units", 7)], YEAR)],
  },
  securityDeposits: {
    find: [BY_KEY, ({ securityDeposits }) => securityDeposits.find(newId())],
    lock: [BY_KEY, ({ securityDeposits }) => securityDeposits.lock(newId())],
    list: [5 * BY_KEY, listed(securityDepositListing, ({ securityDeposits }, query) => securityDeposits.list(query))],
    insert: [BY_KEY, ({ securityDeposits }) => securityDeposits.insert([])],
    markUncalled: [TWENTY, ({ securityDeposits }) => securityDeposits.markUncalled([newId()])],
    update: [
      BY_KEY,
      async ({ securityDeposits }) => {
        const found = await securityDeposits.find(newId());
        if (found) await securityDeposits.update(found);
      },
    ],
    removeOf: [BY_KEY, ({ securityDeposits }) => securityDeposits.removeOf(newId())],
    refresh: [BY_KEY, ({ securityDeposits }) => securityDeposits.refresh([newId()], NOW)],
    returnedOf: [BY_KEY, ({ securityDeposits }) => securityDeposits.returnedOf(newId())],
    unreturned: [BY_KEY, ({ securityDeposits }) => securityDeposits.unreturned("2026-06-01" as Day)],
  },
  payoutExports: {
    find: [BY_KEY, ({ payoutExports }) => payoutExports.find(payoutExport)],
    list: [
      // Each with its payouts.
      8 * rowsIn("payout_exports"),
      listed(payoutExportListing, ({ payoutExports }, query) => payoutExports.list(query)),
    ],
    document: [BY_KEY, ({ payoutExports }) => payoutExports.document(payoutExport)],
    insert: [
      BY_KEY,
      async ({ payoutExports }) => {
        const found = required(await payoutExports.find(payoutExport));
        await payoutExports.insert({ ...found, id: newId() }, [payout], "");
      },
    ],
    remove: [BY_KEY, ({ payoutExports }) => payoutExports.remove(payoutExport)],
  },
  feeWithdrawals: {
    // All of a mandataire's, a few each month.
    total: [2 * rowsIn("fee_withdrawals"), ({ feeWithdrawals }) => feeWithdrawals.total()],
    unpaidTenantFees: [BY_KEY, ({ feeWithdrawals }) => feeWithdrawals.unpaidTenantFees()],
    lockUnmatched: [TWENTY, ({ feeWithdrawals }) => feeWithdrawals.lockUnmatched([cents(338_71)])],
    match: [BY_KEY, ({ feeWithdrawals }) => feeWithdrawals.match([{ id: withdrawal, bankReference: "a" }], NOW)],
    insert: [
      BY_KEY,
      ({ feeWithdrawals }) =>
        feeWithdrawals.insert({
          ...{ mandataireId: mandataire, id: newId(), amountCents: cents(1), bookedOn: "2026-06-01" as Day },
          ...{ bankReference: null, createdAt: NOW, updatedAt: NOW },
        }),
    ],
  },
};
