import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";
const RUNS = process.env.CARTULARY_TEST_LONG ? 60 : 5;

/** A JSON body with any fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** A term on paper: its first day, the requested last day, and rents by unit. */
interface PaperTerm {
  readonly id: string;
  readonly from: string;
  readonly until: string | null;
  readonly rents: Readonly<Record<string, number>>;
}

const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, "0")}`);
const rents = fc.dictionary(fc.constantFrom("0", "1", "2"), fc.integer({ min: 0, max: 100_000 }), { maxKeys: 3 });
const until = fc.option(days);
const pick = fc.nat({ max: 20 });

/** An act on the terms of a lease; `pick` is the index of an existing one. */
const commands = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), from: days, until, rents }),
  fc.record({ kind: fc.constant("move" as const), pick, from: days }),
  fc.record({ kind: fc.constant("end" as const), pick, until }),
  fc.record({ kind: fc.constant("name" as const), pick, rents }),
  fc.record({ kind: fc.constant("open" as const), from: days, rents }),
  fc.record({ kind: fc.constant("remove" as const), pick }),
);
type Command = typeof commands extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(usualDatabases)("over any history, the terms of a lease on $name", ({ open }) => {
  let house: House;
  let mandataire: string;
  let units: readonly string[];
  let tenant: string;
  beforeAll(async () => {
    house = await openHouse(await open());
    mandataire = (await bookMakersFor(house).mandataire()).id;
    const property = (await made("/properties", { name: "P", address: "x" })).id;
    const identifiers = ["0", "1", "2"];
    units = await Promise.all(
      identifiers.map(async (identifier) => (await made("/units", { property_id: property, identifier })).id),
    );
    tenant = (await made("/tenants", {})).id;
  });
  afterAll(() => house.close());

  const ask = (method: string, path: string, json?: object, query?: Record<string, string>) =>
    house.admin.ask<Body>(
      method,
      RENTAL + path,
      actingOn(mandataire, { ...(json && { json }), ...(query && { query }) }),
    );
  const made = async (path: string, json: object) => expectStatus(await ask("POST", path, json), 201);

  it("equal a list of terms on paper on every day, and nothing else changes them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commands, { maxLength: 10 }), async (history) => {
        const lease = await made("/leases", {
          lease: {
            ...{ reference: "H", lease_type: "other", start_date: "2026-03-01" },
            ...{ status: "active", signature_date: "2026-02-01" },
          },
          units: units.map((id) => ({ id, base_rent_cents: 1000 })),
          tenant_id: tenant,
        });
        const leaseUnits: readonly string[] = lease.units.map(({ id }: Body) => id);
        const all = Object.fromEntries(leaseUnits.map((_, index) => [String(index), 1000]));
        let paper: readonly PaperTerm[] = [{ id: lease.terms[0].id, from: "2026-03-01", until: null, rents: all }];
        for (const command of history) {
          house.clock.pass(1000);
          paper = await done(command, paper, { id: lease.id, leaseUnits });
          await expectTerms(lease.id, leaseUnits, paper);
        }
        expectStatus(await ask("DELETE", `/leases/${lease.id}`), 204);
      }),
      { numRuns: RUNS },
    );
  });

  interface Of {
    readonly id: string;
    readonly leaseUnits: readonly string[];
  }

  const named = (rents: Readonly<Record<string, number>>, ids: readonly string[], key: string) =>
    Object.entries(rents).map(([unit, base_rent_cents]) => ({ [key]: ids[Number(unit)], base_rent_cents }));

  /** Does it, expects what paper foresees, and answers the terms as they are then. */
  async function done(command: Command, paper: readonly PaperTerm[], of: Of): Promise<readonly PaperTerm[]> {
    if (command.kind === "add") {
      const { from, until, rents } = command;
      const lease_term = {
        ...{ lease_id: of.id, effective_from: from, effective_to: until },
        lease_unit_terms: named(rents, of.leaseUnits, "lease_unit_id"),
      };
      const reply = await ask("POST", "/lease_terms", { lease_term });
      if (paper.some((term) => term.from === from) || (until !== null && until < from)) return refused(reply, paper);
      return [...paper, { id: expectStatus(reply, 201).id, from, until, rents }];
    }
    if (command.kind === "open") return opened(command, paper, of);
    const term = paper[command.pick % paper.length] as PaperTerm;
    const others = paper.filter((each) => each !== term);
    const path = `/lease_terms/${term.id}`;
    const change = async (lease_term: object, changed: PaperTerm) => {
      const reply = await ask("PATCH", path, { lease_term });
      const isTaken = others.some(({ from }) => from === changed.from);
      if (isTaken || (changed.until !== null && changed.until < changed.from)) return refused(reply, paper);
      expectStatus(reply, 200);
      return [...others, changed];
    };
    switch (command.kind) {
      case "move":
        return change({ effective_from: command.from }, { ...term, from: command.from });
      case "end":
        return change({ effective_to: command.until }, { ...term, until: command.until });
      case "name":
        return change(
          { lease_unit_terms: named(command.rents, of.leaseUnits, "lease_unit_id") },
          { ...term, rents: command.rents },
        );
      case "remove": {
        const reply = await ask("DELETE", path);
        if (others.length === 0) return refused(reply, paper);
        expectStatus(reply, 204);
        return others;
      }
    }
  }

  /** Through the lease itself: the term of that day changes, or a new one opens. */
  async function opened(
    { from, rents }: Extract<Command, { readonly kind: "open" }>,
    paper: readonly PaperTerm[],
    of: Of,
  ): Promise<readonly PaperTerm[]> {
    if (Object.keys(rents).length === 0) return paper;
    const body = { lease: {}, term: { effective_from: from }, units: named(rents, units, "id") };
    const { terms } = expectStatus(await ask("PATCH", `/leases/${of.id}`, body), 200);
    const same = paper.find((term) => term.from === from);
    const id = terms.find(({ effectiveFrom }: Body) => effectiveFrom === from).id;
    const term = { id, from, until: same?.until ?? null, rents: { ...same?.rents, ...rents } };
    return [...paper.filter((each) => each !== same), term];
  }

  function refused(reply: Body, paper: readonly PaperTerm[]): readonly PaperTerm[] {
    expect(reply.status).toBe(422);
    return paper;
  }

  /** The API's answer on the lease equals the paper. */
  async function expectTerms(id: string, leaseUnits: readonly string[], paper: readonly PaperTerm[]): Promise<void> {
    const sorted = paper.toSorted((one, other) => (one.from < other.from ? -1 : 1));
    const rentsAt = (index: number) =>
      leaseUnits.flatMap((unit, place) => {
        const rent = sorted.slice(0, index + 1).findLast(({ rents }) => rents[place] !== undefined)?.rents[place];
        return rent === undefined ? [] : [[unit, rent] as const];
      });
    const sum = (index: number) => rentsAt(index).reduce((total, [, rent]) => total + rent, 0);
    const expected = sorted.map(({ from, until }, index) => {
      const next = sorted[index + 1]?.from;
      const before = next && new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10);
      const to = [until, before].filter((day) => day != null).sort()[0] ?? null;
      return { id: sorted[index]?.id, from, to, rent: sum(index) };
    });
    const { terms, units: unitRows, monthlyRent } = expectStatus(await ask("GET", `/leases/${id}`), 200);
    expect(
      terms.map((term: Body) => ({
        ...{ id: term.id, from: term.effectiveFrom, to: term.effectiveTo },
        rent: term.baseRent.cents,
      })),
    ).toEqual(expected);
    const today = house.clock.now().slice(0, 10);
    const current = Math.max(
      0,
      sorted.findLastIndex(({ from }) => from <= today),
    );
    expect(monthlyRent?.cents ?? 0).toBe(sum(current));
    expect(new Map(unitRows.map((unit: Body) => [unit.id, unit.baseRentCents]))).toEqual(
      new Map(leaseUnits.map((unit) => [unit, new Map(rentsAt(current)).get(unit) ?? null])),
    );
    const query = { "q[lease_id_eq]": id, sort: "effective_from", per_page: "100" };
    const listed = expectStatus(await ask("GET", "/lease_terms", undefined, query), 200);
    expect(
      listed.map(({ leaseUnitTerms }: Body) =>
        leaseUnitTerms.map((unit: Body) => [unit.leaseUnitId, unit.annualAmountCents]).sort(),
      ),
    ).toEqual(
      sorted.map((_, index) =>
        rentsAt(index)
          .map(([unit, rent]) => [unit, 12 * rent])
          .sort(),
      ),
    );
  }
});
