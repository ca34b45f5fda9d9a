import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { snakeObject, wireFieldsOf } from "../src/casing.ts";
import { allOperations, amount, day, freeForm, instant, integer, listOf, text, uuid, writeJson } from "../src/index.ts";

/** Fewer random cases in a run of all tests. */
const SPARING = process.env.CARTULARY_TEST_SPARING !== undefined;

/** The JSON of the schema itself; `undefined` if it rejects the value. */
function encoded(schema: z.ZodType, value: unknown): string | undefined {
  const { success, data } = schema.safeEncode(value as never);
  return success ? JSON.stringify(data) : "refused";
}

function written(schema: z.ZodType, value: unknown): string {
  try {
    return writeJson(schema, value);
  } catch (error) {
    if (error instanceof z.ZodError) return "refused";
    throw error;
  }
}

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', "\\", "\u2028", "\ud800", "\u0000\u001f\u007f", "</script>", "__proto__", "été"),
);
const anyId = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
);
const anyObject = fc.dictionary(fc.oneof(anyText, fc.constant("toJSON")), fc.jsonValue(), { maxKeys: 3 });
const junk = fc.constantFrom<unknown>(
  undefined,
  null,
  1.5,
  Number.NaN,
  -0,
  "",
  "x",
  [],
  {},
  new Date(0),
  Object.create(null),
);

/** Mostly valid values with extra fields; sometimes invalid ones. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: goodValuesOf(schema) }, { weight: 1, arbitrary: junk });
}

function goodValuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const format = "format" in def ? def.format : undefined;
  if (def.type === "string" && format === "guid") return anyId;
  if (def.type === "string" && format === "datetime") return anyMoment.map((date) => date.toISOString());
  if (def.type === "string" && format === "date") return anyMoment.map((date) => date.toISOString().slice(0, 10));
  if (def.type === "string") return def.checks?.length ? fc.constantFrom("2026-11", "1.25") : anyText;
  if (def.type === "number") return fc.maxSafeInteger();
  if (def.type === "boolean") return fc.boolean();
  if (def.type === "literal") return fc.constantFrom<unknown>(...def.values);
  if (def.type === "enum") return fc.constantFrom<unknown>(...Object.values(def.entries));
  if (def.type === "nullable") return fc.option(valuesOf(def.innerType));
  if (def.type === "optional") return valuesOf(def.innerType);
  if (def.type === "array") return fc.array(valuesOf(def.element), { maxLength: 3 });
  if (def.type === "union") return fc.oneof(...def.options.map(valuesOf));
  if (def.type === "record") return anyObject;
  if (def.type === "object") return objectsOf(Object.entries(def.shape).map(([name, field]) => [name, name, field]));
  if (def.type !== "pipe") return fc.jsonValue();
  return wireFieldsOf(schema) ? objectsOf(wireFieldsOf(schema) ?? []) : fc.maxSafeInteger();
}

const anyMoment = fc.date({ min: new Date(0), max: new Date("9999-01-01"), noInvalidDate: true });

function objectsOf(fields: NonNullable<ReturnType<typeof wireFieldsOf>>): fc.Arbitrary<unknown> {
  const isOptional = (field: z.core.$ZodType) => (field as z.core.$ZodTypes)._zod.def.type === "optional";
  const required = fields.filter(([, , field]) => !isOptional(field)).map(([ours]) => ours);
  const members = Object.fromEntries(fields.map(([ours, , field]) => [ours, valuesOf(field)]));
  const named = fc.record(members, { requiredKeys: required as never });
  return fc
    .tuple(named, fc.constantFrom({}, { blobKey: "secret", phc: "$argon2id$" }))
    .map(([one, other]) => ({ ...other, ...one }));
}

const REPLIES = [
  ...new Set(
    Object.values(allOperations)
      .flatMap(({ replies }) => Object.values(replies))
      .filter((reply): reply is z.ZodType => reply instanceof z.ZodType),
  ),
];

const Rare = snakeObject({
  aDay: day().nullable(),
  aMoment: instant().exactOptional(),
  anAmount: amount(),
  aList: listOf(uuid()),
  aUnion: z.union([snakeObject({ id: uuid(), otherId: uuid() }), snakeObject({ otherId: uuid() }), text()]),
  anyThing: z.unknown(),
  aForm: freeForm(),
  aCount: integer(),
  aShort: z.string().max(2),
  aDefault: z.string().default("x"),
  isNothing: z.literal([null, 1, "a"]),
});

const SCHEMAS: readonly (readonly [string, z.ZodType])[] = [
  ["rare", Rare],
  ["a format with a refinement", snakeObject({ lateDay: z.iso.date().refine((date) => date > "2020") })],
  ...REPLIES.map((reply, index) => [`reply ${index}`, reply] as const),
];

describe("the JSON of a record", () => {
  it.each(SCHEMAS)("equals the encoding of the schema for every record: %s", (_, schema) => {
    fc.assert(
      fc.property(goodValuesOf(schema), (value) => {
        expect(written(schema, value)).toBe(encoded(schema, value));
      }),
      { numRuns: SPARING ? 20 : 60 },
    );
  });

  it("writes own properties, not inherited ones", () => {
    const Named = snakeObject({ firstName: text().exactOptional() });
    const Built = snakeObject({ constructor: text().exactOptional() });
    for (const value of [
      {},
      Object.create({ firstName: "A" }),
      Object.assign(Object.create(null), { firstName: "A" }),
    ]) {
      expect(written(Named, value)).toBe(encoded(Named, value));
      expect(written(Built, value)).toBe(encoded(Built, value));
    }
  });

  it("is that of the first kind that takes it", () => {
    const [id, otherId] = ["AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE", "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"];
    const either = z.union([snakeObject({ id: uuid(), otherId: uuid() }), snakeObject({ otherId: uuid() })]);
    expect(written(either, { id, otherId })).toBe(`{"id":"${otherId}","other_id":"${otherId}"}`);
  });

  it("is refused for a value that is no record", () => {
    expect(() => writeJson(Rare, {} as never)).toThrow(z.ZodError);
    expect(() => writeJson(z.array(text()), ["a", 1] as never)).toThrow(z.ZodError);
  });
});
