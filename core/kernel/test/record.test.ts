import { describe, expect, expectTypeOf, it } from "vitest";
import type { Instant } from "../src/clock.ts";
import type { Day } from "../src/day.ts";
import type { Decimal } from "../src/decimal.ts";
import type { Id } from "../src/ids.ts";
import { choice, day, decimal, flag, id, instant, integer, passage, text } from "../src/records/fields.ts";
import { DEFAULT_LIST_DIALECT } from "../src/records/listing.ts";
import {
  type CreationOf,
  defaultsOf,
  type FilterOf,
  filtersOf,
  inputErrors,
  listingOf,
  newRecord,
  type PatchOf,
  patchOf,
  type RecordOf,
  record,
  requiredNames,
} from "../src/records/record.ts";

const USES = ["flat", "shop"] as const;

const place = record("place", {
  id: id("Place", { set: "program", filter: true, description: "Identifier of the place" }),
  ownerId: id("Owner", { set: "creation", description: "Owner for good" }),
  name: text({ filled: true, filter: true, description: "Name on the door" }),
  email: text({ input: "emailAddress", nullable: true, description: "E-mail address of the keeper" }),
  use: choice(USES, { default: "flat", filter: true, description: "What the place is used for" }),
  floorCount: integer({ min: 0, max: 1000, default: null, filter: true, description: "Number of floors" }),
  area: decimal({ places: 2, min: 0, max: 10_000, nullable: true, unit: "square metres", description: "Floor area" }),
  active: flag({ default: true, description: "Whether the place is let" }),
  since: day({ nullable: true, description: "First day of letting" }),
  note: passage({ nullable: true, description: "Remarks in free text" }),
  status: choice(["new", "old"], { set: "program", default: "new", description: "Age, which the program computes" }),
  createdAt: instant({ set: "program", filter: true, description: "When the record was created" }),
});

type Place = RecordOf<typeof place>;

describe("The types of a declared record", () => {
  it("are those of the record, with null where it is nullable and brands for ids", () => {
    expectTypeOf<Place>().toEqualTypeOf<{
      readonly id: Id<"Place">;
      readonly ownerId: Id<"Owner">;
      readonly name: string;
      readonly email: string | null;
      readonly use: "flat" | "shop";
      readonly floorCount: number | null;
      readonly area: Decimal | null;
      readonly active: boolean;
      readonly since: Day | null;
      readonly note: string | null;
      readonly status: "new" | "old";
      readonly createdAt: Instant;
    }>();
  });

  it("let a patch contain changeable fields, under their input names", () => {
    expectTypeOf<PatchOf<typeof place>>().toEqualTypeOf<{
      readonly name?: string;
      readonly emailAddress?: string | null;
      readonly use?: "flat" | "shop";
      readonly floorCount?: number;
      readonly area?: Decimal | null;
      readonly active?: boolean;
      readonly since?: Day | null;
      readonly note?: string | null;
    }>();
  });

  it("make a creation contain the fields without a default", () => {
    expectTypeOf<CreationOf<typeof place>>().toExtend<{ readonly name: string; readonly ownerId: Id<"Owner"> }>();
    expectTypeOf<{ readonly name: string; readonly ownerId: Id<"Owner"> }>().toExtend<CreationOf<typeof place>>();
    expectTypeOf<{ readonly name: string }>().not.toExtend<CreationOf<typeof place>>();
  });

  it("name the fields of filters", () => {
    expectTypeOf<FilterOf<typeof place>>().toEqualTypeOf<"id" | "name" | "use" | "floorCount" | "createdAt">();
  });

  it("refuse options that do not exist, and defaults of another type", () => {
    // @ts-expect-error: the option is `filter`.
    flag({ filtered: true, description: "Misspelt" });
    // @ts-expect-error: no such word.
    choice(USES, { default: "office", description: "Wrong default" });
    // @ts-expect-error: every field has a description.
    integer({ min: 0 });
  });
});

describe("A declared record", () => {
  const owner = "owner" as Id<"Owner">;

  it("is made of its defaults and its input, without the fields that its use case computes", () => {
    expect(newRecord(place, { name: " Mill ", ownerId: owner, emailAddress: "a@b.fr" })).toEqual({
      name: "Mill",
      ownerId: owner,
      email: "a@b.fr",
      use: "flat",
      floorCount: null,
      area: null,
      active: true,
      since: null,
      note: null,
      status: "new",
    });
    expect(defaultsOf(place)).not.toHaveProperty("name");
    expect(requiredNames(place)).toEqual(["ownerId", "name"]);
  });

  it("is changed by the fields that a patch contains, and by no others", () => {
    const patch = { emailAddress: null, ownerId: "other", status: "old", unknown: 1 };
    expect(patchOf(place, patch)).toEqual({ email: null });
    expect(patchOf(place, {})).toEqual({});
  });

  it("has the errors of all its fields, in the declared order, under the names of inputs", () => {
    const input = { area: 12_345 as Decimal, floorCount: 1001, name: "", emailAddress: "x".repeat(256) };
    expect(inputErrors(place, input, "places[0].").map(({ field, code }) => `${field} ${code}`)).toEqual([
      "places[0].name blank",
      "places[0].emailAddress too_long",
      "places[0].floorCount less_than_or_equal_to",
      "places[0].area invalid",
    ]);
    expect(inputErrors(place, { area: null, since: null, emailAddress: null })).toEqual([]);
  });

  it("filters and sorts by the fields that say so", () => {
    const fields = { id: "uuid", name: "text", use: "keyword", floorCount: "integer", createdAt: "instant" };
    expect(filtersOf(place)).toEqual(fields);
    expect(listingOf(place, DEFAULT_LIST_DIALECT, { sort: "createdAt" })).toEqual({
      dialect: DEFAULT_LIST_DIALECT,
      fields,
      sorts: Object.keys(fields),
      sort: "createdAt",
    });
  });
});
