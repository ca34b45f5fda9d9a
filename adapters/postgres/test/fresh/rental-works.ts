import type { Day, Decimal, Instant, Quarter } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import {
  fecExportListing,
  type IndexValue,
  indexValueListing,
  mandataireListing,
  mandataireMemberListing,
  ownerPayoutListing,
  payoutExportListing,
  rentCallListing,
} from "@cartulary/rental";
import { BY_KEY, everybodys, listed, NOW, newId, PERSON, required, type Works } from "./works.ts";
import { idOf, ROWS, rowsIn, someOf, textOf } from "./worlds.ts";

const mandataire = idOf<"Mandataire">("mandataires", 0);
/** What is asked of twenty keys. */
const TWENTY = 20 * BY_KEY;
const rentCall = idOf<"RentCall">("rent_calls", 7);
const payout = idOf<"OwnerPayout">("owner_payouts", 7);
const payoutExport = idOf<"PayoutExport">("payout_exports", 7);
const run = idOf<"BillingRun">("billing_runs", 7);
const withdrawal = idOf<"Entry">("fee_withdrawals", 7);
const fecExport = idOf<"FecExport">("fec_exports", 7);
/** Who works for one. */
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

/** What is done with the registry of mandataires, and with the files of one. */
export const rentalWorks: Works<
  | "mandataires"
  | "mandataireMembers"
  | "membershipTombstones"
  | "membershipFinder"
  | "openWrites"
  | "fecFiles"
  | "fecExports"
  | "rentCalls"
  | "ownerPayouts"
  | "payoutExports"
  | "feeWithdrawals"
  | "applicationSource"
  | "changes"
  | "bulk"
  | "indexValues"
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
    holders: [everybodys("fec_files"), ({ fecFiles }) => fecFiles.holders(textOf(1) as never, textOf(2) as never)],
  },
  fecExports: {
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
    lock: [BY_KEY, ({ rentCalls }) => rentCalls.lock([rentCall, newId()])],
    lockOf: [BY_KEY, ({ rentCalls }) => rentCalls.lockOf(run, null, 20)],
    insert: [
      BY_KEY,
      async ({ rentCalls }) => {
        const found = required(await rentCalls.find(rentCall));
        await rentCalls.insert([{ ...found, id: newId(), reference: "AP-new", callKey: "new" }]);
      },
    ],
    update: [BY_KEY, async ({ rentCalls }) => rentCalls.update([required(await rentCalls.find(rentCall))])],
  },
  applicationSource: {
    lockLeases: [TWENTY, ({ applicationSource }) => applicationSource.lockLeases(someOf("leases"))],
    tenantCodes: [TWENTY, ({ applicationSource }) => applicationSource.tenantCodes(someOf("tenants"))],
    payees: [2 * TWENTY, ({ applicationSource }) => applicationSource.payees(someOf("owners"))],
    toleratedDays: [
      4 * TWENTY,
      ({ applicationSource }) => applicationSource.toleratedDays(someOf("leases"), "2026-06-01" as Day),
    ],
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
    runsOfFailed: [TWENTY, ({ ownerPayouts }) => ownerPayouts.runsOfFailed(idOf<"OwnerActor">("owners", 7))],
    payable: [7 * rowsIn("owner_payouts"), ({ ownerPayouts }) => ownerPayouts.payable(null)],
    lockPayable: [TWENTY, ({ ownerPayouts }) => ownerPayouts.lockPayable([payout, newId()])],
    // What was received of all calls of a run, and what it handed over.
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
    lockUnseen: [TWENTY, ({ feeWithdrawals }) => feeWithdrawals.lockUnseen([cents(338_71)])],
    see: [BY_KEY, ({ feeWithdrawals }) => feeWithdrawals.see([{ id: withdrawal, bankReference: "a" }], NOW)],
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
