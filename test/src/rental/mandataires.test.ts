import { createFsBlobStore } from "@cartulary/blobs-fs";
import { createDigests } from "@cartulary/crypto";
import type { Caller, DomainError, Id, UserId } from "@cartulary/kernel";
import { ledgerUseCases } from "@cartulary/ledger";
import type { RentalStores } from "@cartulary/rental";
import { rentalPlan } from "@cartulary/rental/accounting";
import { bookOf, type Mandataire, type MandataireId, UNSTATED_IDENTITY } from "@cartulary/rental/agency";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Agency, type AgencyOptions, agencyOf, receipt, SIREN } from "../../support/agency.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";

const UNKNOWN_USER = "01900000-0000-7000-8000-ffffffffffff" as UserId;
const NOTHING = UNKNOWN_USER as string as MandataireId;
const QUERY = { page: 1, perPage: 25, sort: "createdAt", direction: "asc", conditions: [] } as const;

describe.each(usualDatabases)("mandataires on $name", ({ open }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const blobStore = createFsBlobStore({ directory: "/nowhere" });
  const agency = (options: Partial<AgencyOptions> = {}) => agencyOf(database, { blobStore, ...options });
  const refusal = (asking: Promise<unknown>): Promise<DomainError> =>
    asking.then(
      () => expect.fail("was not refused"),
      (error) => error,
    );
  const detailsOf = async (asking: Promise<unknown>) => {
    const { kind, details } = await refusal(asking);
    expect(kind).toBe("invalid");
    return (details as readonly { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
  };
  const namesOf = async ({ mandataires }: Agency, caller: Caller) =>
    (await mandataires.list(caller, QUERY)).items.map(({ name }) => name);
  const inBook = <Result>(id: MandataireId, work: (stores: RentalStores) => Promise<Result>) =>
    database.transactFor(id).write(work);

  it("are made with defaults, an open book and their first member", async () => {
    const { mandataires, memberships, accounting, boss, reports } = await agency();
    const made = await mandataires.create(boss, { name: " Agence du Port " });
    expect(made).toEqual({
      id: made.id,
      name: "Agence du Port",
      accountingCode: null,
      siren: null,
      billingCalendar: "civil",
      billingCycleMonth: 1,
      accountingMode: "cash",
      iban: null,
      bic: null,
      address: null,
      ...UNSTATED_IDENTITY,
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
    });
    expect((await mandataires.list(boss, QUERY)).items).toEqual([made]);
    const members = await memberships.list(boss, { mandataireId: made.id, query: QUERY });
    expect(members.items).toEqual([
      {
        userId: boss.userId,
        user: { id: boss.userId, displayName: "boss", emailAddress: expect.stringContaining("boss") },
        createdAt: made.createdAt,
      },
    ]);
    expect(await accounting(made.id).periods(boss)).toEqual([]);
    const { accounts } = await accounting(made.id).trialBalance(boss, { from: null, to: null });
    expect(accounts).toEqual([]);
    expect(await inBook(made.id, async (stores) => (await stores.accounts.list()).length)).toBe(16);
    expect(reports).toEqual(["created Agence du Port"]);
  });

  it("are refused with everything that is wrong, and leave nothing", async () => {
    const { mandataires, boss } = await agency();
    const wrong = { name: " ", siren: "552100555", billingCycleMonth: 13, accountingCode: "x".repeat(65) };
    expect(await detailsOf(mandataires.create(boss, wrong))).toEqual([
      "name blank",
      "accountingCode too_long",
      "siren invalid",
      "billingCycleMonth less_than_or_equal_to",
    ]);
    expect((await mandataires.list(boss, QUERY)).total).toBe(0);
  });

  it("are written by administrators only, members or not, and seen by members only", async () => {
    const house = await agency();
    const { mandataires, memberships, person } = house;
    const made = await house.mandataire();
    const [manager, other] = [await person("manager", "manager"), await person("other", "super_admin")];
    await memberships.add(other, { mandataireId: made.id, userId: manager.userId });
    expect(await namesOf(house, manager)).toEqual([made.name]);
    expect(await namesOf(house, other)).toEqual([]);
    for (const asking of [
      () => mandataires.create(manager, { name: "x" }),
      () => mandataires.update(manager, { id: made.id, name: "x" }),
      () => mandataires.remove(manager, made.id),
      () => memberships.list(manager, { mandataireId: made.id, query: QUERY }),
      () => memberships.add(manager, { mandataireId: made.id, userId: other.userId }),
      () => memberships.remove(manager, { mandataireId: made.id, userId: manager.userId }),
    ])
      expect(await refusal(asking())).toMatchObject({ kind: "forbidden" });
    const changed = await mandataires.update(other, { id: made.id, name: "Agence du Parc", siren: null });
    expect(changed).toEqual({ ...made, name: "Agence du Parc", siren: null, updatedAt: changed.updatedAt });
  });

  it("keep the fields that a change omits", async () => {
    const { mandataires, boss, world } = await agency();
    const full = {
      name: "A",
      accountingCode: "S1",
      siren: SIREN,
      billingCalendar: "anniversary",
      billingCycleMonth: 7,
      accountingMode: "accrual",
      iban: "FR7630006000011234567890189",
      bic: "AGRIFRPP",
      address: "1 rue du Port\n29200 Brest",
    } as const;
    const made = await mandataires.create(boss, full);
    world.clock.pass(1000);
    const touched = await mandataires.update(boss, { id: made.id });
    expect(touched).toEqual({ ...made, updatedAt: world.clock.now() });
    expect(touched).toMatchObject(full);
    expect(await detailsOf(mandataires.update(boss, { id: made.id, name: "" }))).toEqual(["name blank"]);
    expect(await refusal(mandataires.update(boss, { id: NOTHING, name: "x" }))).toMatchObject({ kind: "not_found" });
  });

  it("keep their accounting code once their book has an entry, a draft too", async () => {
    const { mandataires, mandataire, accounting, boss } = await agency();
    const made = await mandataire({ accountingCode: "S1" });
    const ledger = accounting(made.id);
    const coded = (accountingCode: string | null) => mandataires.update(boss, { id: made.id, accountingCode });
    await coded("1");
    const { id } = await ledger.draft(boss, receipt(10));
    expect(await detailsOf(coded("S2"))).toEqual(["accountingCode invalid"]);
    await ledger.validate(boss, id);
    expect(await detailsOf(coded(null))).toEqual(["accountingCode invalid"]);
    expect(await coded(" 1 ")).toMatchObject({ accountingCode: "1" });
    expect(await mandataires.update(boss, { id: made.id, name: "Renamed" })).toMatchObject({ name: "Renamed" });
  });

  it("are removed with their book and their members", async () => {
    const house = await agency();
    const { mandataires, boss } = house;
    const [made, stays] = [await house.mandataire(), await house.mandataire({ name: "Stays" })];
    await mandataires.remove(boss, made.id);
    expect(await namesOf(house, boss)).toEqual(["Stays"]);
    expect(await inBook(made.id, (stores) => stores.books.find())).toBeNull();
    expect(await inBook(made.id, (stores) => stores.accounts.list())).toEqual([]);
    expect(await inBook(stays.id, (stores) => stores.books.find())).toMatchObject({ id: bookOf(stays.id) });
    expect(await refusal(mandataires.remove(boss, made.id))).toMatchObject({ kind: "not_found" });
  });

  const RETAINED: Readonly<Record<string, (house: Agency, mandataire: Mandataire) => Promise<unknown>>> = {
    "a sealed entry": ({ accounting, boss }, { id }) => accounting(id).post(boss, [receipt(1)]),
    "a draft": ({ accounting, boss }, { id }) => accounting(id).draft(boss, receipt(1)),
    "an auxiliary account": ({ accounting, boss }, { id }) =>
      accounting(id).saveAuxiliary(boss, {
        kind: "PRO",
        code: "PRO0001",
        name: "Anne Aubry",
        entityType: null,
        entityId: null,
      }),
  };

  it.each(Object.keys(RETAINED))("stay when they have %s", async (stored) => {
    const house = await agency();
    const made = await house.mandataire();
    await RETAINED[stored]?.(house, made);
    expect(await refusal(house.mandataires.remove(house.boss, made.id))).toMatchObject({
      kind: "invalid",
      code: "has_dependents",
    });
    expect(await namesOf(house, house.boss)).toEqual([made.name]);
    expect(await inBook(made.id, (stores) => stores.books.find())).not.toBeNull();
    expect(house.reports).not.toContain(`removed ${made.name}`);
  });

  it("stay when an entry is posted during their removal", async () => {
    const house = await agency();
    const { id } = await house.mandataire();
    const { clock, newId } = house.world;
    const { post } = ledgerUseCases({ ...rentalPlan, clock, newId, digests: createDigests() });
    const [posted, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const posting = inBook(id, async (stores) => {
      await post.run(stores, house.boss, [receipt(1)]);
      posted.resolve();
      await commit.promise;
    });
    await posted.promise;
    const removing = refusal(house.mandataires.remove(house.boss, id));
    await Promise.race([database.untilBlocked(), removing]);
    commit.resolve();
    await posting;
    expect(await removing).toMatchObject({ kind: "invalid", code: "has_dependents" });
  });

  it("stay while another module has records of them", async () => {
    const requests: unknown[] = [];
    const dependents = [async (_: unknown, __: Caller, id: MandataireId) => requests.push(id) > 0];
    const house = await agency({ dependents });
    const { id } = await house.mandataire();
    expect(await refusal(house.mandataires.remove(house.boss, id))).toMatchObject({ code: "has_dependents" });
    expect(requests).toEqual([id]);
  });

  it("stay or are removed when an entry is posted concurrently", async () => {
    const house = await agency();
    const { id } = await house.mandataire();
    const [removed, posted] = await Promise.allSettled([
      house.mandataires.remove(house.boss, id),
      house.accounting(id).post(house.boss, [receipt(1)]),
    ]);
    expect([removed.status, posted.status].sort()).toEqual(["fulfilled", "rejected"]);
    const book = await inBook(id, (stores) => stores.books.find());
    expect(book === null).toBe(removed.status === "fulfilled");
  });

  it("take members in and let them go", async () => {
    const { mandataires, memberships, boss, person, reports, ...house } = await agency();
    const { id: mandataireId } = await house.mandataire();
    const ana = await person("Ana");
    const named = { mandataireId, userId: ana.userId };
    house.world.clock.pass(1000);
    const first = await memberships.add(boss, named);
    house.world.clock.pass(1000);
    const again = await memberships.add(boss, named);
    expect(first).toMatchObject({ added: true, member: { userId: ana.userId, user: { displayName: "Ana" } } });
    expect(again).toEqual({ ...first, added: false });
    await memberships.remove(boss, named);
    expect((await mandataires.list(ana, QUERY)).total).toBe(0);
    expect(await refusal(memberships.remove(boss, named))).toMatchObject({ kind: "not_found" });
    expect(await detailsOf(memberships.add(boss, { mandataireId, userId: UNKNOWN_USER }))).toEqual([
      "userId not_found",
    ]);
    const nowhere = { mandataireId: NOTHING, userId: ana.userId };
    for (const asking of [
      () => memberships.add(boss, nowhere),
      () => memberships.remove(boss, nowhere),
      () => memberships.list(boss, { mandataireId: NOTHING, query: QUERY }),
    ])
      expect(await refusal(asking())).toMatchObject({ kind: "not_found" });
    expect(reports.slice(1)).toEqual(["member added", "member removed"]);
  });

  it("are chosen among those of the caller", async () => {
    const house = await agency();
    const { memberships, boss, person } = house;
    const [one, two] = [await house.mandataire(), await house.mandataire()];
    const ana = await person("Ana");
    const choose = (caller: Caller, header: string | null = null) =>
      memberships.choose(caller, { header, query: null });
    expect(await refusal(choose(ana))).toMatchObject({ kind: "forbidden" });
    await memberships.add(boss, { mandataireId: two.id, userId: ana.userId });
    expect(await choose(ana)).toBe(two.id);
    expect(await refusal(choose(ana, one.id))).toMatchObject({ kind: "forbidden" });
    expect(await refusal(choose(boss))).toMatchObject({ kind: "malformed", code: "mandataire_required" });
    expect(await choose(boss, one.id.toUpperCase())).toBe(one.id);
    await memberships.remove(boss, { mandataireId: two.id, userId: ana.userId });
    expect(await refusal(choose(ana, two.id))).toMatchObject({ kind: "forbidden" });
  });

  it("keep books that the others do not see", async () => {
    const { accounting, boss, mandataire } = await agency();
    const [mine, theirs] = [await mandataire(), await mandataire()];
    const [entry] = await accounting(mine.id).post(boss, [receipt(10)]);
    const id = entry?.id ?? (NOTHING as Id<string> as never);
    expect(await refusal(accounting(theirs.id).get(boss, id))).toMatchObject({ kind: "not_found" });
    expect(await accounting(theirs.id).periods(boss)).toEqual([]);
    expect((await accounting(theirs.id).post(boss, [receipt(10)]))[0]?.reference).toBe("BQ-2026-000001");
  });
});
