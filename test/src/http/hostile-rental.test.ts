import { allOperations, type Operation, wireShape } from "@cartulary/wire";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor, MANDATAIRES, mandataireAt, receipt, rentCall } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectRentalInvalid } from "../../support/refusals.ts";

const rental = (Object.values(allOperations) as readonly Operation[]).filter(({ path }) => path.startsWith("/rental/"));
const reading = rental.filter(({ method }) => method === "get").map((operation) => [operation.id, operation] as const);
const writing = rental.filter(({ body }) => body).map((operation) => [operation.id, operation] as const);

/** Hostile and erroneous requests. */
const TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e\u2066",
  "é".repeat(5000),
  "%",
  "'; drop table ledger_entries; --",
  "__proto__",
  "constructor",
  "0",
  "-0",
  "1e308",
  "NaN",
  "99999999999999999999",
  "9007199254740993",
  "0000-00-00",
  "9999-12-31",
  "+275760-09-13",
  "2026-02-30",
  "12:00",
  "[object Object]",
  "null",
  "true",
];
const hostileText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: "binary", maxLength: 30 }));
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, -0, [], {}, [[]], { a: { b: [] } }, [null], Number.MAX_VALUE),
);

describe.each(usualDatabases)("hostile requests to the rental product on $name", ({ open }) => {
  let house: House;
  let ours: string;
  beforeAll(async () => {
    house = await openHouse(await open());
    const books = bookMakersFor(house);
    ours = (await books.mandataire()).id;
    await books.post(ours, rentCall("2026-01-05", 100), receipt("2026-02-05", 100));
  });
  afterAll(() => house.close());

  const pathWith = ({ path }: Operation, value: string) => path.replace(/\{\w+\}/g, encodeURIComponent(value));

  it.each(reading)("%s answers as promised, or reports the invalid parameter", async (_id, operation) => {
    const { list, query } = operation;
    const own = query ? Object.keys(wireShape(query)) : [];
    const fields =
      typeof list === "object"
        ? Object.keys(list.fields).map((field) => field.replace(/[A-Z]/g, "_$&").toLowerCase())
        : ["id"];
    const filter = fc
      .tuple(
        fc.constantFrom(...fields, "none"),
        fc.constantFrom("eq", "in", "cont", "gteq", "lteq", "not_eq", "frob"),
        fc.boolean(),
      )
      .map(([field, predicate, listed]) => `q[${field}_${predicate}]${listed ? "[]" : ""}`);
    const name = fc.oneof(
      filter,
      fc.constantFrom(
        ...own,
        "page",
        "per_page",
        "sort",
        "direction",
        "search",
        "q",
        "updated_since",
        "q[",
        "q[]",
        "__proto__",
      ),
    );
    const requested = fc.record({
      pairs: fc.array(
        fc.tuple(name, fc.oneof(hostileText, fc.constantFrom("1", "2026-01-01", "411000", "asc", "a,b"))),
        { maxLength: 4 },
      ),
      id: hostileText.filter((text) => text !== "" && text.isWellFormed() && !/^\.{1,2}$/.test(text)),
    });
    await fc.assert(
      fc.asyncProperty(requested, async ({ pairs, id }) => {
        const search = new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, value]));
        const path = pathWith(operation, id);
        const reply = await house.admin.ask<unknown>("GET", path, actingOn(ours, { query: String(search) }));
        expect([200, 400, 404, 414]).toContain(reply.status);
      }),
      { numRuns: 30 },
    );
  });

  it.each(writing)(
    "%s refuses invalid input with an error, never with a failure of the server",
    async (_id, operation) => {
      const { body, wrapper } = operation;
      const fields = Object.fromEntries(Object.keys(body ? wireShape(body) : {}).map((name) => [name, hostileValue]));
      const text = fc.record(fields, { requiredKeys: [] });
      const json =
        wrapper === undefined ? text : fc.oneof(fc.record({ [wrapper]: text }), fc.record({ [wrapper]: hostileValue }));
      await fc.assert(
        fc.asyncProperty(json, async (sent) => {
          const path = pathWith(operation, ours);
          const reply = await house.admin.ask<unknown>(
            operation.method.toUpperCase(),
            path,
            actingOn(ours, { json: sent }),
          );
          expect([200, 201, 404, 422]).toContain(reply.status);
        }),
        { numRuns: 30 },
      );
    },
  );

  it("refuses a name that cannot be stored: a zero, half a surrogate pair, a control", async () => {
    for (const name of ["a\u0000b", "\ud800", "a\nb"]) {
      const json = { mandataire: { name } };
      expectRentalInvalid(await house.admin.ask("POST", MANDATAIRES, { json }), { name: ["invalid"] });
      expectRentalInvalid(await house.admin.ask("PATCH", mandataireAt(ours), { json }), { name: ["invalid"] });
    }
  });
});
