import { listen } from "@cartulary/node";
import { expect, it, onTestFinished } from "vitest";
import { openHouse } from "../../support/application-fixture.ts";
import { actingOn } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { commandsIn, stepsOf } from "../../support/guide.ts";
import { openGuideShell } from "../../support/guide-shell.ts";
import { expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";

/** A JSON body with any fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

it.each(usualDatabases)("The guide's estate is right on every day, on $name", async ({ open }) => {
  const house = await openHouse(await open());
  onTestFinished(() => house.close());
  const listener = await listen(house.app, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => listener.close(0));
  const token = async () => ({ code: 0, stdout: await house.admin.token(), stderr: "" });
  await using shell = await openGuideShell({ CARTULARY_URL: `http://127.0.0.1:${listener.port}` }, token);
  const [opening, ...steps] = stepsOf("docs/guide/estate.md");
  await shell.run(opening?.script ?? "");
  const [{ id: mandataire }] = expectStatus(await house.admin.ask<Body>("GET", `${RENTAL}/mandataires`), 200);

  const get = async (path: string): Promise<Body> =>
    expectStatus(await house.admin.ask<Body>("GET", RENTAL + path, actingOn(mandataire)), 200);
  async function at<Result>(day: string, work: () => Promise<Result>): Promise<Result> {
    const moved = Date.parse(`${day}T10:00:00Z`) - Date.parse(house.clock.now());
    house.clock.pass(moved);
    const result = await work();
    house.clock.pass(-moved);
    return result;
  }
  /** The one record of a collection on a day, as its list and its detail tell it: they agree. */
  const on = (day: string, collection: string, fields: readonly string[]): Promise<Body> =>
    at(day, async () => {
      const [listed] = await get(`/${collection}`);
      const detail = await get(`/${collection}/${listed.id}`);
      const only = (record: Body) => Object.fromEntries(fields.map((field) => [field, record[field]]));
      expect(only(detail)).toEqual(only(listed));
      return only(listed);
    });
  /** The number of shares of an owner on a day. */
  const sharesOn = async (day: string, name: string) => {
    const [{ id }] = await get(`/owners?q[first_name_eq]=${name}`);
    return at(day, async () => (await get(`/owners/${id}`)).ownerships.length);
  };
  const mandateOn = (day: string) => on(day, "mandates", ["status", "endDate", "businessCode"]);
  const leaseOn = (day: string) => on(day, "leases", ["status", "endDate", "monthlyRent", "tenantName"]);
  const rentOn = async (day: string) => (await leaseOn(day)).monthlyRent.cents;
  const ownersOn = async (day: string) =>
    (await on(day, "units", ["owners"])).owners.map(({ name, shareRatio }: Body) => [name, shareRatio]);
  const letOn = async (day: string) => {
    const { occupiedCount, activeLeaseCount } = await on(day, "properties", ["occupiedCount", "activeLeaseCount"]);
    const { activeLease } = await on(day, "units", ["activeLease"]);
    return [occupiedCount, activeLeaseCount, activeLease?.status];
  };

  /** The checks after a command, by a part of the command. */
  const stories: Readonly<Record<string, () => Promise<void>>> = {
    '\\"share_numerator\\": 2': async () => {
      expect(await ownersOn("2026-03-01")).toEqual([
        ["Anne", 0.333333],
        ["Luc", 0.666667],
      ]);
    },
    '\\"$MAUD\\"': async () => {
      expect(await ownersOn("2026-06-30")).toEqual(await ownersOn("2026-03-01"));
      expect(await ownersOn("2026-07-01")).toEqual([
        ["Luc", 0.833333],
        ["Maud", 0.166667],
      ]);
      expect([await sharesOn("2026-06-30", "Anne"), await sharesOn("2026-07-01", "Anne")]).toEqual([1, 0]);
      expect([await sharesOn("2026-06-30", "Luc"), await sharesOn("2026-07-01", "Luc")]).toEqual([1, 2]);
      const [{ id }] = await get("/units");
      expect(await get(`/units/${id}`)).toMatchObject({ sharesComplete: true, totalSharePercent: 100 });
    },
    "MANDATE=": async () => {
      expect(await mandateOn("2026-12-31")).toEqual({ status: "active", endDate: "2026-12-31", businessCode: "1" });
      expect(await mandateOn("2027-01-01")).toMatchObject({ status: "expired" });
    },
    "/extend": async () => {
      expect(await mandateOn("2027-01-01")).toMatchObject({ status: "active", endDate: "2029-12-31" });
      expect(await mandateOn("2030-01-01")).toMatchObject({ status: "expired" });
    },
    "/terminate": async () => {
      expect(await mandateOn("2026-03-01")).toMatchObject({ status: "terminated", endDate: "2026-03-01" });
      expect(await get("/mandates?q[status_eq]=active")).toEqual([]);
    },
    "LEASE=": async () => {
      expect(await leaseOn("2026-03-01")).toMatchObject({ status: "draft", tenantName: "Zoé Le Goff" });
      expect(await letOn("2026-03-01")).toEqual([0, 0, undefined]);
    },
    "/activate": async () => {
      expect(await letOn("2026-03-01")).toEqual([1, 1, "active"]);
      expect(await leaseOn("2034-12-31")).toMatchObject({ status: "active" });
      expect(await leaseOn("2035-01-01")).toMatchObject({ status: "ended", endDate: "2034-12-31" });
    },
    "130000": async () => {
      expect([await rentOn("2026-12-31"), await rentOn("2027-01-01")]).toEqual([125_000, 130_000]);
      const [{ id }] = await get("/leases");
      const { terms } = await get(`/leases/${id}`);
      expect(terms.map(({ effectiveFrom, effectiveTo }: Body) => [effectiveFrom, effectiveTo])).toEqual([
        ["2026-01-01", "2026-12-31"],
        ["2027-01-01", null],
      ]);
    },
    "/lease_parties": async () => {
      const [{ id }] = await get("/leases");
      const { parties } = await get(`/leases/${id}`);
      expect(parties.map(({ partyType, name }: Body) => [partyType, name])).toEqual(
        expect.arrayContaining([
          ["tenant", "Zoé Le Goff"],
          ["occupant", "Léo"],
        ]),
      );
    },
    "/give_notice": async () => {
      expect(await leaseOn("2026-03-01")).toMatchObject({ status: "notice", endDate: "2028-12-30" });
      expect(await letOn("2028-12-30")).toEqual([1, 1, "notice"]);
      expect(await letOn("2028-12-31")).toEqual([0, 0, "ended"]);
    },
    "/withdraw_notice": async () => {
      expect(await leaseOn("2026-03-01")).toMatchObject({ status: "active", endDate: "2034-12-31" });
      expect(await letOn("2028-12-31")).toEqual([1, 1, "active"]);
    },
    '"end_date": "2026-02-28"': async () => {
      expect(await leaseOn("2026-03-01")).toMatchObject({ status: "ended", endDate: "2026-02-28" });
      expect(await letOn("2026-03-01")).toEqual([0, 0, "ended"]);
      expect(await get("/leases?q[status_in]=active,notice")).toEqual([]);
    },
  };
  const left = new Set(Object.keys(stories));
  // Properties and owners, mandates, leases; guides.test.ts runs the rest of the page.
  for (const command of steps.slice(0, 3).flatMap(({ script }) => commandsIn(script))) {
    house.clock.pass(1000);
    await shell.run(command);
    for (const [part, story] of Object.entries(stories)) {
      if (!command.includes(part)) continue;
      await story();
      left.delete(part);
    }
  }
  expect([...left]).toEqual([]);
});
