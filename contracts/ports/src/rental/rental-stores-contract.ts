import type { DirectoryStores, User } from "@cartulary/directory";
import type { BlobKey, Day, Transact, TransactFor } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import type { RegistryStores, RentalStores } from "@cartulary/rental";
import { type FecExport, fecExportListing } from "@cartulary/rental/accounting";
import {
  type Mandataire,
  type MandataireId,
  type MandataireMember,
  type MembershipFinder,
  mandataireListing,
  UNSTATED_IDENTITY,
} from "@cartulary/rental/agency";
import { interleave } from "../harness/concurrent-transactions.ts";
import { digestOf, EPOCH, idOf, later, records } from "../harness/document-records.ts";
import type { DatabaseHarness, TestDatabase } from "../harness/document-stores.ts";
import { withTimeout } from "../harness/eventually.ts";
import { refusalMessage } from "../harness/refusal-message.ts";
import { HARD_TEXTS, listingContract } from "../kernel/listing-contract.ts";
import { SAMPLED_TYPES } from "../kernel/samples.ts";
import { describe, expect, it } from "../runner/runner.ts";
import { type CallStoresUnderTest, callStoresContract } from "./billing/call-stores-contract.ts";
import {
  type ChargeStoresUnderTest,
  chargeListsContract,
  chargeStoresContract,
} from "./billing/charge-stores-contract.ts";
import { type RunStoresUnderTest, runStoresContract } from "./billing/run-stores-contract.ts";
import { type ServiceEventStoresUnderTest, serviceEventStoreContract } from "./billing/service-event-store-contract.ts";
import { type IncidentStoresUnderTest, incidentStoresContract } from "./incidents/incident-stores-contract.ts";
import { type LetterStoresUnderTest, letterStoresContract } from "./letters/letter-stores-contract.ts";
import { type LeaseStoresUnderTest, leaseStoresContract } from "./property/lease-stores-contract.ts";

/** The registry, and the users who are members. */
export type RegistryStoresUnderTest = DirectoryStores &
  Pick<RegistryStores, "mandataires" | "mandataireMembers" | "fecFiles" | "incidentFiles" | "letterFiles">;

/** A database with nothing in it. */
export interface RentalDatabase extends TestDatabase<RegistryStoresUnderTest> {
  readonly transactFor: TransactFor<
    MandataireId,
    RegistryStoresUnderTest &
      Pick<RentalStores, "fecExports"> &
      LeaseStoresUnderTest &
      IncidentStoresUnderTest &
      CallStoresUnderTest &
      LetterStoresUnderTest &
      RunStoresUnderTest &
      ChargeStoresUnderTest &
      ServiceEventStoresUnderTest
  >;
  /** Sends a statement past every port; rejects where the database refuses it. */
  executeSql(statement: string): Promise<void>;
  readonly membershipFinder: MembershipFinder;
}

/** Databases for the stores of rental management. */
export interface RentalStoresHarness extends DatabaseHarness<RegistryStoresUnderTest> {
  openDatabase(): Promise<RentalDatabase>;
  /** A database with nothing in it that stays until the last test: for suites that fill it once and then only read. */
  openSharedDatabase(): Promise<RentalDatabase>;
}

const QUERY = { page: 1, perPage: 100, sort: "createdAt", direction: "asc", conditions: [] } as const;
const HARD_TEXT = 'O\'Tée \\ 100%_ ? $1 :name -- "x" 🏡';

/** Contract of the stores of rental management. */
export function rentalStoresContract(name: string, harness: RentalStoresHarness): void {
  mandatairesContract(name, harness);
  membersContract(name, harness);
  fecExportsContract(name, harness);
  listsContract(name, harness);
  leaseStoresContract(name, harness);
  callStoresContract(name, harness);
  runStoresContract(name, harness);
  chargeStoresContract(name, harness);
  chargeListsContract(name, harness);
  serviceEventStoreContract(name, harness);
  incidentStoresContract(name, harness);
  letterStoresContract(name, harness);
}

function mandatairesContract(name: string, { openDatabase }: RentalStoresHarness): void {
  describe(`${name} is a store of mandataires`, () => {
    it("gives back whole mandataires, changed ones too, and none that there is not", async () => {
      const { transact } = await openDatabase();
      const [bare, full] = [mandataireOf(1), mandataireOf(2, FULL)];
      await inserted(transact, [bare, full]);
      for (const mandataire of [bare, full]) {
        expect(await transact.read(({ mandataires }) => mandataires.find(mandataire.id))).toEqual(mandataire);
        expect(await transact.write(({ mandataires }) => mandataires.lock(mandataire.id))).toEqual(mandataire);
      }
      const changed = { ...bare, ...FULL, updatedAt: later(1.234) };
      await transact.write(({ mandataires }) => mandataires.update(changed));
      const both = await transact.read(async ({ mandataires }) => [
        await mandataires.find(bare.id),
        await mandataires.find(full.id),
      ]);
      expect(both).toEqual([changed, full]);
      expect(await transact.read(({ mandataires }) => mandataires.find(mandataireOf(3).id))).toBeNull();
      await expect(transact.write(({ mandataires }) => mandataires.update(mandataireOf(3)))).rejects.toThrow(
        /not found/,
      );
    });

    it("removes, and removing twice is fine", async () => {
      const { transact } = await openDatabase();
      const [gone, stays] = [mandataireOf(1), mandataireOf(2)];
      await inserted(transact, [gone, stays]);
      await transact.write(async ({ mandataires }) => {
        await mandataires.remove(gone.id);
        await mandataires.remove(gone.id);
      });
      expect(await transact.read(({ mandataires }) => mandataires.ids(null, 9))).toEqual([stays.id]);
    });

    it("answers ids page by page", async () => {
      const { transact } = await openDatabase();
      const all = [1, 2, 3].map((count) => mandataireOf(count));
      await inserted(transact, all.toReversed());
      const ids = (after: MandataireId | null) => transact.read(({ mandataires }) => mandataires.ids(after, 2));
      const [first, second, third] = all.map(({ id }) => id);
      expect(await ids(null)).toEqual([first, second]);
      expect(await ids(second ?? null)).toEqual([third]);
      expect(await ids(third ?? null)).toEqual([]);
    });

    it("blocks removal of a locked mandataire until the transaction ends", async () => {
      const place = await openDatabase();
      const mandataire = mandataireOf(1);
      await inserted(place.transact, [mandataire]);
      expect(await place.transact.write(({ mandataires }) => mandataires.lockShared(mandataireOf(2).id))).toBe(false);
      const user = records().user();
      const [locked, members] = await interleave(place, {
        first: async ({ mandataires, users }) => {
          await users.insert(user);
          return mandataires.lockShared(mandataire.id);
        },
        second: async ({ mandataires, mandataireMembers }) => {
          await mandataires.lock(mandataire.id);
          return (await mandataireMembers.list(mandataire.id, QUERY)).total;
        },
        afterwards: async ({ mandataireMembers }) => {
          await mandataireMembers.insert(memberOf(mandataire, user));
        },
      });
      expect([locked, members]).toEqual([true, 1]);
    });

    it("lists those of a member and no others, in pages", async () => {
      const { transact } = await openDatabase();
      const [ana, bea] = [records(0x2000).user(), records(0x3000).user()];
      const all = [1, 2, 3, 4].map((count) => mandataireOf(count));
      await inserted(transact, all, [ana, bea]);
      await enrolled(transact, [
        ...all.slice(0, 3).map((mandataire) => memberOf(mandataire, ana)),
        ...all.slice(2).map((mandataire) => memberOf(mandataire, bea)),
      ]);
      const list = (user: User, page = 1) =>
        transact.read(({ mandataires }) => mandataires.listOf(user.id, { ...QUERY, perPage: 2, page }));
      expect(await list(ana)).toEqual({ items: all.slice(0, 2), total: 3, page: 1, perPage: 2 });
      expect((await list(ana, 2)).items).toEqual([all[2]]);
      expect((await list(bea)).items).toEqual(all.slice(2));
    });
  });
}

function membersContract(name: string, { openDatabase }: RentalStoresHarness): void {
  /** Two mandataires and two users without a membership. */
  async function crowd() {
    const place = await openDatabase();
    const mandataires = [mandataireOf(1), mandataireOf(2)] as const;
    const users = [records(0x2000).user({ displayName: "Ana" }), records(0x3000).user()] as const;
    await inserted(place.transact, mandataires, users);
    return { place, transact: place.transact, mandataires, users };
  }

  describe(`${name} is a store of the members of mandataires`, () => {
    it("says of a member who that is by now, and since when", async () => {
      const { transact, mandataires, users } = await crowd();
      const [[one, other], [ana]] = [mandataires, users];
      await enrolled(transact, [memberOf(one, ana, later(1.5))]);
      await transact.write((stores) => stores.users.update({ ...ana, displayName: "Ada", emailAddress: "a@b.org" }));
      const user = { id: ana.id, displayName: "Ada", emailAddress: "a@b.org" };
      const view = { userId: ana.id, user, createdAt: later(1.5) };
      const find = (id: MandataireId) => transact.read((stores) => stores.mandataireMembers.find(id, ana.id));
      expect([await find(one.id), await find(other.id)]).toEqual([view, null]);
      const list = (id: MandataireId) => transact.read((stores) => stores.mandataireMembers.list(id, QUERY));
      expect(await list(one.id)).toEqual({ items: [view], total: 1, page: 1, perPage: 100 });
      expect((await list(other.id)).total).toBe(0);
    });

    it("leaves alone who is a member already", async () => {
      const { transact, mandataires, users } = await crowd();
      const [[one, other], [ana]] = [mandataires, users];
      const insert = (member: MandataireMember) =>
        transact.write(({ mandataireMembers }) => mandataireMembers.insert(member));
      expect(await insert(memberOf(one, ana))).toBe(true);
      expect(await insert(memberOf(one, ana, later(9)))).toBe(false);
      expect(await insert(memberOf(other, ana, later(9)))).toBe(true);
      const found = await transact.read(({ mandataireMembers }) => mandataireMembers.find(one.id, ana.id));
      expect(found?.createdAt).toBe(EPOCH);
    });

    it("removes one, all of a user, and all in a mandataire", async () => {
      const { transact, mandataires, users } = await crowd();
      const [[one, other], [ana, bea]] = [mandataires, users];
      const everybody = mandataires.flatMap((mandataire) => users.map((user) => memberOf(mandataire, user)));
      const left = () =>
        transact.read(async (stores) => {
          const pages = [];
          for (const { id } of mandataires)
            pages.push(await stores.mandataireMembers.list(id, { ...QUERY, sort: "id" }));
          return pages.map(({ items }) => items.map(({ userId }) => userId));
        });
      await enrolled(transact, everybody);
      const remove = () => transact.write(({ mandataireMembers }) => mandataireMembers.remove(one.id, bea.id));
      expect([await remove(), await remove()]).toEqual([true, false]);
      expect(await left()).toEqual([[ana.id], [ana.id, bea.id]]);
      await transact.write(({ mandataireMembers }) => mandataireMembers.removeOf(ana.id));
      expect(await left()).toEqual([[], [bea.id]]);
      await transact.write(({ mandataireMembers }) => mandataireMembers.removeIn(other.id));
      expect(await left()).toEqual([[], []]);
    });

    it("lets one of those who add the same user at the same time do it", async () => {
      const { place, mandataires, users } = await crowd();
      const add = ({ mandataireMembers }: RegistryStoresUnderTest) =>
        mandataireMembers.insert(memberOf(mandataires[0], users[0]));
      expect(await interleave(place, { first: add, second: add })).toEqual([true, false]);
    });

    it("finds the mandataires of a user outside of any transaction, and refuses inside one", async () => {
      const { place, transact, mandataires, users } = await crowd();
      const [[one, other], [ana, bea]] = [mandataires, users];
      await enrolled(transact, [memberOf(other, ana), memberOf(one, ana)]);
      const find = (user: User) => place.membershipFinder.mandatairesOf(user.id);
      expect([await find(ana), await find(bea)]).toEqual([[one.id, other.id], []]);
      await expect(withTimeout(transact.read(() => find(ana)))).rejects.toThrow(/open/);
    });
  });
}

function fecExportsContract(name: string, { openDatabase }: RentalStoresHarness): void {
  describe(`${name} is a store of accounting files`, () => {
    it("gives back a whole record to the mandataire whose it is, and to no other", async () => {
      const { transact, transactFor } = await openDatabase();
      const [mine, theirs] = [mandataireOf(1), mandataireOf(2)];
      await inserted(transact, [mine, theirs]);
      const fecExport = fecExportOf(1);
      await transactFor(mine.id).write(({ fecExports }) => fecExports.insert(fecExport));
      const seenBy = ({ id }: Mandataire) =>
        transactFor(id).read(async ({ fecExports }) => [
          await fecExports.find(fecExport.id),
          (await fecExports.list(QUERY)).items,
          await fecExports.any(),
        ]);
      expect(await seenBy(mine)).toEqual([fecExport, [fecExport], true]);
      expect(await seenBy(theirs)).toEqual([null, [], false]);
    });

    it("rejects every SQL statement that changes or deletes it", async () => {
      const { transact, transactFor, executeSql } = await openDatabase();
      const mine = mandataireOf(1);
      await inserted(transact, [mine]);
      await transactFor(mine.id).write(async ({ fecExports, fecFiles }) => {
        await fecExports.insert(fecExportOf(1));
        await fecFiles.insert(mine.id, fecExportOf(1).id, "blobs/1" as never);
      });
      for (const statement of [
        "delete from fec_files",
        "update fec_files set blob_key = 'blobs/2'",
        "delete from fec_exports",
        "update fec_exports set sha256 = 'another'",
        "update fec_exports set total_debit_cents = total_debit_cents + 1",
      ])
        expect(await refusalMessage(executeSql(statement), statement)).toMatch(/sealed/);
      await expect(executeSql("truncate fec_exports, fec_files")).rejects.toThrow(/sealed|syntax error/);
    });

    it("lets a file go once its retention is over, the file before the record", async () => {
      const { transact, transactFor } = await openDatabase();
      const [mine, theirs] = [mandataireOf(1), mandataireOf(2)];
      await inserted(transact, [mine, theirs]);
      const old: FecExport = { ...fecExportOf(1), year: 1999 };
      await transactFor(mine.id).write(async ({ fecExports, fecFiles }) => {
        await fecExports.insert(old);
        await fecFiles.insert(mine.id, old.id, "blobs/1" as never);
      });
      const removedBy = ({ id }: Mandataire) =>
        transactFor(id).write(async ({ fecExports, fecFiles }) => [
          await fecFiles.remove(id, old.id),
          await fecExports.remove(old.id),
        ]);
      expect(await removedBy(theirs)).toEqual([null, false]);
      expect(await removedBy(mine)).toEqual(["blobs/1", true]);
      expect(await removedBy(mine)).toEqual([null, false]);
      expect(await transactFor(mine.id).read(({ fecExports }) => fecExports.any())).toBe(false);
    });

    it("knows the blob of each, and counts them between two keys", async () => {
      const { transact, transactFor } = await openDatabase();
      const [mine, theirs] = [mandataireOf(1), mandataireOf(2)];
      await inserted(transact, [mine, theirs]);
      const keys = ["a0", "b1", "b2", "c3"].map((key) => key as BlobKey);
      const fecExports = keys.map((_, index) => fecExportOf(index + 1));
      for (const [index, key] of keys.entries()) {
        const { id } = index % 2 === 0 ? mine : theirs;
        const fecExport = fecExports[index] ?? fecExportOf(9);
        await transactFor(id).write(async (stores) => {
          await stores.fecExports.insert(fecExport);
          await stores.fecFiles.insert(id, fecExport.id, key);
        });
      }
      const [first] = fecExports;
      const find = ({ id }: Mandataire) =>
        transact.read(({ fecFiles }) => fecFiles.find(id, first?.id ?? fecExportOf(9).id));
      expect([await find(mine), await find(theirs)]).toEqual(["a0", null]);
      const holders = await transact.read(({ fecFiles }) => fecFiles.holders("a1" as BlobKey, "b2" as BlobKey));
      expect([...holders].sort()).toEqual([
        ["b1", 1],
        ["b2", 1],
      ]);
    });
  });
}

function listsContract(name: string, { openSharedDatabase }: RentalStoresHarness): void {
  listingContract(`${name}, of mandataires,`, {
    listing: mandataireListing,
    records: HARD_TEXTS.map((text, index) =>
      mandataireOf(index + 1, {
        name: `M${text}`,
        accountingCode: index % 3 === 0 ? null : text,
        createdAt: later(index % 4),
      }),
    ),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(mandataires) {
      const { transact } = await openSharedDatabase();
      const user = records().user();
      await inserted(transact, mandataires, [user]);
      await enrolled(
        transact,
        mandataires.map((mandataire) => memberOf(mandataire, user)),
      );
      return (query) => transact.read((stores) => stores.mandataires.listOf(user.id, query));
    },
  });

  listingContract(`${name}, of accounting files,`, {
    listing: fecExportListing,
    records: [1, 2, 3, 4, 5, 6].map((count) => listed(fecExportOf(count))),
    values: VALUES,
    sampled: SAMPLED_TYPES,
    async create(fecExports) {
      const { transact, transactFor } = await openSharedDatabase();
      const mandataire = mandataireOf(1);
      await inserted(transact, [mandataire]);
      await transactFor(mandataire.id).write(async (stores) => {
        for (const { totalDebit: _, totalCredit: __, downloadUrl: ___, ...fecExport } of fecExports)
          await stores.fecExports.insert(fecExport);
      });
      return async (query) => {
        const page = await transactFor(mandataire.id).read((stores) => stores.fecExports.list(query));
        return { ...page, items: page.items.map(listed) };
      };
    },
  });
}

/** Values that each predicate of a field is tried with. */
const VALUES = 4;

/** With the fields that lists know by other names. */
const listed = (fecExport: FecExport) => ({
  ...fecExport,
  totalDebit: fecExport.totalDebitCents,
  totalCredit: fecExport.totalCreditCents,
  downloadUrl: fecExport.downloadPath,
});

async function inserted(
  transact: Transact<RegistryStoresUnderTest>,
  mandataires: readonly Mandataire[],
  users: readonly User[] = [],
): Promise<void> {
  await transact.write(async (stores) => {
    for (const user of users) await stores.users.insert(user);
    for (const mandataire of mandataires) await stores.mandataires.insert(mandataire);
  });
}

async function enrolled(
  transact: Transact<RegistryStoresUnderTest>,
  members: readonly MandataireMember[],
): Promise<void> {
  await transact.write(async ({ mandataireMembers }) => {
    for (const member of members) await mandataireMembers.insert(member);
  });
}

const FULL = {
  name: HARD_TEXT,
  accountingCode: HARD_TEXT,
  siren: "552100554",
  billingCalendar: "anniversary",
  billingCycleMonth: 12,
  accountingMode: "accrual",
  iban: "FR7630006000011234567890189",
  bic: "AGRIFRPP",
  address: HARD_TEXT,
} as const;

function mandataireOf(count: number, overrides: Partial<Mandataire> = {}): Mandataire {
  return {
    id: idOf<"Mandataire">(0x9000 + count),
    name: `Mandataire ${count}`,
    accountingCode: null,
    siren: null,
    billingCalendar: "civil",
    billingCycleMonth: 1,
    accountingMode: "cash",
    iban: null,
    bic: null,
    address: null,
    ...UNSTATED_IDENTITY,
    createdAt: EPOCH,
    updatedAt: EPOCH,
    ...overrides,
  };
}

const memberOf = ({ id }: Mandataire, user: User, createdAt = EPOCH): MandataireMember => ({
  mandataireId: id,
  userId: user.id,
  createdAt,
});

function fecExportOf(count: number): FecExport {
  const year = 2024 + (count % 3);
  return {
    id: idOf<"FecExport">(0xa000 + count),
    year,
    societyCode: count % 2 === 0 ? "1" : HARD_TEXT,
    status: "ready",
    siren: "552100554",
    filename: `552100554FEC${year}1231.txt`,
    separator: count % 2 === 0 ? "tab" : "pipe",
    encoding: count % 3 === 0 ? "utf-8" : "iso-8859-15",
    byteSize: 1000 * count,
    sha256: digestOf(count),
    entriesCount: count,
    linesCount: 2 * count,
    totalDebitCents: cents(2 ** 40 + count),
    totalCreditCents: cents(2 ** 40 + count),
    periodStart: `${year}-01-01` as Day,
    periodEnd: `${year}-12-31` as Day,
    warnings: count % 2 === 0 ? [] : [{ code: "year_open", count: 1, sample: [String(year), HARD_TEXT] }],
    createdAt: later(count % 4),
    downloadPath: `/fec_exports/${count}/download`,
  };
}
