import { consolePages } from "@cartulary/console";
import type { Operation } from "@cartulary/wire";
import { expect } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person, USERS } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { databases } from "../../support/databases.ts";
import { NOTHING } from "../../support/record-factories.ts";
import { expectStatus } from "../../support/refusals.ts";
import type { Reply } from "../../support/send-request.ts";
import { type SignedIn, signedInAs } from "../../support/session.ts";
import { type PageVisitor, pageVisitor } from "../../support/visitor.ts";
import { furnisher } from "./sample-records.ts";
import { type Ids, pathOf } from "./samples.ts";

type ConsolePage = (typeof consolePages)[number];

/** The callers of console.md 5, and those who have as much elsewhere. */
export const CALLERS = [
  "signed out",
  "stranger",
  /** Owns another workspace, and is a member of another mandataire. */
  "neighbour",
  "reader",
  "writer",
  "manager",
  "member",
  /** Has the role manager, but no right on anything. */
  "officer",
  "administrator",
  "superAdministrator",
] as const;
type CallerName = (typeof CALLERS)[number];

const RIGHTS = { reader: "read", writer: "write", manager: "manage" } as const;

/** A word in the names of all records that only some callers may see. */
const SECRET = "Zephyrine";

/** A page of the console at an address, and the operation that decides who may see it. */
interface Sweepable {
  readonly page: ConsolePage;
  /** Its path for records that exist. */
  readonly path: string;
  /** Its path for records that do not exist; the same for a page without records. */
  readonly missingPath: string;
  /** Answers the record of the page; `null` for a page without one. */
  readonly decides: { readonly operation: Operation; readonly path: string } | null;
}

/** A furnished application with callers of all kinds. */
export interface CallersHouse {
  readonly house: House;
  readonly pages: readonly Sweepable[];
  /** An administrator, who is a member of the mandataire. */
  readonly administrator: Person;
  readonly inMandataire: (path: string) => string;
  /** Compares what a page answers to a caller with what the operations answer. */
  sweep(caller: CallerName, page: Sweepable): Promise<void>;
  close(): Promise<void>;
}

/** Opens an application in which every page of the console has a record to show. */
export async function openCallersHouse(): Promise<CallersHouse> {
  const [sqlite] = databases;
  if (!sqlite) throw new Error("There is always SQLite");
  const database = await sqlite.open();
  const house = await openHouse(database);
  const furnishing = furnisher(house, database);
  const ids = await furnishing.furnish(await furnishing.publish());
  const books = bookMakersFor(house);
  const signedIn: Record<Exclude<CallerName, "signed out">, SignedIn> = {
    stranger: await signedInAs(house),
    neighbour: await signedInAs(house),
    reader: await signedInAs(house),
    writer: await signedInAs(house),
    manager: await signedInAs(house),
    member: await signedInAs(house),
    officer: await signedInAs(house, { role: "manager" }),
    administrator: await signedInAs(house, { role: "admin" }),
    superAdministrator: await signedInAs(house, { role: "super_admin" }),
  };
  const visitors: Record<CallerName, PageVisitor> = { "signed out": pageVisitor(house), ...signedIn };
  for (const name of ["reader", "writer", "manager"] as const)
    await house.grant(signedIn[name].person, RIGHTS[name], "workspace", ids.workspace);
  const elsewhere = await furnishing.estate(await house.person());
  await house.grant(signedIn.neighbour.person, "manage", "workspace", elsewhere.workspace);
  await books.mandataire({ name: "Another agency" }, [signedIn.neighbour.person]);
  await books.admit(ids.mandataire, signedIn.member.person, signedIn.administrator.person);
  await books.admit(ids.empty_mandataire, signedIn.administrator.person, signedIn.superAdministrator.person);
  await name(house, ids);

  const pages = consolePages.map((page) => sweepable(page, ids));

  /** What the operation answers to this person, without a session. */
  async function decision(caller: CallerName, { decides }: Sweepable): Promise<number> {
    if (!decides || caller === "signed out") return 200;
    const asking = decides.operation.mandataire ? actingOn(ids.mandataire) : {};
    return (await signedIn[caller].person.ask<unknown>("GET", decides.path, asking)).status;
  }

  return {
    house,
    pages,
    administrator: signedIn.administrator.person,
    inMandataire: (path) => inMandataire(path, ids),
    async sweep(caller, swept) {
      const visitor = visitors[caller];
      const where = `${caller} at ${swept.page.path}`;
      const at = inMandataire(swept.path, ids);
      const expected = expectedStatus(caller, swept.page, await decision(caller, swept));
      const reply = await visitor.get(at);
      const context = `${where}: GET ${reply.status}`;
      expect(expected, context).toContain(reply.status);
      if (reply.status === 303) expect(reply.headers.get("location"), context).toMatch(placeOf(caller, swept));
      const word = reply.text.match(/.{0,40}Zephyrine/)?.[0];
      // A refused form names its record, as the form before it does.
      if (!SEEING.has(caller) || ![200, 422].includes(reply.status)) expect(word, context).toBeUndefined();
      if (reply.status === 404 && swept.path !== swept.missingPath) {
        const missing = await visitor.get(inMandataire(swept.missingPath, ids));
        expect(missing.status, context).toBe(404);
        expect(shapeOf(missing, swept), context).toBe(shapeOf(reply, swept));
      }
      const refused = swept.page.isAction ? refusedStatus(caller, swept.page, reply.status) : null;
      if (refused === null) return;
      const posted = await post(visitor, caller, at);
      expect(posted.status, `${context}, POST ${posted.status}`).toBe(refused);
    },
    async close() {
      await house.close();
    },
  };

  /** Posts a form without fields: as a form, or as a file where the page takes one. */
  async function post(visitor: PageVisitor, caller: CallerName, at: string): Promise<Reply<unknown>> {
    const csrf = caller === "signed out" ? "" : await signedIn[caller].csrf();
    const posted = await visitor.post(at, { csrf, retain_until: "2099-12-31" });
    if (posted.status !== 415) return posted;
    return visitor.post(at, {}, { form: { csrf } });
  }
}

/** Callers who see the named records of one product at least. */
const SEEING: ReadonlySet<CallerName> = new Set([
  "reader",
  "writer",
  "manager",
  "member",
  "administrator",
  "superAdministrator",
]);

/** The members of the mandataire whose pages are swept. */
const MEMBERS: ReadonlySet<CallerName> = new Set(["member", "administrator"]);

const isAdministrator = (caller: CallerName) => caller === "administrator" || caller === "superAdministrator";

function expectedStatus(caller: CallerName, { path, isAction }: ConsolePage, decided: number): readonly number[] {
  if (caller === "signed out") return [path === "/" ? 200 : 303];
  if (path.startsWith("/admin/") && !isAdministrator(caller)) return [403];
  if (/^\/agency(?:\/|$)/.test(path) && !MEMBERS.has(caller)) return [403];
  if (path.endsWith("/reorder")) return [303];
  // Who deleted it and who managed it may take it back: both were the first administrator.
  if (path.startsWith("/trash/{id}")) {
    // The role is judged before the entry (archive.md 4.4).
    if (path.endsWith("/purge") && !hasRole(caller, "manager")) return [403];
    return [isAdministrator(caller) ? 200 : 404];
  }
  if (decided !== 200) return [decided];
  // A form is shown, or refused because of the caller's right or of the record's state.
  return isAction ? [200, 403, 422] : [200];
}

/** The status of a POST by a caller whom the operation refuses; `null` where it may succeed. */
function refusedStatus(caller: CallerName, { path, operations }: ConsolePage, shown: number): number | null {
  // A move of a part has no page of its own, and its fields are read first.
  if (path.endsWith("/reorder")) return null;
  // An operation for a role refuses others whatever the record is.
  const needed = operations.find(({ method, role }) => method !== "get" && role !== undefined)?.role;
  if (shown === 404 && needed !== undefined && !hasRole(caller, needed)) return 403;
  if ([303, 403, 404].includes(shown)) return shown;
  return caller === "reader" && OF_DOCUMENTS.test(path) ? 403 : null;
}

const hasRole = (caller: CallerName, role: Operation["role"]) =>
  isAdministrator(caller) || (caller === "officer" && role === "manager");

const OF_DOCUMENTS = /^\/(?:workspaces|folders|documents|compositions)\/\{id\}/;

/** Where a page without content of its own leads: to the sign-in, or to what it belongs to. */
const placeOf = (caller: CallerName, { path }: Sweepable) =>
  caller === "signed out" ? /^\/login\?return_to=/ : new RegExp(`^${path.split("/").slice(0, 3).join("/")}$`);

/** The page as its reader sees it, without what differs between two requests. */
const shapeOf = ({ text }: Reply<unknown>, { path, missingPath }: Sweepable): string =>
  [path, missingPath]
    .reduce((shown, each) => shown.replaceAll(each, "<path>").replaceAll(encodeURIComponent(each), "<path>"), text)
    .replace(/<code>[^<]*<\/code>/g, "<code>");

const inMandataire = (path: string, { mandataire }: Ids) =>
  path.startsWith("/agency") ? `${path}?mandataire_id=${mandataire}` : path;

/** Gives the parameters of a page the values that the paths of its operations have. */
function sweepable(page: ConsolePage, ids: Ids): Sweepable {
  const values = new Map<string, string>();
  const own = [...page.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const ordered = page.operations.toSorted((one, other) => parametersOf(other).length - parametersOf(one).length);
  for (const operation of ordered) {
    for (const [name, value] of valuesIn(operation, ids)) if (!values.has(name)) values.set(name, value);
  }
  const fill = (known: (name: string) => string | undefined) =>
    page.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = known(name);
      if (!value) throw new Error(`No operation of ${page.path} has a value for ${name}`);
      return value;
    });
  const readable = page.operations.filter((operation) => {
    const names = parametersOf(operation);
    return operation.method === "get" && names.length > 0 && names.every((each) => own.includes(each));
  });
  const reads = readable.find(({ path }) => isNamedAs(path, page.path)) ?? readable[0];
  const read = reads?.path.replace(/\{(\w+)\}/g, (_, name: string) => values.get(ownName(name)) ?? "");
  return {
    page,
    path: fill((name) => values.get(name)),
    missingPath: fill((name) => (name === "period" ? "1999-01" : NOTHING)),
    decides: reads && read ? { operation: reads, path: read } : null,
  };
}

/** True for the operation of a page below a record. Whoever reads a record sees what rights there are (console.md 6.3). */
const isNamedAs = (operationPath: string, pagePath: string) => {
  const last = pagePath.split("/").at(-1) ?? "";
  return last !== "permissions" && !last.startsWith("{") && (operationPath.split("/").at(-1) ?? "").startsWith(last);
};

/** The parameters of an operation, by the names that pages have for them. */
const parametersOf = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ownName(name));

const ownName = (name: string) => name.replace(/^(?:folder|file)_id$/, "id");

function valuesIn(operation: Operation, ids: Ids): readonly (readonly [string, string])[] {
  const names = parametersOf(operation);
  if (names.length === 0) return [];
  const pattern = new RegExp(`^${operation.path.replace(/\{\w+\}/g, "([^/]+)")}$`);
  const [, ...found] = pattern.exec(pathOf(operation.path, ids)) ?? [];
  return names.map((name, index) => [name, found[index] ?? ""] as const);
}

/** Names the records that pages show. */
async function name(house: House, ids: Ids): Promise<void> {
  const changes: readonly (readonly [string, object, boolean?])[] = [
    [`${DOCUMENTS}/workspaces/${ids.workspace}`, { label: SECRET }],
    [`${DOCUMENTS}/folders/${ids.folder}`, { name: SECRET }],
    [`${DOCUMENTS}/documents/${ids.document}`, { name: SECRET }],
    [`${DOCUMENTS}/composed_documents/${ids.composed_document}`, { name: SECRET }],
    [`${USERS}/${ids.user}`, { last_name: SECRET }],
    [`/api/v1/directory/groups/${ids.group}`, { name: SECRET }],
    [`/rental/api/v1/properties/${ids.property}`, { name: SECRET }, true],
    [`/rental/api/v1/owners/${ids.owner}`, { last_name: SECRET }, true],
    [`/rental/api/v1/tenants/${ids.tenant}`, { last_name: SECRET }, true],
    [`/rental/api/v1/service_providers/${ids.service_provider}`, { contact: { company_name: SECRET } }, true],
    [`/rental/api/v1/leases/${ids.active_lease}`, { lease: { reference: SECRET } }, true],
  ];
  for (const [path, json, isRental] of changes) {
    const asking = isRental ? actingOn(ids.mandataire, { json }) : { json };
    expectStatus(await house.admin.ask<unknown>("PATCH", path, asking), 200);
  }
}
