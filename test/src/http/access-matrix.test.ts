import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { bookMakersFor } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { DELIVERED, type Delivered } from "./expected-operations.ts";
import { type Estate, type Furnisher, furnisher, type Published } from "./sample-records.ts";
import { type Ids, pathOf } from "./samples.ts";

/** The callers, weakest first: by their permission on the resource, or by their role. */
const PERSONAS = ["stranger", "reader", "writer", "manager", "administrator"] as const;
type Persona = (typeof PERSONAS)[number];

const RIGHTS = { reader: "read", writer: "write", manager: "manage" } as const;
const LEVELS = ["read", "write", "manage"] as const;

/** Callers with a bearer token. Keys of connectors have tests of their own (incidents.test.ts). */
const rows = DELIVERED.filter(({ page, scope }) => !page && scope !== "none" && scope !== "connector");
const nameOf = ({ method, path }: Delivered) => `${method} ${path}`;
const named = (some: readonly Delivered[]) => some.map((row) => [nameOf(row), row] as const);
/** Resources whose access named permissions decide; other operations are open to all users or require a role. */
const isHidden = ({ path }: Delivered) =>
  /\/documents\/(workspaces|folders|documents|composed_documents)\/\{/.test(path);

/** The right that a row requires on its resource (documents.md 2.4): deleting a workspace requires "manage". */
function rightOf({ method, path, scope, right }: Delivered): (typeof LEVELS)[number] {
  if (right) return right;
  if (method === "DELETE" && path.endsWith("/workspaces/{id}")) return "manage";
  return scope === "write" || path.endsWith("/public_access") ? "write" : "read";
}

/** Resources that belong to one user: other users get 404 or 403. */
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

/** The status that a row promises to a caller; `success` is the row's own success status. */
function expected(row: Delivered, persona: Persona): number | "success" {
  if (row.scope === "session") return 403;
  if (persona === "administrator") return "success";
  if (row.mandataire) return persona === "stranger" ? 403 : "success";
  if (row.scope === "admin" || row.role) return 403;
  // The body of an export names the resource.
  if (nameOf(row) === "POST /api/v1/documents/exports" && persona === "stranger") return 422;
  if (!isHidden(row)) return OWN[nameOf(row)] ?? "success";
  if (persona === "stranger") return 404;
  return LEVELS.indexOf(RIGHTS[persona]) >= LEVELS.indexOf(rightOf(row)) ? "success" : 403;
}

/**
 * The callers of a row on an engine that is not the usual one. The database decides on named permissions: all callers
 * are tested, but only the weakest of those who may change something. The same code decides the rest on every engine.
 */
function personasOnOtherEngine(row: Delivered): readonly Persona[] {
  if (!isHidden(row)) return [];
  const refused = PERSONAS.filter((persona) => expected(row, persona) !== "success");
  const admitted = PERSONAS.filter((persona) => expected(row, persona) === "success");
  return row.method === "GET" ? PERSONAS : [...refused, ...admitted.slice(0, 1)];
}

describe.each(usualDatabases)("access by role and permission on $name", ({ open, name: engine }) => {
  const usual = usualDatabases.filter(({ name }) => name === engine).map(({ name }) => name);
  /** For refusals that the same code makes on every engine, before the database reads more than the token. */
  const guards = describe.each(usual);
  let house: House;
  let furnishing: Furnisher;
  let published: Published;
  let people: Readonly<Record<Persona, Person>>;
  /** Records that no admitted caller changes: refused callers use them, and readers read them. */
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
    it.each(personasFor(row))("answers a %s with the promised status", async (persona) => {
      const promised = expected(row, persona);
      const changes = promised === "success" && row.method !== "GET";
      const ids = changes ? await freshFor(row) : standing;
      const reply = await people[persona].ask(row.method, pathOf(row.path, ids), asking(row, ids));
      if (promised === "success") expect(row.success).toContain(reply.status);
      else expect(reply.status).toBe(promised);
    });
  });

  guards("at every operation", () => {
    it.each(named(rows))("%s requires a token", async (_name, row) => {
      const reply = await house.ask(row.method, pathOf(row.path, standing), asking(row, standing));
      expect(reply.status).toBe(401);
    });

    it.each(named(rows.filter(({ scope }) => scope === "write" || scope === "admin")))(
      "%s requires its scope of administrators too",
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
