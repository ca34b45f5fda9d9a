import { millisecondsOf } from "@cartulary/kernel";
import { allOperations, BYTES, HTML, type Operation, readShape, TEXT } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor, PERIODS } from "../../support/books.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { type IdentityProvider, startIdentityProvider } from "../../support/identity-provider.ts";
import { NOTHING, versionsOf } from "../../support/record-factories.ts";
import { recordProblems } from "../../support/records.ts";
import {
  expectDiscreet,
  expectMalformed,
  expectNotFound,
  expectRefusal,
  expectRentalInvalid,
  expectStatus,
  refusedFields,
  withoutRequestId,
} from "../../support/refusals.ts";
import type { Ask, Asking, Reply } from "../../support/send-request.ts";
import { contractOf, DELIVERED, type Delivered, nameOf } from "./expected-operations.ts";
import { type Furnisher, furnisher, type Published } from "./sample-records.ts";
import { type Ids, MISSHAPEN, pathOf, type Resource } from "./samples.ts";
import { flowEnvironment, flowsOf } from "./token-flows.ts";

const table: readonly Operation[] = Object.values(allOperations);

describe("the contract", () => {
  it.each(DELIVERED.map((row) => [nameOf(row), row] as const))("expects the status of %s", (_name, row) => {
    const contract = contractOf(row);
    const {
      scope,
      role,
      mandataire,
      wrapper,
      envelope,
      isUnpaged: whole,
      replies,
      list,
      body,
      file,
      encodings,
    } = contract;
    expect({
      scope,
      role,
      mandataire,
      wrapper,
      envelope,
      whole,
      statuses: Object.keys(replies).map(Number).sort(),
    }).toEqual({
      scope: row.scope,
      role: row.role,
      mandataire: row.mandataire,
      wrapper: row.wrapper,
      envelope: row.envelope,
      whole: row.whole,
      statuses: [...row.success].sort(),
    });
    expect(list !== undefined).toBe(row.list !== undefined);
    expect(body !== undefined || encodings?.includes("bytes") === true).toBe(row.body !== undefined);
    if (row.body) expect([...(encodings ?? ["json"])].sort()).toEqual([...row.body].sort());
    const field = row.scope === "connector" ? "file" : "uploaded_file";
    expect(file).toBe(row.body?.includes("multipart") ? field : undefined);
  });

  it("has a name of its own for each operation", () => {
    expect(new Set(table.map(({ id }) => id)).size).toBe(table.length);
  });
});

const swept = DELIVERED.filter(({ page }) => !page);
const named = swept.filter(({ flow }) => !flow).map((row) => [nameOf(row), row] as const);
/** Behind a bearer token; what a connector's key opens says so itself (incidents.test.ts). */
const guarded = named.filter(([, { scope }]) => scope !== "none" && scope !== "connector");
const writing = guarded.filter(([, { scope }]) => scope === "write");
const administering = guarded.filter(([, { scope }]) => scope === "admin");
const withId = guarded.filter(([, { path }]) => /\{(folder_|file_)?id\}/.test(path));
/** All users can read the directory, types and domains, so none of them is hidden. */
/** Without those that demand a role first: to all others they answer 403, whatever the id. */
const hidden = withId.filter(
  ([, { path }]) =>
    /\/documents\/(workspaces|folders|documents|composed_documents)\//.test(path) && !path.endsWith("/legal_hold"),
);
const withRole = guarded.filter(([, { role, scope }]) => role !== undefined && scope !== "admin");
const withJson = guarded.filter(([, { body }]) => body?.includes("json"));
const withForm = guarded.filter(([, { body }]) => body?.includes("multipart"));
const listing = guarded.filter(([, { list }]) => list !== undefined);
/** Lists of one mandataire whose records are in the change feed: all but the lines of a run and the feed itself. */
const followed = listing.filter(
  ([, { list, mandataire, path }]) => list === "rental" && mandataire && !/\/(lines|snapshots)$/.test(path),
);
const getting = named.filter(([, { method }]) => method === "GET");
const acting = guarded.filter(([, { mandataire }]) => mandataire);
/** A success of these takes more than one request. */
const flowing = DELIVERED.filter(({ page, flow }) => page || flow).map((row) => [nameOf(row), row] as const);
const changing = guarded.filter(([, { method }]) => method === "PATCH");
/** Without the first page, which is HTML also where it refuses. */
const paths = [...new Set(swept.map(({ path }) => path))].filter((path) => path !== "/");

const GARBAGE: Asking = { body: "{no json", headers: { "content-type": "application/json" } };

/** The headers of every request; apart from the request id, its answers can be compared. */
const MALFORMED: Ids = fill("not-a-uuid");
const UNKNOWN: Ids = fill(NOTHING);

function fill(value: string): Ids {
  return {
    workspace: value,
    folder: value,
    document: value,
    version: value,
    trashed: value,
    user: value,
    contact: value,
    group: value,
    team: value,
    workspace_type: value,
    document_type: value,
    domain: value,
    classification_plan: value,
    document_template: value,
    composed_document: value,
    part: value,
    public_folder: value,
    public_document: value,
    root: value,
    workspace_permission: value,
    folder_permission: value,
    document_permission: value,
    bulk_upload: value,
    export: value,
    completed_export: value,
    chunked_upload: value,
    mass_communication: value,
    oauth_application: value,
    connector: value,
    job: value,
    personal_access_token: value,
    mandataire: value,
    accounting_entry: value,
    fec_export: value,
    billing_run_line: value,
    billing_run: value,
    validated_run: value,
    rent_call: value,
    overdue_call: value,
    reminder: value,
    revised_lease: value,
    revision: value,
    owner_payout: value,
    payout_export: value,
    letters: value,
    printed_letters: value,
    failed_payout: value,
    security_deposit: value,
    supplier_invoice: value,
    charge_statement: value,
    charged_lease: value,
    payment: value,
    bank_transaction: value,
    waiting_transaction: value,
    bank_assignment: value,
    property: value,
    unit: value,
    ownership: value,
    owner: value,
    tenant: value,
    rental_contact: value,
    service_provider: value,
    mandate: value,
    begun_mandate: value,
    served_mandate: value,
    mandate_service: value,
    service_event: value,
    lease: value,
    lease_term: value,
    lease_party: value,
    signed_lease: value,
    dropped_lease: value,
    active_lease: value,
    noticed_lease: value,
    revisable_lease: value,
    owning: value,
    owning_profile: value,
    owned: value,
    period: value,
    incident: value,
    incident_attachment: value,
    portal_key: value,
    graph_key: value,
    empty_mandataire: value,
    member: value,
  };
}

describe.each(usualDatabases)("every operation on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let admin: Person;
  /** Reads everything that is furnished, and may change nothing of it. */
  let reader: Person;
  /** May change it too, but not say who may. */
  let writer: Person;
  let stranger: Person;
  /** A member of the furnished mandataire, and of another one. */
  let member: Person;
  /** A member of the furnished mandataire alone. */
  let clerk: Person;
  let ids: Ids;

  let provider: IdentityProvider;
  let flows: ReturnType<typeof flowsOf>;
  /** The operations that did what they are for. */
  const succeeded = new Set<string>();

  let furnishing: Furnisher;
  let published: Published;

  beforeAll(async () => {
    database = await open();
    provider = await startIdentityProvider(() => millisecondsOf(house.clock.now()));
    house = await openHouse(database, { environment: flowEnvironment(provider) });
    admin = house.admin;
    reader = await house.person();
    writer = await house.person();
    stranger = await house.person();
    furnishing = furnisher(house, database);
    published = await furnishing.publish();
    ids = await furnish();
    await house.work();
    flows = flowsOf(house, provider, published.public_folder);
    [member, clerk] = [await house.person(), await house.person()];
    const books = bookMakersFor(house);
    await books.admit(ids.mandataire, member, clerk);
    await books.admit(ids.empty_mandataire, member);
    await house.grant(reader, "read", "folder", published.root);
    await house.grant(writer, "write", "folder", published.root);
    await house.grant(reader, "read", "workspace", ids.workspace);
    await house.grant(writer, "write", "workspace", ids.workspace);
  });
  afterAll(async () => {
    await house.close();
    await provider.close();
  });

  const at = (row: Delivered, with_: Ids = ids) => pathOf(row.path, with_);
  const sound = (row: Delivered, with_: Ids = ids): Asking => furnishing.sample(nameOf(row), with_);
  const furnish = (): Promise<Ids> => furnishing.furnish(published);
  let others: Promise<Ids> | undefined;
  /** A second set of records, unrelated to the tested one. */
  const otherEstate = (): Promise<Ids> => {
    others ??= furnish();
    return others;
  };
  /** New records for an operation that may change them; an operation that only reads shares its records. */
  const fresh = async (row: Delivered): Promise<Ids> => (row.method === "GET" ? ids : furnishing.renew(row, ids));
  /** The same request, by a member of the mandataire that it acts on. */
  const within = (row: Delivered, asking: Asking = {}): Asking =>
    row.mandataire ? actingOn(ids.mandataire, asking) : asking;
  /** The same request, with paging parameters in addition to the required ones. */
  const paged = (row: Delivered, page: string): Asking => {
    const { query } = sound(row);
    const own = new URLSearchParams(query as Readonly<Record<string, string>> | undefined);
    return within(row, { query: [...(own.size > 0 ? [String(own)] : []), page].join("&") });
  };
  const methodsOf = ({ method }: Delivered) =>
    method === "GET" ? ["GET", "HEAD"] : method === "PATCH" ? ["PATCH", "PUT"] : [method];

  it("is mounted and described where it is delivered, and nothing else is", async () => {
    const { paths } = (await house.ask<{ paths: Record<string, object> }>("GET", "/openapi.json")).body;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(DELIVERED.map(nameOf).sort());
    expect(table.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(described);
  });

  describe("requires a token", () => {
    it.each(guarded)("%s: 401 without a token, whatever else is wrong", async (_name, row) => {
      for (const path of [at(row), at(row, MALFORMED), `${at(row)}/`]) {
        const reply = await house.ask(row.method, path, row.method === "GET" ? {} : GARBAGE);
        expectRefusal(reply, 401, "unauthorized");
        expect(reply.headers.get("www-authenticate")).toBe('Bearer realm="cartulary"');
      }
    });

    it.each(guarded)("%s: 401 before 405", async (_name, row) => {
      expectRefusal(await house.ask("PROPFIND", at(row)), 401, "unauthorized");
    });
  });

  describe("requires the scope", () => {
    it.each(writing)("%s: 403 with a token that only reads, before anything of the body", async (_name, row) => {
      const token = await admin.token("read");
      for (const method of methodsOf(row)) {
        for (const path of [at(row), at(row, MALFORMED)]) {
          const reply = await house.ask(method, path, { ...GARBAGE, token });
          expectRefusal(reply, 403, "insufficient_scope");
          const challenge = reply.headers.get("www-authenticate");
          expect(challenge).toContain('error="insufficient_scope"');
          expect(challenge).toContain('scope="write"');
        }
      }
    });

    it.each(guarded.filter(([, { scope }]) => scope === "read"))(
      "%s: a token that only reads will do",
      async (_name, row) => {
        const token = await admin.token("read");
        const reply = await house.ask<unknown>(row.method, at(row), { ...sound(row), token });
        expectStatus(reply, 200);
        if (!row.cached) expectDiscreet(reply);
      },
    );

    it.each(administering)(
      "%s: 403 with a token that reads and writes, be it an administrator's, before anything of the body",
      async (_name, row) => {
        const tokens = await Promise.all([admin.token("read"), admin.token("read write"), stranger.token()]);
        for (const token of tokens) {
          for (const path of [at(row), at(row, MALFORMED)]) {
            const reply = await house.ask(row.method, path, { ...(row.method === "GET" ? {} : GARBAGE), token });
            expectRefusal(reply, 403, "insufficient_scope");
            const challenge = reply.headers.get("www-authenticate");
            expect(challenge).toContain('error="insufficient_scope"');
            expect(challenge).toContain('scope="admin"');
          }
        }
      },
    );

    it.each(administering)("%s: 403 at once for a demoted administrator", async (_name, row) => {
      const demoted = await house.person({ role: "admin" });
      const token = await demoted.token("admin");
      expectStatus(await admin.ask<unknown>("PATCH", `${USERS}/${demoted.id}`, { json: { role: "manager" } }), 200);
      expect((await house.ask(row.method, at(row), { token })).status).toBe(403);
    });

    it.each(guarded.filter(([, { scope }]) => scope === "read"))(
      "%s: a token that only writes will do",
      async (_name, row) => {
        const made = await fresh(row);
        const asking = { ...unique(row, made), token: await admin.token("write") };
        const reply = await house.ask<unknown>(row.method, at(row, made), asking);
        expect(row.success).toContain(reply.status);
        if (!row.cached) expectDiscreet(reply);
      },
    );

    it.each(withRole)(
      "%s: 403 for a caller without the role, with the scope and before the body is read",
      async (_name, row) => {
        for (const path of [at(row), at(row, MALFORMED)]) {
          expectRefusal(await stranger.ask(row.method, path, GARBAGE), 403, "forbidden");
        }
      },
    );
  });

  describe("finds its resource", () => {
    it.each(withId)("%s: 404 for an invalid id, before the body", async (_name, row) => {
      for (const method of methodsOf(row)) {
        const reply = await admin.ask(method, at(row, MALFORMED), within(row, row.method === "GET" ? {} : GARBAGE));
        if (method === "HEAD") expect(reply.status).toBe(404);
        else expectNotFound(reply);
      }
    });

    it.each(withId)("%s: 404 for an empty id", async (_name, row) => {
      expectNotFound(await admin.ask(row.method, at(row, UNKNOWN), sound(row)));
    });

    it.each(withId.filter(([, { path }]) => path.includes("{version_id}")))(
      "%s: 404 for an unknown version, or one of another document",
      async (_name, row) => {
        const other = await otherEstate();
        for (const version of ["not-a-uuid", NOTHING, other.version]) {
          expectNotFound(await admin.ask(row.method, at(row, { ...ids, version })));
        }
      },
    );

    it.each(withId.filter(([, { path }]) => path.includes("{permission_id}")))(
      "%s: 404 for an unknown permission, or one on another resource",
      async (_name, row) => {
        const other = await otherEstate();
        const resources: readonly Resource[] = ["workspace", "folder", "document"];
        const others = resources.filter((resource) => !row.path.includes(`/${resource}s/{id}`));
        const input = [other, ...others.map((resource) => fill(ids[`${resource}_permission`]))];
        for (const permissions of [fill("not-a-uuid"), fill(NOTHING), ...input]) {
          const { workspace, folder, document } = ids;
          expectNotFound(
            await admin.ask(row.method, at(row, { ...permissions, workspace, folder, document }), sound(row)),
          );
        }
      },
    );

    it.each(hidden)("%s: 404 for a hidden resource, the same as for an unknown one", async (_name, row) => {
      for (const method of methodsOf(row).filter((each) => each !== "HEAD")) {
        const missing = await stranger.ask(method, at(row, UNKNOWN), sound(row));
        const unreadable = await stranger.ask(method, at(row), sound(row));
        expectNotFound(unreadable);
        expect(withoutRequestId(unreadable)).toEqual(withoutRequestId(missing));
      }
    });

    it.each(hidden.filter(([, { scope, right }]) => scope === "read" && !right))(
      "%s: 200 for a caller who may read",
      async (_name, row) => {
        expectStatus(await reader.ask<unknown>(row.method, at(row)), 200);
      },
    );

    it.each(hidden.filter(([, { scope }]) => scope === "write"))(
      "%s: 403 for a caller who may read and not write, and nothing changes",
      async (_name, row) => {
        const before = await snapshot();
        for (const method of methodsOf(row))
          expectRefusal(await reader.ask(method, at(row), sound(row)), 403, "forbidden");
        expect(await snapshot()).toEqual(before);
      },
    );

    it.each(hidden.filter(([, { right }]) => right !== undefined))(
      "%s: 403 for a caller without the required right, and nothing changes",
      async (_name, row) => {
        const before = await snapshot();
        for (const person of row.right === "manage" ? [reader, writer] : [reader]) {
          for (const method of methodsOf(row).filter((each) => each !== "HEAD"))
            expectRefusal(await person.ask(method, at(row), sound(row)), 403, "forbidden");
        }
        expect(await snapshot()).toEqual(before);
      },
    );

    it.each(acting)(
      "%s: only for members of the mandataire that it acts on, whatever else is wrong",
      async (_name, row) => {
        const reportOf = (asking: Asking = {}) => ({ ...(row.method === "GET" ? {} : GARBAGE), ...asking });
        const about = (mandataire: string, asking: Asking = {}) => {
          const { headers, ...rest } = reportOf(asking);
          return actingOn(mandataire, { ...rest, ...(headers && { headers }) });
        };
        for (const path of [at(row), at(row, MALFORMED)]) {
          for (const mandataire of [ids.mandataire, ids.empty_mandataire, NOTHING]) {
            expectRefusal(await stranger.ask(row.method, path, about(mandataire)), 403, "forbidden");
          }
          for (const mandataire of [ids.empty_mandataire, NOTHING]) {
            expectRefusal(await admin.ask(row.method, path, about(mandataire)), 403, "forbidden");
            const query = { mandataire_id: mandataire };
            expectRefusal(await admin.ask(row.method, path, reportOf({ query })), 403, "forbidden");
            expectMalformed(await admin.ask(row.method, path, about(ids.mandataire, { query })));
          }
          expectRefusal(await stranger.ask(row.method, path, reportOf()), 403, "forbidden");
          expectRefusal(await member.ask(row.method, path, reportOf()), 400, "mandataire_required");
          for (const wrong of ["not-a-uuid", "", `${ids.mandataire}x`]) {
            expectMalformed(await admin.ask(row.method, path, about(wrong)));
            expectMalformed(await admin.ask(row.method, path, reportOf({ query: { mandataire_id: wrong } })));
          }
        }
      },
    );

    it.each(acting.filter(([, { method }]) => method === "GET"))(
      "%s: answers a caller who names the mandataire in the query, in any case, or has no other",
      async (_name, row) => {
        const { query = {} } = sound(row);
        const alone = { mandataire_id: ids.mandataire.toUpperCase(), ...(query as Readonly<Record<string, string>>) };
        expectStatus(await member.ask<unknown>("GET", at(row), { query: alone }), 200);
        expectStatus(await member.ask<unknown>("GET", at(row), actingOn(ids.mandataire, { query: alone })), 200);
        expectStatus(await clerk.ask<unknown>("GET", at(row), { query }), 200);
      },
    );

    it("404 for an invalid month", async () => {
      for (const period of ["2026-13", "2026-1", "march", "2026-03-01"]) {
        expectNotFound(await admin.ask("POST", `${PERIODS}/${period}/close`, actingOn(ids.mandataire)));
      }
    });

    async function snapshot(): Promise<unknown> {
      const things = [`workspaces/${ids.workspace}`, `folders/${ids.folder}`, `documents/${ids.document}`];
      const shown = things.flatMap((thing) => [thing, `${thing}/permissions`]);
      const pending = shown.map(async (thing) => (await admin.ask<unknown>("GET", `${DOCUMENTS}/${thing}`)).body);
      return Promise.all([...pending, (await admin.ask<unknown>("GET", versionsOf(ids.document))).body]);
    }
  });

  describe("reads its parameters", () => {
    it.each(withJson)("%s: 400 for a body that is no JSON object, before it is looked for", async (_name, row) => {
      const token = await admin.token();
      const json = { "content-type": "application/json" };
      for (const body of ["{no json", '{"name":"x"', "\ufeff{", "[]", '"x"', "null", "7", "{} {}"]) {
        expectMalformed(await house.ask(row.method, at(row, UNKNOWN), within(row, { token, body, headers: json })));
      }
    });

    it.each(withJson)("%s: 400 for a body of another type, or of none", async (_name, row) => {
      const token = await admin.token();
      const bytes = new TextEncoder().encode("{}");
      for (const type of ["text/plain", "application/xml", "application/x-www-form-urlencoded"]) {
        expectMalformed(
          await house.ask(row.method, at(row), within(row, { token, body: bytes, headers: { "content-type": type } })),
        );
      }
      expectMalformed(await house.ask(row.method, at(row), within(row, { token, body: bytes })));
    });

    it.each(withForm)("%s: 400 for a form without boundary", async (_name, row) => {
      const headers = { "content-type": "multipart/form-data" };
      expectMalformed(await admin.ask(row.method, at(row), { body: "--x--\r\n", headers }));
    });

    it.each(listing)("%s: 400 for an invalid page", async (_name, row) => {
      const beyond = row.list === "rental" ? [] : [`per_page=${(row.perPageMax ?? 100) + 1}`];
      for (const query of ["per_page=0", "per_page=-1", "per_page=x", ...beyond, "page=0", "page=x", "page=1&page=2"]) {
        expectMalformed(await admin.ask("GET", at(row), paged(row, query)));
      }
    });

    it.each(listing.filter(([, { list }]) => list !== "pages"))(
      "%s: 400 for an invalid order or filter",
      async (_name, row) => {
        const own = row.list === "rental" ? ["q[id_not_eq]=1", "updated_since=x", "q=a&q=b"] : ["q=x"];
        for (const query of ["sort=secret", "direction=up", "q[name_frob]=1", "q[secret_eq]=1", "q[id_eq]=1", ...own]) {
          expectMalformed(await admin.ask("GET", at(row), within(row, { query })));
        }
      },
    );

    it.each(guarded.filter(([name]) => MISSHAPEN[name]))(
      "%s: 422 for a value of the wrong shape, before it is looked for",
      async (name, row) => {
        for (const [field, value, code] of MISSHAPEN[name] ?? []) {
          const json = wrapped(row, { ...jsonOf(row), [field]: value });
          const reply = await admin.ask(row.method, at(row, UNKNOWN), within(row, { json }));
          const refused = refusedFields(expectRefusal(reply, 422, "unprocessable_entity"));
          expect(refused.map(([name, text]) => [name.replace(/[[.].*/, ""), text])).toContainEqual([field, code]);
        }
      },
    );

    it.each(guarded.filter(([name]) => MISSHAPEN[name]))(
      "%s: reports all misshapen fields at once",
      async (name, row) => {
        const wrong = new Map(
          (MISSHAPEN[name] ?? []).filter(([, value]) => value !== undefined).map(([field, value]) => [field, value]),
        );
        const json = wrapped(row, Object.fromEntries(wrong));
        const reply = await admin.ask(row.method, at(row), within(row, { json }));
        const refused = refusedFields(expectRefusal(reply, 422, "unprocessable_entity"));
        const fields = refused.map(([field]) => field.replace(/[[.].*/, ""));
        expect([...new Set(fields)].sort()).toEqual([...wrong.keys()].sort());
      },
    );

    /** A JSON body that has the operation's shape. */
    function jsonOf(row: Delivered): Readonly<Record<string, unknown>> {
      const { json = { chunked_upload_id: NOTHING } } = sound(row);
      const sent = json as Readonly<Record<string, unknown>>;
      return (row.wrapper === undefined ? sent : sent[row.wrapper]) as Readonly<Record<string, unknown>>;
    }

    const wrapped = ({ wrapper }: Delivered, json: object): object =>
      wrapper === undefined ? json : { [wrapper]: json };

    it.each(guarded.filter(([, { wrapper }]) => wrapper))(
      "%s: 422 for a body without its one name, before it is looked for",
      async (_name, row) => {
        const wrapper = row.wrapper ?? "";
        for (const json of [{}, jsonOf(row), { [wrapper]: null }]) {
          expectRentalInvalid(await admin.ask(row.method, at(row, UNKNOWN), { json }), { [wrapper]: ["blank"] });
        }
        for (const value of ["x", 7, ["x"], true]) {
          const json = { [wrapper]: value };
          expectRentalInvalid(await admin.ask(row.method, at(row, UNKNOWN), { json }), { [wrapper]: ["invalid"] });
        }
      },
    );
  });

  describe("answers", () => {
    /** A token that may no more than it has to. */
    const least = ({ scope }: Delivered) => admin.token(scope === "admin" || scope === "write" ? scope : undefined);

    it.each(named)(
      "%s: answers as the contract and the specification say, to a token of its scope alone",
      async (_name, row) => {
        const made = await fresh(row);
        const asking = { ...unique(row, made), token: await least(row) };
        const reply = await house.ask<unknown>(row.method, at(row, made), asking);
        expectRecord(row, reply);
        if (!row.cached) expectDiscreet(reply);
      },
    );

    it.each(flowing)("%s: with success at the end of its flow", async (name, row) => {
      const { path, asking, to } = (await flows[name]?.()) ?? expect.fail(`No flow ends with ${name}`);
      const reply = await house.ask<unknown>(row.method, path, asking);
      expect(row.success).toContain(reply.status);
      if (to) expect(reply.headers.get("location")).toMatch(to);
      else expectStatus(reply, row.success[0] ?? 0);
      succeeded.add(name);
    });

    it("every operation that is served with success, once at least", async () => {
      const { paths: served } = (await house.ask<{ paths: Record<string, object> }>("GET", "/openapi.json")).body;
      const mounted = Object.entries(served).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      expect(mounted.length).toBeGreaterThan(100);
      expect(mounted.filter((name) => !succeeded.has(name))).toEqual([]);
    });

    it.each(changing)("%s: the same to PUT", async (_name, row) => {
      expectRecord(row, await admin.ask<unknown>("PUT", at(row), sound(row)));
    });

    it.each(listing)("%s: reports the page in headers", async (_name, row) => {
      const { headers } = await admin.ask<unknown>("GET", at(row), paged(row, "per_page=1&page=1"));
      expect(headers.get("x-page")).toBe("1");
      expect(headers.get("x-per-page")).toBe("1");
      const total = Number(headers.get("x-total-count"));
      expect(total).toBeGreaterThan(0);
      expect(headers.get("x-total-pages")).toBe(String(total));
      expect(headers.get("x-has-more")).toBe(String(total > 1));
      const exposed = (headers.get("access-control-expose-headers") ?? "").toLowerCase().split(/,\s*/);
      expect(exposed).toEqual(
        expect.arrayContaining(["x-total-count", "x-total-pages", "x-page", "x-per-page", "x-has-more"]),
      );
      const snapshot = row.list === "rental" ? new Date(Date.parse(house.clock.now()) - 5000).toISOString() : null;
      expect([headers.get("x-snapshot-at"), exposed.includes("x-snapshot-at")]).toEqual([snapshot, snapshot !== null]);
    });

    it.each(followed)("%s: shows the same records in the change feed", async (_name, row) => {
      type Body = { readonly id: string }[];
      const listed = expectStatus(await admin.ask<Body>("GET", at(row), paged(row, "per_page=100")), 200);
      const collection =
        row.path
          .split("/")
          .at(-1)
          ?.replace(/^exports$/, "payout_exports") ?? "";
      const updated_since = new Date(Date.parse(house.clock.now()) - 7 * 86_400_000).toISOString();
      const query = { collection, updated_since, per_page: "100" };
      const feed = await admin.ask<{ data: object; id: string; state: string }[]>(
        ...(["GET", "/rental/api/v1/snapshots", within(row, { query })] as const),
      );
      const present = expectStatus(feed, 200).filter(({ id }) => listed.some((record) => record.id === id));
      expect(present.length).toBeGreaterThan(0);
      for (const { id, data, state } of present)
        expect({ state, data }).toEqual({ state: "present", data: listed.find((record) => record.id === id) });
    });

    /** The object under an answer's one name, if it has one. */
    function openedOf({ envelope }: Delivered, body: unknown): unknown {
      if (envelope === undefined) return body;
      expect(Object.keys(body as object)).toEqual([envelope]);
      return (body as Readonly<Record<string, unknown>>)[envelope];
    }

    it.each(guarded.filter(([, { whole }]) => whole))("%s: in headers that it is all there is", async (_name, row) => {
      const { headers, body } = await admin.ask<unknown>("GET", at(row));
      const total = String((openedOf(row, body) as readonly unknown[]).length);
      const names = ["total-count", "per-page", "page", "total-pages", "has-more"];
      expect(names.map((name) => headers.get(`x-${name}`))).toEqual([total, total, "1", "1", "false"]);
    });

    describe("at its other addresses", () => {
      it.each(getting.filter(([, { path }]) => path !== "/"))(
        "%s: the same with a slash at the end",
        async (_name, row) => {
          expectRecord(row, await admin.ask<unknown>(row.method, `${at(row)}/`, unique(row)));
        },
      );

      it.each(getting)("%s: to HEAD the same without a body", async (_name, row) => {
        const [get, head] = [
          await admin.ask<unknown>("GET", at(row), sound(row)),
          await admin.ask<unknown>("HEAD", at(row), sound(row)),
        ];
        expect(head.bytes).toHaveLength(0);
        const comparable = ({ status, headers }: Reply<unknown>) => ({
          status,
          // A page gives each visitor a secret of his own.
          headers: [...headers].filter(([name]) => name !== "x-request-id" && name !== "set-cookie"),
        });
        expect(comparable(head)).toEqual(comparable(get));
      });

      it.each(paths)("%s: 405 to other methods, and lists the allowed ones", async (path) => {
        const rows = DELIVERED.filter((row) => row.path === path);
        const served = rows.flatMap(methodsOf);
        const others = ["GET", "POST", "PATCH", "PUT", "DELETE", "PROPFIND"].filter(
          (method) => !served.includes(method),
        );
        const ask: Ask = rows.some(({ scope }) => scope === "none") ? house.ask : await admin.as("read");
        const key = path.startsWith("/portal/") ? ids.portal_key : ids.graph_key;
        const keyed = rows.some(({ scope }) => scope === "connector") ? { "x-connector-key": key } : {};
        for (const method of others) {
          const { headers, ...rest } = method === "GET" ? {} : GARBAGE;
          const reply = await ask(method, pathOf(path, ids), { ...rest, headers: { ...headers, ...keyed } });
          expect({ method, status: reply.status, error: reply.body.error }).toEqual({
            method,
            status: 405,
            error: "method_not_allowed",
          });
          expect((reply.headers.get("allow") ?? "").split(/,\s*/).sort()).toEqual([...served].sort());
        }
      });

      it("404 at a path that nothing serves, with a token and without", async () => {
        for (const path of [
          "/nothing",
          "/api/v1",
          "/api/v1/documents/nothing",
          "/api/v1/documents/folders//x",
          "/oauth/nothing",
        ]) {
          for (const method of ["GET", "POST", "DELETE"]) {
            expect((await house.ask(method, path)).status).toBe(404);
            expect((await admin.ask(method, path)).status).toBe(404);
          }
        }
        expectNotFound(await admin.ask("GET", `${DOCUMENTS}/nothing`));
        expectNotFound(await house.ask("GET", `${DOCUMENTS}/nothing`));
      });
    });

    function expectRecord(row: Delivered, reply: Reply<unknown>): void {
      const status = row.success[0] ?? 0;
      expectStatus(reply, status);
      expect(reply.headers.get("x-request-id")).toMatch(/\S/);
      expect(reply.headers.get("x-api-version")).toBe("1.0.0");
      succeeded.add(nameOf(row));
      const promised = contractOf(row).replies[status];
      if (promised === null) {
        expect(reply.bytes).toHaveLength(0);
        expect(reply.headers.get("content-type")).toBeNull();
        return;
      }
      if (promised === BYTES) {
        expect(reply.bytes.byteLength).toBeGreaterThan(0);
        return;
      }
      if (promised === HTML) {
        expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
        expect(reply.text).toMatch(/^<!doctype html>/);
        return;
      }
      expect(reply.headers.get("content-type")).toMatch(/^application\/json\b/);
      if (!promised || promised === TEXT) throw new Error("The contract promises no such record");
      const body = openedOf(row, reply.body);
      expect(readShape(promised, body)).toMatchObject({ ok: true });
      if (!row.reply) return;
      const records = [body].flat();
      expect(records.length).toBeGreaterThan(0);
      for (const record of records) expect(recordProblems(row.reply, record)).toEqual([]);
    }
  });

  let people = 0;
  /** A valid request that can be repeated: its e-mail address is new, and its user is not in the group yet. */
  function unique(row: Delivered, with_: Ids = ids): Asking {
    if (nameOf(row) === "POST /api/v1/directory/groups/{id}/members") return { json: { user_id: reader.id } };
    if (nameOf(row) !== "POST /api/v1/directory/users") return sound(row, with_);
    people += 1;
    return { json: { email_address: `unique-${people}@example.org` } };
  }
});
