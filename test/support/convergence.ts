import type { Transact } from "@cartulary/kernel";
import { cents, type NewEntry } from "@cartulary/ledger";
import { bounded, createEstate, type MandataireId, type PropertyId } from "@cartulary/rental";
import { allOperations, createClient, followingOf, type SnapshotCollection } from "@cartulary/wire";
import fc from "fast-check";
import { expect } from "vitest";
import { requestOf } from "./ask.ts";
import { actingOn, type BookMakers, bookMakersFor, MANDATAIRES, mandataireAt, membersAt, rentCall } from "./books.ts";
import type { TestDatabase } from "./databases.ts";
import { type House, openHouse, type Person } from "./house.ts";
import { seededIds } from "./steady.ts";

/** Two hosts on one database, whose clocks differ, and what is written through them. */
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

const WRITES = [
  ...["property", "unit", "owner", "contact", "ownership"],
  ...["rename", "rename", "rename", "remove", "remove"],
  ...["draft", "discard", "post", "admit", "revoke", "agency", "disband"],
] as const;
type Write = (typeof WRITES)[number];

/** What is done at one step. */
export interface Step {
  readonly act: Write | "time" | "poll" | "late" | "lasting" | "week";
  /** Which of what there is. */
  readonly pick: number;
  /** Through which host. */
  readonly host: 0 | 1;
  readonly ms: number;
  /** What goes on before a next page is read, or before a write commits. */
  readonly meanwhile: readonly Step[];
}

const numbers = {
  pick: fc.nat(1000),
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

const FOLLOWED = ["properties", "units", "owners", "ownerships", "contacts", "accounting_entries"] as const;
const NAMES: Readonly<Record<string, string>> = {
  properties: "name",
  units: "identifier",
  owners: "last_name",
  contacts: "last_name",
};
const DAY_MS = 86_400_000;
const WEEKS_MAX = 9;

/** Runs a history, follows it, and holds the copies against the lists. Says which acts came about. */
export async function converge(hosts: Hosts, history: readonly Step[], done: (act: string) => void): Promise<void> {
  const { database, houses, books, pass } = hosts;
  const member = await houses[0].person();
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
  const make = async ({ host }: Step, path: string, json: object) => {
    const { status, body } = await ask(host, "POST", `/${path}`, json);
    // A unit or an ownership may name what is gone by now.
    expect(["units", "ownerships"].includes(path) ? [201, 422] : [201]).toContain(status);
    if (status === 201) known[path] = [...(known[path] ?? []), body.id];
  };

  const writes: Readonly<Record<Write, (step: Step) => Promise<unknown>>> = {
    property: (step) => make(step, "properties", { name: `P${step.pick}`, address: "1 rue" }),
    unit: async (step) =>
      make(step, "units", { property_id: picked(known.properties, step.pick) ?? main, identifier: "U" }),
    owner: (step) => make(step, "owners", { first_name: "Anne", last_name: `O${step.pick}` }),
    contact: (step) => make(step, "contacts", { contact: { last_name: `C${step.pick}` } }),
    ownership: (step) =>
      make(step, "ownerships", {
        ownership: {
          ...{ owner_id: picked(known.owners, step.pick) ?? main, unit_id: picked(known.units, step.pick) ?? main },
          ...{ share_numerator: 1, share_denominator: 2 },
        },
      }),
    rename: async ({ host, pick, ms }) => {
      const path = picked(Object.keys(NAMES), ms) ?? "";
      const id = picked(known[path], pick);
      if (!id) return;
      const fields = { [NAMES[path] ?? ""]: `N${pick} ${ms}` };
      await ask(host, "PATCH", `/${path}/${id}`, path === "contacts" ? { contact: fields } : fields);
    },
    remove: async ({ host, pick, ms }) => {
      const path = picked(["properties", "units", "owners", "ownerships", "contacts"], ms) ?? "";
      const id = picked(known[path], pick);
      if (id) await ask(host, "DELETE", `/${path}/${id}`);
    },
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
  const copies = [
    ...FOLLOWED.map((collection) => copyOf(fetching(houses[0].admin), collection, main)),
    copyOf(fetching(member), "mandataires"),
  ];

  /** Catches up with some of the collections, or with all. */
  async function poll(steps: readonly Step[], some = 127): Promise<void> {
    for (const { catchUp } of copies.filter((_, index) => ((some >> index) & 1) === 1)) {
      meanwhile = [...steps];
      await catchUp();
      for (const left of meanwhile.splice(0)) await run(left);
    }
  }

  const others: Readonly<Record<Exclude<Step["act"], Write>, (step: Step) => Promise<unknown>>> = {
    time: async ({ ms }) => pass(ms),
    week: async () => {
      // As long as everybody's token lasts.
      if (hosts.weeks >= WEEKS_MAX) return;
      hosts.weeks += 1;
      pass(8 * DAY_MS);
      await houses[0].upkeep.run();
    },
    poll: ({ meanwhile: steps, pick }) => poll(steps, pick),
    late: ({ host, pick, meanwhile: steps }) =>
      heldOpen(
        steps,
        async (stop) => {
          const { clock } = houses[host];
          const transactFor = (tenant: MandataireId) => stopping(bounded(database.transactFor(tenant), clock), stop);
          const estate = createEstate({ transactFor, clock, newId: lateIds, mandateListeners: [] })(
            main as MandataireId,
          );
          const { id } = await estate.properties.create(books.clerk, { name: `Late ${pick}`, address: "1 rue" });
          known.properties = [...(known.properties ?? []), id];
        },
        (error) => expect(error).toMatchObject({ code: "write_too_slow" }),
      ),
    lasting: async ({ host, meanwhile: steps }) => {
      const example = picked(known.properties, 0) as PropertyId | undefined;
      if (!example) return;
      const { clock, lasting } = houses[host];
      await heldOpen(steps, (stop) =>
        lasting(main as MandataireId, async ({ properties }, alive) => {
          const property = await properties.find(example);
          if (!property) return;
          for (let count = 0; count < 5; count += 1) {
            const [id, now] = [lateIds<"Property">(), clock.now()];
            await properties.insert({ ...property, id, createdAt: now, updatedAt: now });
            if (count === 2) await stop();
            alive();
          }
        }),
      );
    },
  };

  /** Lets a write come to its last moment, goes through the steps while it is open, and lets it end. */
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
    // Out here no transaction is open as far as whoever asks is concerned.
    for (const step of steps) await run(step);
    go();
    await writing;
  }

  async function run(step: Step): Promise<void> {
    done(step.act);
    const acts: Readonly<Record<Step["act"], (step: Step) => Promise<unknown>>> = { ...writes, ...others };
    await acts[step.act](step);
  }

  for (const step of history) await run(step);
  await poll([]);
  for (const { held, visible } of copies) expect(held()).toEqual(await visible());
}

/** The same transactions, whose work stops before it ends. */
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

/** An entry of nobody's. */
function incomeOf(pick: number): NewEntry {
  return {
    ...rentCall("2026-02-01", pick + 1),
    lines: [
      { accountCode: "512000", label: "Virement", debitCents: cents(pick + 1) },
      { accountCode: "706100", label: "Honoraires", creditCents: cents(pick + 1) },
    ],
  };
}

/** Pages are short, so that there is something between them; mandataires are read by pages that hold all of a moment's. */
const PER_PAGE = { mandataires: 100, others: 2 } as const;

/** A copy of a collection, and what its list answers. */
function copyOf(fetching: typeof fetch, collection: SnapshotCollection, mandataireId?: string) {
  const client = createClient({
    ...{ baseUrl: "http://house.test", fetch: fetching },
    ...(mandataireId !== undefined && { mandataireId }),
  });
  const records = new Map<string, unknown>();
  const following = followingOf(client)(
    collection,
    ({ id, state, data }) => {
      if (state === "present") records.set(id, data);
      else records.delete(id);
    },
    {
      perPage: collection === "mandataires" ? PER_PAGE.mandataires : PER_PAGE.others,
      onRestart: () => records.clear(),
    },
  );
  const path = `/rental/api/v1/${collection}`;
  const listing = Object.values(allOperations).find((each) => each.method === "get" && each.path === path);
  const list = client[listing?.id as "listProperties"];
  return {
    catchUp: () => following.catchUp(),
    held: () => Object.fromEntries(records),
    async visible() {
      const all: { readonly id: string }[] = [];
      for (let page = 1; ; page += 1) {
        const { items, total } = await list({ list: { page, perPage: 100 } });
        all.push(...items);
        if (all.length >= total) return Object.fromEntries(all.map((record) => [record.id, record]));
      }
    },
  };
}
