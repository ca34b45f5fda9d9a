import {
  DEFAULT_LIST_DIALECT,
  type FieldType,
  type Id,
  type Instant,
  instantOf,
  type Listing,
} from "@cartulary/kernel";
import fc from "fast-check";
import { EPOCH, idOf } from "../harness/document-records.ts";
import { HARD_TEXTS } from "./listing-contract.ts";

/** A record with a field of every type, to try out what makes lists with `listingContract`. */
export interface Sample {
  readonly id: Id<"Sample">;
  readonly title: string;
  readonly subtitle: string | null;
  readonly code: string | null;
  readonly size: number | null;
  readonly done: boolean | null;
  readonly at: Instant | null;
  readonly owner: Id<"Owner"> | null;
  readonly labels: readonly string[] | null;
}

/** All fields of a {@link Sample} can be filtered, and all but its labels sorted. */
export const sampleListing: Listing<keyof Sample> = {
  dialect: DEFAULT_LIST_DIALECT,
  fields: {
    id: "uuid",
    title: "text",
    subtitle: "passage",
    code: "keyword",
    size: "integer",
    done: "boolean",
    at: "instant",
    owner: "uuid",
    labels: "list",
  },
  sorts: ["id", "title", "subtitle", "code", "size", "done", "at", "owner"],
  sort: "title",
};

/** The types of field that {@link sampleListing} has: every predicate of each is tried on samples. */
export const SAMPLED_TYPES: ReadonlySet<FieldType> = new Set(Object.values(sampleListing.fields));

const SIZES = [0, 1, -1, 10, 2 ** 40, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const CODES = ["#A0b1C2", "#a0B1c2", "pdf", "PDF", "a_b", "a%b", "text/plain", ""];

/** Returns `count` reproducible samples. Many have equal values, so that ids break ties. */
export function samples(count: number): readonly Sample[] {
  const text = fc.oneof(
    fc.constantFrom(...HARD_TEXTS),
    fc.array(fc.constantFrom(...HARD_TEXTS), { maxLength: 4 }).map((pieces) => pieces.join("")),
  );
  const sample = fc.record({
    title: text,
    subtitle: fc.option(text),
    code: fc.option(fc.constantFrom(...CODES)),
    size: fc.option(fc.constantFrom(...SIZES)),
    done: fc.option(fc.boolean()),
    at: fc.option(fc.constantFrom(0, 1, 1000, -1).map((shift) => instantOf(Date.parse(EPOCH) + shift))),
    owner: fc.option(fc.constantFrom(1, 2, 3).map((owner) => idOf<"Owner">(owner))),
    labels: fc.option(fc.array(fc.constantFrom(...HARD_TEXTS), { maxLength: 2 })),
  });
  const seed = fc.readConfigureGlobal().seed ?? 1;
  return fc
    .sample(sample, { numRuns: count, seed })
    .map((input, index) => ({ id: idOf<"Sample">(index + 1), ...input }));
}
