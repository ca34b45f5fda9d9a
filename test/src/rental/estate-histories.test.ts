import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../support/databases.ts";
import { plusDays, plusMonths, stepNotBefore, wholeMonthsBetween } from "../../support/estate-model/calendar.ts";
import { openTwins, type Twins, todayOf } from "../../support/estate-model/compare.ts";
import { rounded, sumOf } from "../../support/estate-model/lists.ts";
import { type ActName, acts } from "../../support/estate-model/operations.ts";
import { moveIn, type Neighbour } from "../../support/estate-model/other-mandataire.ts";
import {
  beginPlay,
  expectEverything,
  LISTS,
  type Play,
  type Step,
  step,
  succeed,
} from "../../support/estate-model/play.ts";
import { expectAnswers } from "../../support/estate-model/questions.ts";
import { actsOf, diceOf } from "../../support/estate-model/random.ts";
import type { Body } from "../../support/estate-model/run-operation.ts";
import { specOperations, specRecord, writablePaths } from "../../support/estate-spec.ts";
import { expectStatus } from "../../support/refusals.ts";
import { runs } from "../../support/runs.ts";

const LONG = process.env.CARTULARY_TEST_LONG !== undefined;
const RUNS = runs({ sparing: 3, usual: 4, long: 200 });
const SEED = 20_261_135;
const HOUR = 3_600_000;
/** After this many histories new houses are opened: the daily decisions cover all mandataires of a house. */
const RUNS_A_HOUSE = 20;

/** Acts that are drawn more often. */
const OFTEN: readonly Step["name"][] = [
  ...times<ActName>(4, ["lease", "giveNotice", "changeLease"]),
  ...times<ActName>(3, ["letMore", "withdraw", "activate", "moveStay"]),
  ...times<ActName>(3, ["mandate", "extend", "changeMandate", "terminate"]),
  ...times<ActName>(2, ["openTerm", "changeTerm", "dropTerm", "joinLease", "changeParty", "buy", "reShare"]),
  ...times<ActName>(2, ["renameProperty", "renameUnit", "joinOwner", "leaveOwner"]),
  ...times<ActName>(2, ["publish"]),
  ...times<ActName>(6, ["revise"]),
  ...times<"time">(12, ["time"]),
];

function times<Each>(count: number, list: readonly Each[]): readonly Each[] {
  return Array.from({ length: count }, () => list).flat();
}

const names = Object.keys(acts) as ActName[];
const histories: fc.Arbitrary<readonly Step[]> = fc.array(actsOf([...names, ...OFTEN]), {
  ...{ minLength: 20, maxLength: 40, size: "max" },
});

/** The acts at the beginning of every history. */
const PROLOGUE: readonly ActName[] = [
  ...(["publish", "publish", "publish"] as const),
  ...(["build", "build", "fitOut", "fitOut", "fitOut"] as const),
  ...(["joinOwner", "joinOwner", "joinTenant", "joinTenant", "joinContact"] as const),
  ...(["lease", "lease", "mandate"] as const),
];

/** Acts that write the most records. */
const WRITING: readonly ActName[] = [
  ...(["build", "renameProperty", "renameProperty", "fitOut", "renameUnit", "renameUnit"] as const),
  ...(["joinOwner", "leaveOwner", "letMore", "changeTerm", "openTerm", "changeMandate", "changeParty"] as const),
];

const RENTAL = "/rental/api/v1";

/**
 * True for operations of the estate, excluding those of connectors and portals. Events of services are billed:
 * test/src/http/mandate-services.test.ts covers them.
 */
const isOfEstate = (path: string): boolean => {
  const [, , , , collection = "", , part] = path.split("/");
  if (part === "service_events") return false;
  return collection === "index_values" || (LISTS as readonly string[]).includes(collection);
};

/** The operations of an act, and the paths of the fields that it sends; draws until many seeds add nothing new. */
function drawnBy(act: (typeof acts)[ActName], play: Play): ReadonlySet<string> {
  const drawn = new Set<string>();
  for (let [seed, last] = [0, 0]; seed - last < 250; seed += 1) {
    const foreseen = act(play, diceOf({ seed }));
    if (!foreseen) continue;
    const [, list, id, ...door] = foreseen.path.split("/");
    const operation = `${foreseen.method} /${[list, ...(id ? ["{id}"] : []), ...door].join("/")}`;
    const before = drawn.size;
    for (const path of ["", ...pathsIn(foreseen.json).map((path) => ` ${path}`)]) drawn.add(operation + path);
    if (drawn.size > before) last = seed;
  }
  return drawn;
}

function pathsIn(value: unknown): readonly string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const inside = Array.isArray(each)
      ? each.flatMap(pathsIn).map((path) => `[].${path}`)
      : pathsIn(each).map((path) => `.${path}`);
    return [name, ...inside.map((path) => name + path)];
  });
}

describe("An estate, in parallel on every engine,", () => {
  let twins: Twins;
  let neighbour: Neighbour;
  const open = async () => {
    twins = await openTwins(databases);
    neighbour = await moveIn(twins);
  };
  const close = async () => {
    await neighbour.expectUntouched();
    for (const house of twins.houses) expect(await house.findings()).toEqual([]);
    await twins.close();
  };
  beforeAll(open);
  afterAll(close);

  it("equals paper in lists and details, over any history, and filters like a slow search", {
    timeout: 3_600_000,
  }, async () => {
    const done = new Set<string>();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(histories, fc.nat(), async (history, seed) => {
        if (runs > 0 && runs % RUNS_A_HOUSE === 0) {
          await close();
          await open();
        }
        runs += 1;
        const play = await beginPlay(twins, neighbour.ids, done);
        try {
          await succeed(play, PROLOGUE);
          for (const each of history) await step(play, each);
          await expectEverything(play);
          for (const [at, list] of LISTS.entries()) await expectAnswers(play, list, diceOf({ seed: seed + at }));
        } catch (error) {
          throw new Error(play.log.join("\n"), { cause: error });
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    const least = LONG ? names : (["lease", "giveNotice", "openTerm", "extend", "terminate", "revise"] as const);
    expect(least.filter((name) => ![200, 201, 204].some((status) => done.has(`${name} ${status}`)))).toEqual([]);
  });

  it("keeps all written fields of its records", async () => {
    const play = await beginPlay(twins, neighbour.ids, new Set());
    try {
      await succeed(play, [...PROLOGUE, "openTerm"]);
      for (let round = 0; round < runs({ sparing: 1, usual: 7, long: 60 }); round += 1)
        for (const [at, name] of WRITING.entries()) await step(play, { name, seed: round * WRITING.length + at });
      await expectEverything(play);
    } catch (error) {
      throw new Error(play.log.join("\n"), { cause: error });
    }
  });

  it("is written with every operation that it has, and every field of their bodies", async () => {
    const play = await beginPlay(twins, neighbour.ids, new Set());
    await succeed(play, [...PROLOGUE, "joinProvider", "buy", "joinLease", "openTerm"]);
    const drawn = new Set(names.flatMap((name) => [...drawnBy(acts[name], play)]));
    const operations = specOperations.filter(({ method, path }) => method !== "GET" && isOfEstate(path));
    expect(operations.length).toBeGreaterThan(40);
    const all = operations.flatMap(({ method, path, request }) => {
      const door = `${method} ${path.slice(RENTAL.length)}`;
      const { wrapper = "" } = request ? specRecord(request) : {};
      const fields = request ? writablePaths(request, method === "PATCH" ? "update" : "create") : [];
      return [door, ...fields.map((field) => `${door} ${wrapper && `${wrapper}.`}${field}`)];
    });
    expect(all.filter((each) => !drawn.has(each))).toEqual([]);
  });

  it("renews from the first end, after any writes in between", { timeout: 600_000 }, async () => {
    const of = await twins.mandataire();
    const made = async (path: string, json: object) => expectStatus(await twins.ask(of, "POST", path, json), 201);
    const { profileId } = await made("/owners", { first_name: "x" });
    const { id: property_id } = await made("/properties", { name: "x", address: "x" });
    const unit = await made("/units", { property_id, identifier: "x" });
    const tenant = await made("/tenants", {});
    const first = new Map<string, readonly [end: string, months: number]>();
    const began = todayOf(twins);
    /** The 29th of a February that was not long ago: the only day that whole years cannot find again. */
    const leapDay = [0, 1, 2, 3].map((years) => `${Number(began.slice(0, 4)) - years}-02-29`);
    const lastLeapDay = leapDay.find(
      (day) => day < began && !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && new Date(day).getUTCDate() === 29,
    );
    const ends = fc.integer({ min: 0, max: 800 }).map((days) => plusDays(began, -days));
    for (const [at, day] of fc
      .sample(ends, { numRuns: runs({ sparing: 4, usual: 24, long: 80 }), seed: SEED })
      .entries()) {
      const end = at % 3 === 0 ? plusDays(`${day.slice(0, 8)}01`, -1) : at % 2 === 0 ? (lastLeapDay ?? day) : day;
      const start_date = plusMonths(end, -(13 + at));
      if (at % 3 === 0) {
        const days = { start_date, end_date: end, renewal_mode: "tacit" };
        const { id } = await made("/mandates", { owner_profile_id: profileId, reference: "M", ...days });
        first.set(id, [end, Math.max(12, wholeMonthsBetween(start_date, plusDays(end, 1)))]);
        continue;
      }
      const [lease_type, months] = at % 3 === 1 ? ["parking", 12] : ["residential_unfurnished", 36];
      const days = { start_date, end_date: end, auto_renewal: true, signature_date: start_date };
      const { id } = await made("/leases", {
        lease: { reference: "L", lease_type, status: "active", ...days },
        units: [{ id: unit.id, base_rent_cents: 1 }],
        tenant_id: tenant.id,
      });
      first.set(id, [end, months as number]);
    }
    for (const days of [0, 150, 365, 31, 700, 1]) {
      twins.pass(24 * days * HOUR);
      if (days % 2 === 1) await twins.decide();
      const today = todayOf(twins);
      for (const list of ["leases", "mandates"]) {
        const { body } = await twins.ask(of, "GET", `/${list}`, undefined, "per_page=100");
        const expected = (id: string) => stepNotBefore(...(first.get(id) ?? expect.unreachable()), today);
        expect(body.map(({ id, endDate, status }: Body) => [id, endDate, status])).toEqual(
          body.map(({ id }: Body) => [id, expected(id), "active"]),
        );
      }
    }
  });

  it("accepts fractions that sum to one as a whole, in any partition", { timeout: 600_000 }, async () => {
    const of = await twins.mandataire();
    const made = async (path: string, json: object) => expectStatus(await twins.ask(of, "POST", path, json), 201);
    const owners = [await made("/owners", { first_name: "a" }), await made("/owners", { first_name: "b" })];
    const { id: property_id } = await made("/properties", { name: "x", address: "x" });
    /** Thirds, sevenths, and parts that no float tells apart. */
    const below = fc.constantFrom(1, 2, 3, 6, 7, 49, 999, 1000, 499_999_999, 500_000_000);
    const shares = below.chain((whole) =>
      fc
        .tuple(fc.array(fc.nat(Math.min(whole, 1000)), { maxLength: 4 }), fc.constantFrom(0, 0, 0, 1, -1))
        .map(([parts, off]) => {
          const above = parts.filter((part) => part > 0 && part < whole);
          const left = whole - above.reduce((sum, part) => sum + part, 0) + off;
          return [...above, ...(left > 0 && left <= whole ? [left] : [])].map((part) => ({
            above: part,
            below: whole,
          }));
        }),
    );
    await fc.assert(
      fc.asyncProperty(shares, async (all) => {
        const { id: unit_id } = await made("/units", { property_id, identifier: "x" });
        const own = (at: number, numerator: number, denominator: number) => ({
          ownership: {
            ...{ owner_id: owners[at % 2]?.id, unit_id },
            ...{ share_numerator: numerator, share_denominator: denominator },
          },
        });
        const made_: Body[] = [];
        for (const [at, share] of all.entries())
          made_.push(await made("/ownerships", own(at, share.above, share.below)));
        const answered = async () => {
          const { body } = await twins.ask(of, "GET", `/units/${unit_id}`);
          const { sharesComplete, totalSharePercent, owners } = body;
          return { sharesComplete, totalSharePercent, owners };
        };
        const [above, whole] = sumOf(all);
        const before = await answered();
        expect(before).toMatchObject({
          sharesComplete: above === whole,
          totalSharePercent: rounded(100n * above, whole, 4),
        });
        const [share] = all;
        if (!share) return;
        const half = own(0, share.above, 2 * share.below);
        expectStatus(await twins.ask(of, "PATCH", `/ownerships/${made_[0].id}`, half), 200);
        await made("/ownerships", half);
        expect(await answered()).toEqual(before);
      }),
      { numRuns: runs({ sparing: 2, usual: 12, long: 100 }), seed: SEED },
    );
  });
});
