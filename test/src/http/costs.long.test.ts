import { wireShape } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn } from "../../support/books.ts";
import { cpuMsOf } from "../../support/cpu.ts";
import { databases } from "../../support/databases.ts";
import { expectRefusal, refusedFields } from "../../support/refusals.ts";
import { type Asking, type RawPart, type Reply, rawForm } from "../../support/send-request.ts";
import { type SignedIn, signedInAs } from "../../support/session.ts";
import { hiddenFields } from "../../support/visitor.ts";
import { contractOf, DELIVERED, type Delivered, nameOf } from "./expected-operations.ts";
import { type Furnisher, furnisher } from "./sample-records.ts";
import { type Ids, pathOf } from "./samples.ts";

/** CPU that one request may take of the thread that serves them all. */
const CPU_MS_MAX = 50;

/** 64 kB of the dearest text there is: marks that have to be put in order, all of one class before those of another. */
const MARKS = "\u0301".repeat(16_000) + "\u0323".repeat(16_000);
/** Of those, as many as the fields of one element may have together: a body has 1 MiB. */
const ELEMENT_LENGTH = 450_000;
/** As much of it as a query may be long. */
const QUERY_MARKS = encodeURIComponent("\u0301\u0323".repeat(650));
/** Headers that may be long. */
const HEADER_LENGTH = 15_000;

const FOLDERS = `${DOCUMENTS}/folders`;
const PLANS = `${DOCUMENTS}/classification_plans`;
const INGESTIONS = "/api/v1/knowledge_graph/ingestions";

const writing = DELIVERED.filter(({ body }) => body);
const asking = DELIVERED.filter((row) => row.method === "GET" && (row.list || contractOf(row).query));
const [sqlite] = databases;

// The engine makes no difference to how a request is read.
describe("the cost of a request", () => {
  let house: House;
  let furnishing: Furnisher;
  let ids: Ids;
  let someone: SignedIn;
  let token: string;
  beforeAll(async () => {
    const database = await sqlite?.open();
    if (!database) throw new Error("There is no database");
    house = await openHouse(database);
    furnishing = furnisher(house, database);
    ids = await furnishing.furnish(await furnishing.publish());
    someone = await signedInAs(house);
    token = await house.admin.token();
  });
  afterAll(() => house.close());

  /** From another address each, so that no limit of attempts answers before anything is read. */
  let addresses = 0;
  const ask = (row: Pick<Delivered, "method" | "path">, sent: Asking) => {
    addresses += 1;
    const from = `198.18.${addresses >> 8}.${addresses & 255}`;
    return house.ask<unknown>(row.method, pathOf(row.path, ids), { from, ...sent });
  };

  async function expectCheap(what: string, request: () => Promise<Reply<unknown>>, max = CPU_MS_MAX): Promise<void> {
    let status = 0;
    const cpuMs = await cpuMsOf(max, async () => {
      ({ status } = await request());
    });
    // A string that is refused for its length was not examined.
    const served = status >= 200 && status < 500 && status !== 413 && status !== 414;
    expect({ what, served, cpuMs: cpuMs < max || cpuMs }).toEqual({ what, served: true, cpuMs: true });
  }

  describe("with 64 kB of marks in a field", () => {
    it.each(writing.map((row) => [nameOf(row), row] as const))("%s: next to nothing, in each", async (_name, row) => {
      const { body, encodings = ["json"] } = contractOf(row);
      for (const [field, schema] of body ? Object.entries(wireShape(body)) : []) {
        for (const encoding of encodings) {
          const sent = await within(row, await SENT[encoding](row, field, schema));
          await expectCheap(`${field} as ${encoding}`, () => ask(row, sent));
        }
      }
    });

    it.each([
      ["a password on the page to sign in", "/login", { email: "sue@example.org", password: MARKS }],
      ["an e-mail address there", "/login", { email: MARKS, password: "x" }],
    ])("%s", async (_what, path, fields) => {
      await expectCheap(path, async () => someone.post(path, {}, await pageForm(path, fields)));
    });

    it("a name of 170,000 of them is too long, whatever it would become", async () => {
      const json = { name: MARKS.repeat(6).slice(0, 170_000) };
      await expectCheap("name", () => ask({ method: "POST", path: FOLDERS }, { token, json }));
      const refused = expectRefusal(await house.admin.ask("POST", FOLDERS, { json }), 422, "unprocessable_entity");
      expect(refusedFields(refused)).toEqual([["name", "too_long"]]);
    });

    const SENT = {
      json: async (row: Delivered, field: string, schema: Schema) => {
        const fields = { ...jsonOf(row), [field]: dearest(schema) };
        return { json: row.wrapper === undefined ? fields : { [row.wrapper]: fields } };
      },
      form: async (row: Delivered, field: string) =>
        row.page
          ? pageForm(row.path, { [field]: MARKS })
          : formOf({
              ...Object.fromEntries((furnishing.sample(nameOf(row), ids).body as URLSearchParams | undefined) ?? []),
              [field]: MARKS,
            }),
      bytes: async () => ({ body: MARKS }),
      multipart: async (_row: Delivered, field: string) =>
        rawForm([
          { name: field, value: MARKS },
          { name: "uploaded_file", filename: "a.txt", value: "x" },
        ]),
    };

    function jsonOf(row: Delivered): object {
      const { json = {} } = furnishing.sample(nameOf(row), ids);
      return row.wrapper === undefined ? (json as object) : ((json as Record<string, object>)[row.wrapper] ?? {});
    }
  });

  it.each(asking.map((row) => [nameOf(row), row] as const))(
    "%s: next to nothing, whatever its query is full of",
    async (_name, row) => {
      const { query } = contractOf(row);
      const own = query ? Object.keys(wireShape(query)) : [];
      for (const name of [...own, "search", "q", "sort", "q[name_cont]", "q[label_matches]", "q[created_at_gteq]"]) {
        await expectCheap(name, async () => ask(row, await within(row, { query: `${name}=${QUERY_MARKS}` })));
      }
    },
  );

  it.each([
    ["spaces", " "],
    ["commas", ","],
    ["semicolons and spaces", "; "],
    ["tags that are never closed", 'W/"'],
    ["parameters", ";q=0"],
    ["languages", "fr,"],
  ])("next to nothing, whatever its headers are full of: %s", async (_what, piece) => {
    const long = `x${piece.repeat(Math.ceil(HEADER_LENGTH / piece.length))}x`;
    const authorization = `Bearer ${token}`;
    const gets: Readonly<Record<string, readonly string[]>> = {
      [`${DOCUMENTS}/documents/{id}/content`]: [
        "authorization",
        "if-none-match",
        "if-range",
        "range",
        "x-forwarded-for",
      ],
      [FOLDERS]: ["origin", "x-connector-key"],
      "/login": ["accept-language", "cookie"],
      "/rental/api/v1/accounting/ledger": ["accept", "x-mandataire-id"],
    };
    for (const [path, names] of Object.entries(gets)) {
      for (const name of names) {
        await expectCheap(name, () => ask({ method: "GET", path }, { headers: { authorization, [name]: long } }));
      }
    }
    const form = rawForm([{ name: "uploaded_file", filename: "a", value: "x" }]);
    for (const name of ["content-type", "idempotency-key", "content-length"]) {
      const headers = {
        ...form.headers,
        authorization,
        [name]: name === "content-type" ? `multipart/form-data;${long}` : long,
      };
      await expectCheap(name, () => ask({ method: "POST", path: `${DOCUMENTS}/documents` }, { ...form, headers }));
    }
  });

  it.each<[what: string, part: Partial<RawPart>]>([
    ["spaces in its type", { type: `text/plain${" ".repeat(HEADER_LENGTH)}x` }],
    ["parameters in its type", { type: `text/plain${";a=b".repeat(3700)}` }],
    ["spaces in its name", { filename: `${" ".repeat(HEADER_LENGTH)}x` }],
    ["marks in its name", { filename: MARKS.slice(12_250, 19_750) }],
    ["points in its name", { filename: ".".repeat(HEADER_LENGTH) }],
    ["slashes in its name", { filename: "a/".repeat(HEADER_LENGTH / 2) }],
    ["quotes in its name", { filename: '"; name="'.repeat(1600) }],
    ["escapes in its name", { filename: "%0D%22".repeat(2400) }],
  ])("next to nothing for a part with 15 kB of %s", async (_what, part) => {
    const form = rawForm([{ name: "uploaded_file", filename: "a", value: "x", ...part }]);
    await expectCheap("head", () => ask({ method: "POST", path: `${DOCUMENTS}/documents` }, { token, ...form }));
  });

  describe("with 1 MiB of JSON", () => {
    const keys = numbered(80_000, (index) => `"k${index}":1`);
    it.each<[what: string, path: string, json: string]>([
      ["80,000 unknown names", FOLDERS, `{${keys}}`],
      ["80,000 unknown names", `${DOCUMENTS}/workspaces`, `{"settings":{${keys}}}`],
      ["a list in a free object", `${DOCUMENTS}/workspaces`, `{"settings":{"a":[${filled("1")}]}}`],
      ["empty lists in an unknown field", FOLDERS, `{"x":[${filled("[]")}]}`],
      ["lists in lists", FOLDERS, `{"x":${"[".repeat(500_000)}${"]".repeat(500_000)}}`],
      ["tags that are numbers", FOLDERS, `{"tag_list":[${filled("1")}]}`],
      ["tags", FOLDERS, `{"tag_list":[${filled('"a"')}]}`],
      ["different tags", FOLDERS, `{"tag_list":[${numbered(100_000, (index) => `"t${index}"`)}]}`],
      ["members that are none", "/api/v1/directory/groups/{id}/members", `{"user_ids":[${filled('"x"')}]}`],
      ["addresses", "/api/v1/oauth_applications", `{"name":"x","redirect_uris":[${filled('"https://a.b/c"')}]}`],
      ["entries that are none", PLANS, `{"entries":[${filled("{}")}]}`],
      ["entries of marks", PLANS, `{"entries":[${filled(`{"code":"a","label":"${MARKS.slice(15_460, 16_540)}"}`)}]}`],
      ["keywords", PLANS, `{"entries":[{"code":"a","label":"b","keywords":[${filled('"a"')}]}]}`],
      ["deletions", INGESTIONS, `{"deletions":[${filled('"a"')}]}`],
      ["nodes of marks", INGESTIONS, `{"nodes":[${filled(nodeOf(MARKS.slice(15_460, 16_540)))}]}`],
      [
        "properties",
        INGESTIONS,
        `{"nodes":[${filled(nodeOf("a", `{${numbered(1_000, (index) => `"k${index}":1`)}}`))}]}`,
      ],
      ["empty lines of a plan", PLANS, csv("\n".repeat(500_000))],
      ["empty fields of a plan", PLANS, csv(",".repeat(1_000_000))],
      ["quotes of a plan", PLANS, csv('"a"b\n'.repeat(120_000))],
      ["spaces in a name", FOLDERS, `{"name":"${" ".repeat(1_000_000)}"}`],
      ["points in an e-mail address", "/api/v1/directory/users", `{"email_address":"${"a.".repeat(500_000)}"}`],
    ])("%s cost little more than to read it", async (_what, path, body) => {
      const reading = await cpuMsOf(5, () => readable(body) && JSON.parse(body));
      const headers = { "content-type": "application/json", "x-connector-key": ids.graph_key };
      const request = () => ask({ method: "POST", path }, { token, body, headers });
      // What grows with the square of the length takes seconds: twice the usual figure leaves slow machines their time.
      await expectCheap("body", request, Math.max(4 * CPU_MS_MAX, CPU_MS_MAX + 1.5 * reading));
    });

    /** The library that parses would say so too, and take its time. */
    const readable = (body: string) => !body.startsWith('{"x":[[[');

    function csv(rows: string): string {
      return JSON.stringify({ csv: `code,label,parent_code,keywords\n${rows}` });
    }

    function nodeOf(label: string, properties = "{}"): string {
      return `{"external_id":"a","type":"b","label":"${label}","properties":${properties}}`;
    }

    function filled(piece: string): string {
      return numbered(Math.floor(1_040_000 / (Buffer.byteLength(piece) + 1)), () => piece);
    }

    function numbered(count: number, piece: (index: number) => string): string {
      return Array.from({ length: count }, (_, index) => piece(index)).join(",");
    }
  });

  describe("with a short list of empty elements", () => {
    /** 3 kB, as many as most lists may have. */
    const EMPTY_ITEMS = Array.from({ length: 1_000 }, () => ({}));
    /** Elements without fields are written; a machine that does other work counts up to twice the 80 ms of a quiet one. */
    const WRITING_MS_MAX = 5 * CPU_MS_MAX;

    it.each(writing.filter(({ body }) => body?.includes("json")).map((row) => [nameOf(row), row] as const))(
      "%s: little, and no more than a hundred faults are named",
      async (_name, row) => {
        const { body } = contractOf(row);
        const lists = Object.entries(body ? wireShape(body) : {}).filter(([, schema]) => isList(schema));
        for (const [field] of lists) {
          const { json = {} } = furnishing.sample(nameOf(row), ids);
          const fields = row.wrapper === undefined ? json : ((json as Record<string, object>)[row.wrapper] ?? {});
          const attributes = { ...(fields as object), [field]: EMPTY_ITEMS };
          const sent = await within(row, {
            json: row.wrapper === undefined ? attributes : { [row.wrapper]: attributes },
          });
          let faults = 0;
          await expectCheap(
            field,
            async () => {
              const reply = await ask(row, sent);
              if (reply.status === 422) faults = Object.keys((reply.body as { details: object }).details).length;
              return reply;
            },
            WRITING_MS_MAX,
          );
          expect(faults).toBeLessThanOrEqual(100);
        }
      },
    );

    it("reads an unknown list of lists in bounded time", async () => {
      const body = `{"x":[${"[],".repeat(24_000)}[]]}`;
      const headers = { "content-type": "application/json", "idempotency-key": "lists" };
      await expectCheap("x", () => ask({ method: "POST", path: FOLDERS }, { token, body, headers }));
    });
  });

  async function within(row: Delivered, sent: Asking): Promise<Asking> {
    const own = row.page || row.scope === "none" || row.scope === "session" ? {} : { token };
    const known = row.scope === "session" && !row.page ? { headers: await sessionHeaders() } : {};
    const whole = { ...own, ...known, ...sent };
    return row.mandataire ? actingOn(ids.mandataire, whole) : whole;
  }

  async function sessionHeaders(): Promise<Readonly<Record<string, string>>> {
    return { cookie: cookies(), "x-csrf-token": await someone.csrf() };
  }

  const cookies = () => [...someone.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  /** The form of a page with these fields, posted by a signed-in user. */
  async function pageForm(path: string, fields: Readonly<Record<string, string>>): Promise<Asking> {
    const { text } = await someone.get(path === "/logout" ? "/login" : path);
    const form = formOf({ csrf: await someone.csrf(), ...hiddenFields(text), ...fields });
    return { ...form, headers: { ...form.headers, cookie: cookies() } };
  }

  /** Unescaped, or 64 kB would be 192. */
  function formOf(fields: Readonly<Record<string, string>>): Asking {
    const pairs = Object.entries(fields).map(
      ([name, value]) => `${name}=${value.length > 1000 ? value : encodeURIComponent(value)}`,
    );
    return { body: pairs.join("&"), headers: { "content-type": "application/x-www-form-urlencoded" } };
  }
});

type Schema = ReturnType<typeof wireShape>[string];

/** True for a list field, also under `.nullable()` and the like. */
function isList(schema: Schema): boolean {
  const { innerType, type } = schema.def as { readonly innerType?: Schema; readonly type: string };
  return innerType ? isList(innerType) : type === "array";
}

/** The marks as a field wants them: in a list, in an object, in a record. */
function dearest(schema: Schema, marks = MARKS): unknown {
  const def = schema.def as { type: string; innerType?: Schema; element?: Schema; in?: Schema };
  if (def.innerType) return dearest(def.innerType, marks);
  if (def.element) return [dearest(def.element, marks)];
  if (def.type === "record") return { [marks]: marks };
  if (def.in && (def.in.def as { type: string }).type === "object") {
    const fields = Object.entries(wireShape(schema));
    const each = MARKS.slice(0, Math.floor(ELEMENT_LENGTH / fields.length));
    return Object.fromEntries(fields.map(([name, field]) => [name, dearest(field, each)]));
  }
  return marks;
}
