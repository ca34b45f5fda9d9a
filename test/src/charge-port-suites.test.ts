import { type Day, dayAfter } from "@cartulary/kernel";
import type { ChargeStoresUnderTest, ServiceEventStoresUnderTest } from "@cartulary/ports/rental";
import { blobsModule } from "@cartulary/sql/blobs";
import { directoryModule } from "@cartulary/sql/directory";
import { rentalModule } from "@cartulary/sql/rental";
import { openTestSqlite } from "@cartulary/sqlite/testkit";
import { afterAll } from "vitest";
import { collected, holds } from "../support/wrong-adapters.ts";

type Stores = ChargeStoresUnderTest & ServiceEventStoresUnderTest;

/** What a wrong adapter does in place of the right one, by store. */
type Faults = { readonly [Name in keyof Stores]?: (right: Stores[Name]) => Partial<Stores[Name]> };

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  for (const database of opened) await database.close();
});

/** A database on SQLite whose stores have these faults. */
async function openWith(faults: Faults) {
  const database = await openTestSqlite([blobsModule, directoryModule, rentalModule]);
  opened.push(database);
  const faulty = (stores: Stores): Stores =>
    new Proxy(stores, {
      get(target, name) {
        const [right, fault] = [Reflect.get(target, name), Reflect.get(faults, name)];
        return fault ? { ...right, ...fault(right) } : right;
      },
    });
  const transactFor: typeof database.transactFor = (id) => {
    const { read, write, ...others } = database.transactFor(id);
    return {
      ...others,
      read: (work) => read((stores) => work(faulty(stores) as typeof stores)),
      write: (work) => write((stores) => work(faulty(stores) as typeof stores)),
    };
  };
  return { transact: database.transact, transactFor };
}

const nothing = async () => {};
const dayBefore = (day: Day): Day => {
  const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, "YYYY-MM-DD".length) as Day;
  return dayAfter(before) === day ? before : day;
};

holds<Faults>(
  "stores of suppliers' invoices and of statements of charges",
  (faults) =>
    collected(({ chargeStoresContract }) =>
      chargeStoresContract("Faulty", { openSharedDatabase: () => openWith(faults) }),
    ),
  {},
  {
    "a payment that is not stored": [{ supplierInvoices: () => ({ update: nothing }) }, /only their payment/],
    "the newest invoice first": [
      {
        supplierInvoices: (right) => ({
          lockNamed: async (keys) => (await right.lockNamed(keys)).toReversed(),
        }),
      },
      /the oldest first/,
    ],
    "a reference in place of its key": [
      {
        supplierInvoices: (right) => ({
          lockNamed: async (keys) => (await right.lockNamed(keys)).filter(({ reference }) => keys.includes(reference)),
        }),
      },
      /the oldest first/,
    ],
    "any account of an amount": [
      {
        supplierInvoices: (right) => ({
          lockOpenOf: (payments) =>
            right.lockOpenOf(
              payments.flatMap((each) =>
                ["FR7630006000011234567890189", "DE89370400440532013000"].map((iban) => ({ ...each, iban })),
              ),
            ),
        }),
      },
      /accounts of their provider/,
    ],
    "references that are folded in case": [
      {
        supplierInvoices: (right) => ({ isTaken: (provider, text) => right.isTaken(provider, text.toUpperCase()) }),
      },
      /exactly/,
    ],
    "amounts that are left out": [
      { supplierInvoices: () => ({ openPartsOf: async () => new Map() }) },
      /sums what owners bear/,
    ],
    "a removal that removes nothing": [{ supplierInvoices: () => ({ remove: nothing }) }, /sums what owners bear/],
    "a period without its last day": [
      {
        chargeStatements: (right) => ({
          overlapping: (property, { from, to }) => right.overlapping(property, { from, to: dayBefore(to) }),
        }),
      },
      /only their state/,
    ],
    "an approval without its time": [
      { chargeStatements: (right) => ({ update: (each) => right.update({ ...each, approvedAt: null }) }) },
      /only their state/,
    ],
    "invoices that stay free": [
      {
        chargeStatements: (right) => ({
          insert: (each) =>
            right.insert({ ...each, lines: each.lines.map((line) => ({ ...line, supplierInvoiceId: null })) }),
        }),
      },
      /reserves the invoices/,
    ],
    "a recoverable invoice of any property": [
      {
        chargeSource: (right) => ({
          recoverableInvoices: async (property, { to }) =>
            right.recoverableInvoices(property, { from: "2025-01-01" as Day, to }),
        }),
      },
      /reserves the invoices/,
    ],
    "balances in the order of their insertion": [
      {
        chargeStatements: (right) => ({
          dueAdjustments: async (leases) => (await right.dueAdjustments(leases)).toReversed(),
        }),
      },
      /bills each balance once/,
    ],
    "a balance that stays due": [{ chargeStatements: () => ({ bill: nothing }) }, /bills each balance once/],
    "a balance that stays billed": [{ chargeStatements: () => ({ unbill: nothing }) }, /bills each balance once/],
  },
);

holds<Faults>(
  "stores of events of services",
  (faults) =>
    collected(({ serviceEventStoreContract }) =>
      serviceEventStoreContract("Faulty", { openSharedDatabase: () => openWith(faults) }),
    ),
  {},
  {
    "a lock on events of any mandate": [
      { serviceEvents: (right) => ({ lock: (_mandate, id) => right.find(id) }) },
      /none of another mandate/,
    ],
    "a list of all mandates": [
      { serviceEvents: (right) => ({ list: (_mandate, query) => right.list(null, query) }) },
      /none of another mandate/,
    ],
    "days without the last one": [
      { serviceEvents: (right) => ({ due: (mandates, until) => right.due(mandates, dayBefore(until)) }) },
      /the events due/,
    ],
    "the latest day first": [
      { serviceEvents: (right) => ({ due: async (...query) => (await right.due(...query)).toReversed() }) },
      /the events due/,
    ],
    "an event that stays due": [{ serviceEvents: () => ({ bill: nothing }) }, /the events due/],
    "an event that stays billed": [{ serviceEvents: () => ({ unbill: nothing }) }, /the events due/],
  },
);
