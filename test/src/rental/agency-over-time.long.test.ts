import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addMonths, type Day, type Instant, quarterOf } from "@cartulary/kernel";
import { dayInParis } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import { FIRST, temporaryFolder } from "../../support/cartulary-process.ts";
import { type Client, createClient } from "../../support/checked-client.ts";
import { cartularyHere, hostHere } from "../../support/command-here.ts";
import { type CopyKeeper, copyOf } from "../../support/convergence-copies.ts";
import { hostGrounds } from "../../support/host-fixtures.ts";

const LONG = process.env.CARTULARY_TEST_LONG !== undefined;
const [PROPERTIES, LEASES, OWNERS] = LONG ? [50, 1_000, 20] : [10, 200, 20];
/** Leases that are revised, of the first on. */
const REVISED = LONG ? LEASES : 40;
/** Of these as many at once. */
const AT_ONCE = 20;
const FOLLOWED = [
  ...(["properties", "units", "owners", "tenants", "ownerships", "mandates"] as const),
  ...(["leases", "lease_terms", "lease_parties"] as const),
];

/** Begun thirteen months before this one: its first anniversary was lately, whenever this is run. */
const START = addMonths(`${dayInParis(new Date().toISOString() as Instant).slice(0, 7)}-01` as Day, -13);
const BASE = addMonths(START, -4);
/** In hundredths of points: of the quarter of the lease, and of the same a year later. */
const [REFERENCE, REVISION] = [14_451, 14_577];

const linesOf = (columns: string, count: number, line: (at: number) => string) =>
  [columns, ...Array.from({ length: count }, (_, at) => line(at))].join("\n");
const numbered = (kind: string, at: number) => `${kind}${String(at + 1).padStart(4, "0")}`;

const FILES = {
  properties: linesOf("external_id;name;address;city", PROPERTIES, (at) => `H${at};Maison ${at};${at + 1} rue;Brest`),
  owners: linesOf("first_name,last_name", OWNERS, (at) => `Anne,Aubry ${at}`),
  tenants: linesOf("first_name,last_name,accounting_code", LEASES, (at) => `Zoé,Colas ${at},${numbered("LOC", at)}`),
  units: linesOf("property,external_id,identifier,area_sqm,owners", LEASES, (at) => {
    const [one, other] = [numbered("PRO", at % OWNERS), numbered("PRO", (at + 1) % OWNERS)];
    return `H${at % PROPERTIES},U${at},Lot ${at},45.5,${at % 2 === 0 ? `${one}=1/1` : `${one}=1/3;${other}=2/3`}`;
  }),
  leases: linesOf(
    "reference,lease_type,start_date,signature_date,status,external_id,tenant,units,base_rent_cents,index_type,index_base_date",
    LEASES,
    (at) =>
      `B-${at},residential_unfurnished,${START},${START},active,L${at},${numbered("LOC", at)},U${at},${rentOf(at)},IRL,${BASE}`,
  ),
  mandates: linesOf("owner,reference,start_date", OWNERS, (at) => `${numbered("PRO", at)},M-${at},${START}`),
} as const;
type Kind = keyof typeof FILES;

/** Not of whole euros, so that rounding shows. */
function rentOf(at: number): number {
  return 50_000 + 137 * at;
}

/** R(rent × new index / reference index), by whole numbers. */
function revisedOf(at: number): number {
  return Math.floor((2 * rentOf(at) * REVISION + REFERENCE) / (2 * REFERENCE));
}

describe.each(LONG ? hostGrounds : hostGrounds.slice(0, 1))("On $name", ({ name, prepare }) => {
  it(`an agency of ${PROPERTIES} properties and ${LEASES} leases is imported from files and revised, and a copy follows`, {
    timeout: LONG ? 1_200_000 : 300_000,
  }, async () => {
    await using ground = await prepare();
    await using folder = await temporaryFolder();
    await using writing = await hostHere(ground.environment);
    // SQLite has one host.
    await using second = name.startsWith("Postgres") ? await hostHere(ground.environment) : null;
    const words = ["token", "create", "--user", FIRST.CARTULARY_ADMIN_EMAIL, "--scope", "read write admin"];
    const token = (await cartularyHere(words, ground.environment)).stdout.trim();
    const client = createClient({ baseUrl: writing.url, token });
    const { id: mandataireId } = await client.createMandataire({ body: { name: "Agence du Port" } });
    const [base, next] = [quarterOf(BASE), quarterOf(addMonths(BASE, 12))];
    await client.saveIndexValues({
      body: {
        indexValues: [
          { indexCode: "IRL", period: base, value: (100 * REFERENCE) as never, publishedOn: START },
          { indexCode: "IRL", period: next, value: (100 * REVISION) as never, publishedOn: addMonths(START, 12) },
        ],
      },
    });
    const copies = followersOf({ baseUrl: (second ?? writing).url, token, mandataireId });
    const catchUp = async () => {
      for (const copy of copies) await copy.catchUp();
    };
    const take = async (kind: Kind, text: string = FILES[kind]) => {
      const file = join(folder.path, `${kind}.csv`);
      await writeFile(file, text);
      const [taken] = await Promise.all([
        cartularyHere(["rental", `import-${kind}`, file], ground.environment),
        catchUp(),
      ]);
      return taken;
    };

    for (const kind of ["properties", "owners", "tenants", "units"] as const)
      expect(await take(kind)).toMatchObject({ code: 0, stderr: "" });
    const wrong = `${FILES.leases}\nB,parking,${START},,,,,U${LEASES},,,`;
    expect(await take("leases", wrong)).toMatchObject({
      code: 1,
      stderr: `line ${LEASES + 2}: units: not_found\ncartulary: nothing was imported\n`,
    });
    expect((await client.listLeases()).total).toBe(0);
    for (const kind of ["leases", "mandates"] as const) expect(await take(kind)).toMatchObject({ code: 0, stderr: "" });

    const hosts = [client, createClient({ baseUrl: (second ?? writing).url, token })];
    const leases = await leasesByReference(client);
    for (let first = 0; first < REVISED; first += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, index) => first + index);
      const revised = some.map(async (at) => {
        const [host = client, id] = [hosts[at % 2], leases.get(`B-${at}`)];
        return host.applyLeaseRevision({ params: { id: id as never }, body: {} });
      });
      const house = copies[0]?.held() ?? {};
      const renamed = client.updateProperty({
        params: { id: Object.keys(house)[first / AT_ONCE] as never },
        body: { name: `Renamed ${first}` },
      });
      const [rents] = await Promise.all([Promise.all(revised), renamed, catchUp()]);
      expect(rents.map(({ oldRent, newRent }) => [oldRent, newRent])).toEqual(
        some.map((at) => [rentOf(at), revisedOf(at)]),
      );
    }
    // Among those that are revised, and behind them.
    const gone = [0, LEASES - 1].map((at) => client.deleteLease({ params: { id: leases.get(`B-${at}`) as never } }));
    await Promise.all([...gone, catchUp()]);

    await catchUp();
    for (const copy of copies) expect(copy.held()).toEqual(await copy.visible());
    const held = Object.fromEntries(copies.map(({ collection, held }) => [collection, Object.values(held())]));
    expect(held.properties).toHaveLength(PROPERTIES);
    expect(held.leases).toHaveLength(LEASES - 2);
    const left = Array.from({ length: LEASES - 2 }, (_, at) => at + 1);
    expect(held.lease_terms).toHaveLength(left.length + left.filter((at) => at < REVISED).length);
    const rents = new Map(
      (held.leases as readonly Listed[]).map(({ reference, monthlyRent }) => [reference, monthlyRent.cents]),
    );
    for (const at of left) expect(rents.get(`B-${at}`)).toBe(at < REVISED ? revisedOf(at) : rentOf(at));
    expect(await cartularyHere(["verify"], ground.environment)).toMatchObject({
      ...{ code: 0, stdout: expect.stringMatching(/^mandataire: [^\n]+ for its letters\n$/) },
    });
  });
});

interface Listed {
  readonly reference: string;
  readonly monthlyRent: { readonly cents: number };
}

/** Copies of all followed collections, as a client's system stores them. */
function followersOf({ token, ...keeper }: Omit<CopyKeeper, "fetching"> & { readonly token: string }) {
  const fetching = ((input: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  }) as typeof fetch;
  return FOLLOWED.map((collection) => copyOf(collection, { ...keeper, fetching }));
}

async function leasesByReference(client: Client) {
  const ids = new Map<string, string>();
  for (let page = 1; ids.size < LEASES; page += 1)
    for (const { id, reference } of (await client.listLeases({ list: { page, perPage: 100 } })).items)
      ids.set(reference, id);
  return ids;
}
