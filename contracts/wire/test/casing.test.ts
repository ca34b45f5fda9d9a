import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { camelName, snakeName, snakeObject } from "../src/casing.ts";

const Inner = snakeObject({ displayName: z.string() });
const Outer = snakeObject({
  firstName: z.string(),
  expectedSha256: z.string().exactOptional(),
  createdBy: Inner.nullable(),
  metadataUser: z.record(z.string(), z.unknown()),
});

describe("a snake_case object", () => {
  it("is camelCase on our side, at every depth that the schema names", () => {
    const wire = { first_name: "A", expected_sha256: "x", created_by: { display_name: "B" }, metadata_user: {} };
    const ours = { firstName: "A", expectedSha256: "x", createdBy: { displayName: "B" }, metadataUser: {} };
    expect(Outer.decode(wire)).toEqual(ours);
    expect(Outer.encode(ours)).toEqual(wire);
  });

  it("leaves the keys of free-form objects alone, in both directions", () => {
    const metadata = { aB: { cD: 1 }, e_f: [{ gH: 2 }] };
    const wire = { first_name: "A", created_by: null, metadata_user: metadata };
    const ours = Outer.decode(wire);
    expect(ours.metadataUser).toEqual(metadata);
    expect(Outer.encode(ours)).toEqual(wire);
  });

  it("keeps absent apart from null", () => {
    const ours = Outer.decode({ first_name: "A", created_by: null, metadata_user: {} });
    expect(Object.keys(ours)).toEqual(["firstName", "createdBy", "metadataUser"]);
    expect(ours.createdBy).toBeNull();
  });

  it("passes nothing that the schema does not name", () => {
    const record = { firstName: "A", createdBy: null, metadataUser: {}, blobKey: "secret" };
    expect(Outer.encode(record)).toEqual({ first_name: "A", created_by: null, metadata_user: {} });
    const sent = JSON.parse('{"first_name":"A","created_by":null,"metadata_user":{},"id":1,"__proto__":{"x":1}}');
    expect(Outer.decode(sent)).toEqual({ firstName: "A", createdBy: null, metadataUser: {} });
  });

  it("changes no prototype when it decodes a free-form object", () => {
    const sent = '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}},"deep":{"__proto__":{"role":"admin"}}}';
    const { metadataUser } = Outer.decode({ first_name: "A", created_by: null, metadata_user: JSON.parse(sent) });
    expect(Object.getPrototypeOf(metadataUser)).toBe(Object.prototype);
    expect("role" in metadataUser).toBe(false);
    expect(Object.hasOwn(metadataUser, "constructor")).toBe(true);
  });
});

it("names are the same after a round trip", () => {
  const word = fc.stringMatching(/^[a-z]{1,6}[0-9]{0,3}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const name = words.map((each, index) => (index === 0 ? each : each[0]?.toUpperCase() + each.slice(1))).join("");
      expect(camelName(snakeName(name))).toBe(name);
    }),
  );
});
