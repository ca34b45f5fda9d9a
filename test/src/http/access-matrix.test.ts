import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { bookMakersFor } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { DELIVERED, type Delivered } from "./expected-operations.ts";
import { type Estate, type Furnisher, furnisher, type Published } from "./sample-records.ts";
import { type Ids, pathOf } from "./samples.ts";

/** Somebody who asks, weakest first: with a permission on what is asked about, or with a role. */
const PERSONAS = ["stranger", "reader", "writer", "manager", "administrator"] as const;
type Persona = (typeof PERSONAS)[number];

const RIGHTS = { reader: "read", writer: "write", manager: "manage" } as const;
const LEVELS = ["read", "write", "manage"] as const;

/** Whoever asks with a token: what connectors' keys open has tests of its own (incidents.test.ts). */
const rows = DELIVERED.filter(({ page, scope }) => !page && scope !== "none" && scope !== "connector");
const nameOf = ({ method, path }: Delivered) => `${method} ${path}`;
const named = (some: readonly Delivered[]) => some.map((row) => [nameOf(row), row] as const);
/** What named permissions decide about; everything else is for everybody, or asks a role. */
const isHidden = ({ path }: Delivered) =>
  /\/documents\/(workspaces|folders|documents|composed_documents)\/\{/.test(path);

/** The right that a row asks on its resource (documents.md 2.4): a workspace goes only with whoever manages it. */
function rightOf({ method, path, scope, right }: Delivered): (typeof LEVELS)[number] {
  if (right) return right;
  if (method === "DELETE" && path.endsWith("/workspaces/{id}")) return "manage";
  return scope === "write" || path.endsWith("/public_access") ? "write" : "read";
}

/** What is somebody's own: others find nothing there, or may not touch it. */
const OWN: Readonly<Record<string, number>> = {
  "GET /api/v1/documents/chunked_uploads/{id}": 404,
  "GET /api/v1/documents/chunked_uploads/{id}/status": 404,
  "DELETE /api/v1/documents/chunked_uploads/{id}": 404,
  "PATCH /api/v1/documents/chunked_uploads/{id}/chunks/{chunk_number}": 404,
  "POST /api/v1/documents/chunked_uploads/{id}/complete": 404,
  "GET /api/v1/documents/bulk_uploads/{id}": 404,
  "GET /api/v1/documents/exports/{id}": 404,
  "GET /api/v1/documents/exports/{id}/download": 404,
  "DELETE /api/v1/documents/exports/{id}": 404,
  // Of who deleted it, and of who managed it then.
  "POST /api/v1/documents/trash/{id}/restore": 404,
  "GET /api/v1/documents/mass_communications/{id}": 404,
  "POST /api/v1/documents/mass_communications/{id}/cancel": 404,
  "DELETE /api/v1/personal_access_tokens/{id}": 404,
  "PATCH /api/v1/directory/users/{id}": 403,
};

/** The status that a row promises somebody; `success` is one of its own. */
function expected(row: Delivered, persona: Persona): number | "success" {
  if (row.scope === "session") return 403;
  if (persona === "administrator") return "success";
  if (row.mandataire) return persona === "stranger" ? 403 : "success";
  if (row.scope === "admin" || row.role) return 403;
  // Its body names what is exported.
  if (nameOf(row) === "POST /api/v1/documents/exports" && persona === "stranger") return 422;
  if (!isHidden(row)) return OWN[nameOf(row)] ?? "success";
  if (persona === "stranger") return 404;
  return LEVELS.indexOf(RIGHTS[persona]) >= LEVELS.indexOf(rightOf(row)) ? "success" : 403;
}

/**
 * Who is asked about a row on an engine beside the usual one. Where named permissions decide, the database does: everybody,
 * but of those who may change something the weakest. Elsewhere the same code does, on every engine.
 */
function personasOnOtherEngine(row: Delivered): readonly Persona[] {
  if (!isHidden(row)) return [];
  const refused = PERSONAS.filter((persona) => expected(row, persona) !== "success");
  const admitted = PERSONAS.filter((persona) => expected(row, persona) === "success");
  return row.method === "GET" ? PERSONAS : [...refused, ...admitted.slice(0, 1)];
}

describe.each(usualDatabases)("whoever asks on $name", ({ open, name: engine }) => {
  const usual = usualDatabases.filter(({ name }) => name === engine).map(({ name }) => name);
  /** For what is refused by the same code on every engine, before the database is asked about more than the token. */
  const guards = describe.each(usual);
  let house: House;
  let furnishing: Furnisher;
  let published: Published;
  let people: Readonly<Record<Persona, Person>>;
  /** What nobody changes: it is asked about by those who are refused, and read by the others. */
  let standing: Ids;

  beforeAll(async () => {
    const database = await open();
    house = await openHouse(database);
    furnishing = furnisher(house, database);
    published = await furnishing.publish();
    const [stranger, reader, writer, manager] = [
      await house.person(),
      await house.person(),
      await house.person(),
      await house.person(),
    ];
    people = { stranger, reader, writer, manager, administrator: house.admin };
    standing = await furnishing.furnish(published);
    await share(standing, published);
    await bookMakersFor(house).admit(standing.mandataire, reader, writer, manager);
  });
  afterAll(() => house.close());

  /** Gives reader, writer and manager what their names say, on an estate and on the published root. */
  async function share(estate: Pick<Estate, "workspace">, also?: Published): Promise<void> {
    for (const persona of ["reader", "writer", "manager"] as const) {
      await house.grant(people[persona], RIGHTS[persona], "workspace", estate.workspace);
      if (also) await house.grant(people[persona], RIGHTS[persona], "folder", also.root);
    }
  }

  /** Something that may be changed: an estate of its own where permissions decide, else one of everything. */
  async function freshFor(row: Delivered): Promise<Ids> {
    if (!isHidden(row)) return furnishing.renew(row, standing);
    const estate = await furnishing.estate(await house.person());
    await share(estate);
    const ids = { ...standing, ...estate };
    return row.path.includes("/composed_documents/") ? furnishing.renew(row, ids) : ids;
  }

  const asking = (row: Delivered, ids: Ids) => furnishing.sample(nameOf(row), ids);

  const personasFor = (row: Delivered) => (usual.length > 0 ? PERSONAS : personasOnOtherEngine(row));

  describe.each(named(rows.filter((row) => personasFor(row).length > 0)))("%s", (_name, row) => {
    it.each(personasFor(row))("does for a %s what it promises", async (persona) => {
      const promised = expected(row, persona);
      const changes = promised === "success" && row.method !== "GET";
      const ids = changes ? await freshFor(row) : standing;
      const reply = await people[persona].ask(row.method, pathOf(row.path, ids), asking(row, ids));
      if (promised === "success") expect(row.success).toContain(reply.status);
      else expect(reply.status).toBe(promised);
    });
  });

  guards("at every operation", () => {
    it.each(named(rows))("%s asks who it is", async (_name, row) => {
      const reply = await house.ask(row.method, pathOf(row.path, standing), asking(row, standing));
      expect(reply.status).toBe(401);
    });

    it.each(named(rows.filter(({ scope }) => scope === "write" || scope === "admin")))(
      "%s asks even an administrator for its scope",
      async (_name, row) => {
        const token = await house.admin.token(row.scope === "write" ? "read" : "read write");
        const reply = await house.ask(row.method, pathOf(row.path, standing), { ...asking(row, standing), token });
        expect(reply.status).toBe(403);
      },
    );
  });

  it("refuses an expired token at every operation", async () => {
    const token = await house.admin.token("read write admin");
    house.clock.pass(91 * 86_400_000);
    for (const row of rows) {
      const reply = await house.ask(row.method, pathOf(row.path, standing), { ...asking(row, standing), token });
      expect([nameOf(row), reply.status]).toEqual([nameOf(row), 401]);
      expect(reply.headers.get("www-authenticate")).toContain('error_description="The access token expired"');
    }
  });
});
