import type { Day, Transact } from "@cartulary/kernel";
import { cents, type NewEntry } from "@cartulary/ledger";
import { createImports, type ImportRow } from "@cartulary/rental";
import { type MandataireId, withWriteTimeout } from "@cartulary/rental/agency";
import { createEstate } from "@cartulary/rental/property";
import type { MandataireHostStores } from "@cartulary/server";
import fc from "fast-check";
import { expect } from "vitest";
import { type House, openHouse, type Person } from "./application-fixture.ts";
import { actingOn, type BookMakers, bookMakersFor, MANDATAIRES, mandataireAt, membersAt, rentCall } from "./books.ts";
import { copyOf } from "./convergence-copies.ts";
import { ESTATE_WRITES, type EstateGround, INDEX_VALUES } from "./convergence-estate.ts";
import type { TestDatabase } from "./databases.ts";
import { seededIds } from "./fixed-clock.ts";
import { requestOf } from "./send-request.ts";

/** Two hosts on one database, whose clocks differ, and the writes through them. */
export interface Hosts {
  readonly database: TestDatabase;
  readonly houses: readonly [House, House];
  readonly books: BookMakers;
  /** How many have passed at once. */
  weeks: number;
  pass(milliseconds: number): void;
  close(): Promise<void>;
}

/** How far the second host's clock is behind. */
const SKEW_MS = 2_000;

export async function openHosts(database: TestDatabase): Promise<Hosts> {
  const first = await openHouse(database, { seed: "convergence one" });
  const second = await openHouse({ ...database, close: async () => {} }, { seed: "convergence two" });
  second.clock.pass(-SKEW_MS);
  await first.admin.ask("POST", "/rental/api/v1/index_values", { json: { index_values: INDEX_VALUES } });
  return {
    ...{ database, houses: [first, second] },
    books: bookMakersFor(first),
    weeks: 0,
    pass(milliseconds) {
      first.clock.pass(milliseconds);
      second.clock.pass(milliseconds);
    },
    async close() {
      await second.close();
      await first.close();
    },
  };
}

const FOLLOWED = [
  ...(["properties", "units", "owners", "tenants", "ownerships", "contacts", "mandates"] as const),
  ...(["leases", "lease_terms", "lease_parties", "accounting_entries"] as const),
];
/** A bit for each, and for the mandataires. */
const ALL_COPIES = 2 ** (FOLLOWED.length + 1) - 1;

const OTHER_WRITES = ["draft", "discard", "post", "admit", "revoke", "agency", "disband"] as const;
type EstateWrite = keyof typeof ESTATE_WRITES;
/** Some are done more often than others, so that what they need is there. */
const WRITES: readonly Write[] = [
  ...(Object.keys(ESTATE_WRITES) as EstateWrite[]),
  ...([
    "unit",
    "tenant",
    "lease",
    "lease",
    "lease",
    "term",
    "party",
    "change",
    "removal",
    "removal",
    "removal",
    "revision",
  ] as const),
  ...OTHER_WRITES,
];
/** The writes at the beginning of every history, so that later ones find records. */
const FIRST_WRITES: readonly EstateWrite[] = [
  ...(["property", "unit", "unit", "unit", "owner", "tenant", "tenant", "contact"] as const),
  ...(["lease", "lease", "party", "term", "mandate"] as const),
];
type Write = EstateWrite | (typeof OTHER_WRITES)[number];

/** One step. */
export interface Step {
  readonly act: Write | "time" | "poll" | "late" | "lasting" | "week";
  /** Which of what there is. */
  readonly pick: number;
  /** Through which host. */
  readonly host: 0 | 1;
  readonly ms: number;
  /** The steps before a next page is read, or before a write commits. */
  readonly meanwhile: readonly Step[];
}

const numbers = {
  pick: fc.nat(ALL_COPIES),
  host: fc.constantFrom(0 as const, 1 as const),
  ms: fc.oneof(fc.nat(50), fc.nat(7_000)),
};
const writing = fc.record({
  ...numbers,
  act: fc.constantFrom<Step["act"][]>(...WRITES, "time", "time", "time"),
  meanwhile: fc.constant([]),
});
const waiting = fc.record({
  ...numbers,
  act: fc.constantFrom<Step["act"][]>("time", "poll"),
  meanwhile: fc.constant([]),
});
const between = fc.array(writing, { maxLength: 5 });
const polling = fc.record({ ...numbers, act: fc.constant<Step["act"]>("poll"), meanwhile: between });
const late = fc.record({
  ...numbers,
  act: fc.constantFrom<Step["act"][]>("late", "lasting"),
  meanwhile: fc.array(waiting, { maxLength: 4 }),
});
const week = fc.record({ ...numbers, act: fc.constant<Step["act"]>("week"), meanwhile: fc.constant([]) });

/** Random histories of some length. */
export const histories: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: writing },
    { weight: 4, arbitrary: polling },
    { weight: 3, arbitrary: late },
    { weight: 1, arbitrary: week },
  ),
  { minLength: 20, maxLength: 60, size: "max" },
);

const DAY_MS = 86_400_000;
const WEEKS_MAX = 9;

/** Runs a history, follows it, and holds the copies against the lists. Says which acts came about. */
export async function converge(hosts: Hosts, history: readonly Step[], done: (act: string) => void): Promise<void> {
  const { database, houses, books, pass } = hosts;
  const member = await houses[0].person();
  /** A token is written, which nothing can be on SQLite while a write is held open: so it is made before. */
  const signIn = async () => {
    for (const person of [member, houses[0].admin]) await person.token();
  };
  await signIn();
  const main = (await books.mandataire({}, [member])).id;
  const agencies = [main];
  const known: Record<string, string[]> = {};
  const drafts: string[] = [];
  /** Steps that go on before the next page. */
  let meanwhile: Step[] = [];
  let turn = 0;
  const lateIds = seededIds(`late ${main}`);

  const ask = (host: 0 | 1, method: string, path: string, json?: object) =>
    // biome-ignore lint/suspicious/noExplicitAny: only ids are looked at.
    houses[host].admin.ask<any>(method, `/rental/api/v1${path}`, actingOn(main, json ? { json } : {}));
  const picked = (list: readonly string[] | undefined, pick: number) => list?.[pick % Math.max(list.length, 1)];
  const ground: EstateGround = { ask, known, done };

  const otherWrites: Readonly<Record<Exclude<Write, EstateWrite>, (step: Step) => Promise<unknown>>> = {
    draft: async ({ pick, host }) => {
      const { id } = await houses[host].accounting(main as MandataireId).draft(books.clerk, incomeOf(pick));
      drafts.push(id);
    },
    discard: async ({ host }) => {
      const id = drafts.pop();
      if (id) await houses[host].accounting(main as MandataireId).discard(books.clerk, id as never);
    },
    post: ({ pick, host }) => houses[host].accounting(main as MandataireId).post(books.clerk, [incomeOf(pick)]),
    admit: ({ host, pick }) =>
      houses[host].admin.ask("POST", membersAt(picked(agencies, pick) ?? main), { json: { user_id: member.id } }),
    revoke: ({ host, pick }) =>
      houses[host].admin.ask("DELETE", `${membersAt(picked(agencies, pick) ?? main)}/${member.id}`),
    agency: async ({ host, pick }) => {
      const mandataire = { name: `A${pick}` };
      const { body } = await houses[host].admin.ask<{ id: string }>("POST", MANDATAIRES, { json: { mandataire } });
      agencies.push(body.id);
    },
    disband: async ({ host, pick }) => {
      const id = picked(agencies.slice(1), pick);
      if (id) await houses[host].admin.ask("DELETE", mandataireAt(id));
    },
  };

  const fetching = (person: Person): typeof fetch =>
    (async (input: string, init: RequestInit) => {
      const next = meanwhile.shift();
      if (next) await run(next);
      turn += 1;
      const { headers, method } = init as { headers: Record<string, string>; method: string };
      const request = requestOf(method, input, { headers, token: await person.token() });
      return (houses[turn % 2] as House).app.fetch(request, {});
    }) as never;
  const keeper = { baseUrl: "http://house.test", mandataireId: main };
  // Pages are short, so that there is something between them; mandataires are read by pages that hold all of a moment's.
  const copies = [
    ...FOLLOWED.map((each) => copyOf(each, { ...keeper, fetching: fetching(houses[0].admin), perPage: 2 })),
    copyOf("mandataires", { baseUrl: keeper.baseUrl, fetching: fetching(member), perPage: 100 }),
  ];

  /** Catches up with some of the collections, or with all. */
  async function poll(steps: readonly Step[], some = ALL_COPIES): Promise<void> {
    for (const { catchUp } of copies.filter((_, index) => ((some >> index) & 1) === 1)) {
      meanwhile = [...steps];
      await catchUp();
      for (const left of meanwhile.splice(0)) await run(left);
    }
  }

  const others: Readonly<Record<Exclude<Step["act"], Write>, (step: Step) => Promise<unknown>>> = {
    time: async ({ ms }) => pass(ms),
    week: async () => {
      // As long as the users' tokens are valid.
      if (hosts.weeks >= WEEKS_MAX) return;
      hosts.weeks += 1;
      pass(8 * DAY_MS);
      await signIn();
      await houses[0].upkeep.run();
    },
    poll: ({ meanwhile: steps, pick }) => poll(steps, pick),
    late: ({ host, pick, meanwhile: steps }) =>
      heldOpen(
        steps,
        async (stop) => {
          const { clock } = houses[host];
          const transactFor = (tenant: MandataireId) =>
            stopping(withWriteTimeout(database.transactFor(tenant), clock), stop);
          const estate = createEstate({
            transactFor,
            clock,
            newId: lateIds,
            mandateListeners: [],
            ownerListeners: [],
            leaseListeners: [],
            tenantListeners: [],
          })(main as MandataireId);
          const { id } = await estate.properties.create(books.clerk, { name: `Late ${pick}`, address: "1 rue" });
          known.properties = [...(known.properties ?? []), id];
        },
        (error) => expect(error).toMatchObject({ code: "write_too_slow" }),
      ),
    lasting: async ({ host, pick, meanwhile: steps }) => {
      const { clock, longWrite } = houses[host];
      await heldOpen(steps, async (stop) => {
        // The file is validated; the result is committed after the other steps.
        const imports = createImports<MandataireHostStores>({
          longWrite: (mandataireId, work) =>
            longWrite(mandataireId, async (stores, alive) => {
              const result = await work(stores, alive);
              await stop();
              alive();
              return result;
            }),
          clock,
          newId: lateIds,
          listeners: [],
          leaseListeners: [],
        });
        const { errors } = await imports(books.clerk, main as MandataireId, "leases", fileOf(pick));
        // Its references may be removed.
        expect(errors.filter(({ code }) => code !== "not_found")).toEqual([]);
        if (errors.length === 0) done("imported");
      });
    },
  };

  /** Leases of what there is. */
  function fileOf(pick: number): readonly ImportRow<"leases">[] {
    const [units, tenants] = [known.units, known.tenants];
    return Array.from({ length: 3 }, (_, at) => ({
      line: at + 1,
      row: {
        ...{ reference: `F${at}`, leaseType: "parking" as const, startDate: "2026-02-01" as Day },
        ...{ units: picked(units, pick + at) ?? "U", baseRentCents: "5000", tenant: picked(tenants, pick) ?? "T" },
      },
    }));
  }

  /** Stops a write just before its commit, runs the steps while it is open, and lets it end. */
  async function heldOpen(
    steps: readonly Step[],
    write: (stop: () => Promise<void>) => Promise<void>,
    refused?: (error: unknown) => void,
  ): Promise<void> {
    let [reached, go] = [() => {}, () => {}];
    const ready = new Promise<void>((resolve) => (reached = resolve));
    const going = new Promise<void>((resolve) => (go = resolve));
    const stop = () => {
      reached();
      return going;
    };
    const writing = write(stop).then(
      () => done("committed late"),
      (error) => {
        if (!refused) throw error;
        refused(error);
        done("undone late");
      },
    );
    await Promise.race([ready, writing]);
    // Code out here runs outside the transaction.
    for (const step of steps) await run(step);
    go();
    await writing;
  }

  async function run(step: Step): Promise<void> {
    done(step.act);
    const { act } = step;
    if (isOfEstate(act)) await ESTATE_WRITES[act](ground, step);
    else await { ...otherWrites, ...others }[act](step);
  }

  for (const [at, act] of FIRST_WRITES.entries()) await ESTATE_WRITES[act](ground, { pick: at, host: 0, ms: at % 4 });
  for (const step of history) await run(step);
  await poll([]);
  for (const { held, visible } of copies) expect(held()).toEqual(await visible());
}

const isOfEstate = (act: Step["act"]): act is EstateWrite => act in ESTATE_WRITES;

/** The same transactions, which stop before they end. */
function stopping<Stores>(transact: Transact<Stores>, stop: () => Promise<void>): Transact<Stores> {
  return {
    ...transact,
    write: (work) =>
      transact.write(async (stores) => {
        const result = await work(stores);
        await stop();
        return result;
      }),
  };
}

/** An entry without an auxiliary account. */
function incomeOf(pick: number): NewEntry {
  return {
    ...rentCall("2026-02-01", pick + 1),
    lines: [
      { accountCode: "512000", label: "Virement", debitCents: cents(pick + 1) },
      { accountCode: "706100", label: "Honoraires", creditCents: cents(pick + 1) },
    ],
  };
}
