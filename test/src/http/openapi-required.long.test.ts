import { millisecondsOf } from "@cartulary/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRST, type House, openHouse } from "../../support/application-fixture.ts";
import { databases } from "../../support/databases.ts";
import { type IdentityProvider, startIdentityProvider } from "../../support/identity-provider.ts";
import type { Asking } from "../../support/send-request.ts";
import { type Furnisher, furnisher } from "./sample-records.ts";
import { type Ids, pathOf } from "./samples.ts";
import { BASIC, type FlowRequest, flowEnvironment, flowsOf } from "./token-flows.ts";

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

interface Described {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Needed by what else the request says, which no list of required fields can tell. */
const DEPENDENT: Readonly<Record<string, readonly string[]>> = {
  // The grant requires them; other grants require other fields.
  "POST /oauth/token": ["username", "password"],
  // Or `user_ids`.
  "POST /api/v1/directory/groups/{id}/members": ["user_id"],
  // Or `contact_ids`, or `group_ids`.
  "POST /api/v1/documents/mass_communications": ["recipients.user_ids"],
  // Or who is there already, by `partyable_type` and `partyable_id`.
  "POST /rental/api/v1/lease_parties": ["lease_party.household_member"],
  // Without them it is all that is due: the sample before has taken that.
  "POST /rental/api/v1/owner_payouts/exports": ["ids"],
  // Or `folder_id`.
  "POST /api/v1/documents/exports": ["workspace_id"],
  // The sample before has restored it.
  "POST /api/v1/documents/trash/{id}/restore": ["the body"],
  // Or `billing_run_id`.
  "POST /rental/api/v1/letters": ["ids"],
  "POST /rental/api/v1/rent_calls/mark_sent": ["ids"],
  // Or `property_id`.
  "POST /rental/api/v1/supplier_invoices": ["unit_id"],
  // A revision is due once: every later request is refused.
  "POST /rental/api/v1/leases/{id}/revisions": ["the body"],
  // A run is cancelled once, likewise; and found right once.
  "POST /rental/api/v1/billing_runs/{id}/cancel": ["the body"],
  "POST /rental/api/v1/billing_runs/{id}/validate": ["force"],
  // Or `revoke`.
  "POST /settings/tokens": ["name"],
};

const CLIENT_BY_BASIC = { headers: { authorization: BASIC } };

describe("The required fields of the OpenAPI document", () => {
  let house: House;
  let provider: IdentityProvider;
  let furnishing: Furnisher;
  let ids: Ids;
  let flows: ReturnType<typeof flowsOf>;
  let document: Document;
  let people = 0;

  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("There is always SQLite");
    const database = await sqlite.open();
    provider = await startIdentityProvider(() => millisecondsOf(house.clock.now()));
    house = await openHouse(database, { environment: flowEnvironment(provider) });
    furnishing = furnisher(house, database);
    ids = await furnishing.furnish(await furnishing.publish());
    flows = flowsOf(house, provider, ids.public_folder);
    document = (await house.ask<Document>("GET", "/openapi.json")).body;
  });
  afterAll(async () => {
    await house.close();
    await provider.close();
  });

  it("are exactly those without which a request is refused", async () => {
    const wrong: string[] = [];
    let proved = 0;
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, described] of Object.entries(methods)) {
        const name = `${method.toUpperCase()} ${path}`;
        const make = sampleMaker(name, path);
        const claims = claimsOf(described, await make());
        if (claims.length === 0 && !described.requestBody) continue;
        const whole = await isRefused(method, await make());
        if (whole) wrong.push(`${name}: the sample itself is refused: ${whole}`);
        for (const { what, required, without } of claims) {
          if (DEPENDENT[name]?.includes(what)) continue;
          const refused = (await isRefused(method, without(await make()))) !== null;
          proved += 1;
          if (refused !== required) wrong.push(`${name}: ${what} is ${refused ? "" : "not "}required`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(proved).toBeGreaterThan(100);
  });

  /** Makes requests that the operation accepts, each of its own. */
  function sampleMaker(name: string, path: string): () => Promise<FlowRequest> {
    const flow = flows[name];
    if (flow) return flow;
    const own: Readonly<Record<string, () => Promise<Asking>>> = {
      "POST /api/v1/directory/users": async () => {
        people += 1;
        return { json: { email_address: `unique-${people}@example.org`, password: "open sesame" } };
      },
      "POST /api/v1/directory/groups/{id}/members": async () => ({ json: { user_id: (await house.person()).id } }),
      "POST /oauth/token": async () => ({
        ...CLIENT_BY_BASIC,
        json: { grant_type: "password", username: FIRST.email, password: FIRST.password },
      }),
      "POST /oauth/revoke": async () => ({ ...CLIENT_BY_BASIC, json: { token: "x" } }),
    };
    return async () => {
      // An action on it cannot be repeated.
      if (path.endsWith("/terminate")) ids = await furnishing.renew({ method: "POST", path }, ids);
      const token = path.startsWith("/oauth/") ? undefined : await house.admin.token();
      const { query = "", ...rest } = (await own[name]?.()) ?? furnishing.sample(name, ids);
      const search = new URLSearchParams(query);
      const at = search.size === 0 ? pathOf(path, ids) : `${pathOf(path, ids)}?${search}`;
      return { path: at, asking: { ...(token !== undefined && { token }), ...rest } };
    };
  }

  /** Why the request is refused, with a redirect that says so too; `null` when it is not. */
  async function isRefused(method: string, { path, asking, to }: FlowRequest): Promise<string | null> {
    const reply = await house.ask<unknown>(method.toUpperCase(), path, asking);
    const location = reply.headers.get("location") ?? "";
    if (reply.status < 400 && (!to || location === "" || to.test(location))) return null;
    return `${reply.status} ${location}${reply.text.slice(0, 300)}`;
  }

  interface Claim {
    readonly what: string;
    readonly required: boolean;
    readonly without: (request: FlowRequest) => FlowRequest;
  }

  function claimsOf({ parameters, requestBody }: Described, request: FlowRequest): readonly Claim[] {
    const inQuery = parameters.filter((parameter) => parameter.in === "query");
    const inHeader = parameters.filter((parameter) => parameter.in === "header" && parameter.required);
    const requests = [...new URL(request.path, "http://x").searchParams.keys()];
    const missing = inQuery.filter(({ name, required }) => required && !requests.includes(name));
    if (missing.length > 0) throw new Error(`No sample for ${request.path} has ${missing[0]?.name}`);
    return [
      ...inQuery
        .filter(({ name }) => requests.includes(name))
        .map(({ name, required = false }) => ({ what: name, required, without: withoutParameter(name) })),
      ...inHeader.map(({ name }) => ({ what: name, required: true, without: withoutHeader(name) })),
      ...(requestBody ? [{ what: "the body", required: requestBody.required === true, without: withoutBody }] : []),
      ...(requestBody ? fieldClaims(requestBody, request) : []),
    ];
  }

  function fieldClaims({ content }: NonNullable<Described["requestBody"]>, { asking }: FlowRequest): readonly Claim[] {
    const { json, form, body } = asking;
    const type = json ? "json" : form ? "multipart/form-data" : "x-www-form-urlencoded";
    const [, { schema } = {}] = Object.entries(content).find(([name]) => name.endsWith(type)) ?? [];
    const value = json ?? form ?? (body instanceof URLSearchParams ? Object.fromEntries(body) : {});
    return schema ? claimsIn(schema, value, []) : [];
  }

  /** The paths of all present fields, nested ones too. The sample proves that absent fields are optional. */
  function claimsIn(schema: Schema, value: unknown, at: readonly (string | number)[]): readonly Claim[] {
    const { properties = {}, required = [], items } = resolved(schema);
    if (Array.isArray(value)) return items ? claimsIn(items, value[0], [...at, 0]) : [];
    if (typeof value !== "object" || value === null || value instanceof Blob) return [];
    const absent = required.find((name) => !Object.hasOwn(value, name));
    if (absent !== undefined) throw new Error(`The sample has no ${[...at, absent].join(".")}`);
    return Object.entries(value).flatMap(([name, inside]) => {
      const path = [...at, name];
      const claim = { what: path.join("."), required: required.includes(name), without: withoutField(path) };
      return properties[name] ? [claim, ...claimsIn(properties[name], inside, path)] : [];
    });
  }

  function resolved(schema: Schema): Schema {
    const { $ref, allOf } = schema;
    if ($ref !== undefined) return resolved(document.components.schemas[$ref.replace(/^.*\//, "")] ?? {});
    if (!allOf) return schema;
    const parts = allOf.map(resolved);
    return {
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      required: parts.flatMap(({ required = [] }) => required),
    };
  }
});

type Change = (request: FlowRequest) => FlowRequest;

const withoutParameter =
  (name: string): Change =>
  (request) => {
    const url = new URL(request.path, "http://x");
    url.searchParams.delete(name);
    return { ...request, path: url.pathname + url.search };
  };

const withoutHeader =
  (name: string): Change =>
  ({ asking, ...request }) => {
    const headers = Object.fromEntries(
      Object.entries(asking.headers ?? {}).filter(([each]) => each !== name.toLowerCase()),
    );
    return { ...request, asking: { ...asking, headers } };
  };

const withoutBody: Change = ({ asking: { json, form, body, ...asking }, ...request }) => ({ ...request, asking });

const withoutField =
  (path: readonly (string | number)[]): Change =>
  ({ asking, ...request }) => {
    const { json, form, body } = asking;
    const [first] = path;
    if (body instanceof URLSearchParams) {
      return {
        ...request,
        asking: { ...asking, body: new URLSearchParams([...body].filter(([name]) => name !== first)) },
      };
    }
    if (form) {
      const fields = Object.fromEntries(Object.entries(form).filter(([name]) => name !== first));
      return { ...request, asking: { ...asking, form: fields } };
    }
    const copy = structuredClone(json);
    const inside = path.slice(0, -1).reduce<unknown>((value, key) => (value as Record<typeof key, unknown>)[key], copy);
    delete (inside as Record<string | number, unknown>)[path.at(-1) ?? ""];
    return { ...request, asking: { ...asking, json: copy } };
  };
