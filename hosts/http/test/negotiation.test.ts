import { describe, expect, it } from "vitest";
import { preferredType } from "../src/transport/negotiation.ts";

const JSON_OR_CSV = ["application/json", "text/csv"] as const;

describe("the preference of an Accept header", () => {
  it.each([
    [null, "application/json"],
    ["*/*", "application/json"],
    ["text/csv", "text/csv"],
    ["TEXT/CSV;q=0.5", "text/csv"],
    ["text/*", "text/csv"],
    ["text/csv, */*", "text/csv"],
    ["text/csv;q=0.5, application/json", "application/json"],
    ["application/json;q=0.1, text/csv;q=0.2", "text/csv"],
    ["application/json, text/csv", "application/json"],
    ["*/*, text/csv;q=0", "application/json"],
    ["text/csv;q=0", "application/json"],
    ["image/png", "application/json"],
    ["", "application/json"],
    ["text/html,application/xhtml+xml,*/*;q=0.8", "application/json"],
    ["text/csv; charset=utf-8", "text/csv"],
    ["text/csv;q=nonsense", "text/csv"],
    [",,;q=1,", "application/json"],
    ['application/json;profile="a,b";q=0.1, text/csv;q=0.5', "text/csv"],
  ])("of %j is %s", (accept, type) => {
    expect(preferredType(accept, JSON_OR_CSV)).toBe(type);
  });
});
