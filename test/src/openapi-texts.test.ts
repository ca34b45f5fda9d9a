import { openApi } from "@cartulary/http";
import { allOperations, type Operation, refusalsOf } from "@cartulary/wire";
import { describe, expect, it } from "vitest";

type Part = Readonly<Record<string, unknown>>;

const operations: readonly Operation[] = Object.values(allOperations);
const mounted = operations.map((operation) => ({ operation, path: operation.path }));
const described = openApi(mounted, "https://edm.example.org") as Part;

/** Every object inside a part of the document, with the way to it. */
function* partsOf(value: unknown, way: readonly string[] = []): Generator<readonly [readonly string[], Part]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [way, value as Part];
  for (const [key, each] of Object.entries(value)) {
    if (key !== "example" && key !== "examples") yield* partsOf(each, [...way, key]);
  }
}

/** All that is to have a description: properties, parameters, headers and operations, by its name. */
function named(): readonly (readonly [name: string, where: string, part: Part])[] {
  return [...partsOf(described)].flatMap(([way, part]) => {
    const [holder = "", name = ""] = way.slice(-2);
    const where = way.join(".");
    // A property may itself be called properties.
    if ((holder === "properties" && way.at(-3) !== "properties") || holder === "headers")
      return [[name, where, part] as const];
    if (way.at(-2) === "parameters" && typeof part.name === "string") return [[part.name, where, part] as const];
    return typeof part.operationId === "string" ? [[part.operationId, where, part] as const] : [];
  });
}

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !["the", "a", "an", "of", "its", "this", "is"].includes(word));

describe("The texts of the API description", () => {
  const all = named();

  it("describe every property, parameter, header and operation", () => {
    expect(all.length).toBeGreaterThan(4_000);
    const missing = all.filter(([, , { description = "" }]) => String(description).length < 4);
    expect(missing.map(([, where]) => where)).toEqual([]);
  });

  it("add to the name", () => {
    const repeating = all.filter(([name, , { description }]) => {
      const words = wordsOf(name);
      return wordsOf(String(description)).every((word) => words.includes(word) || words.includes(`${word}s`));
    });
    expect(repeating.map(([, where]) => where)).toEqual([]);
  });

  it("name no bound that is JavaScript's and not ours", () => {
    expect(JSON.stringify(described)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it("have a text for each section", () => {
    const tags = described.tags as readonly { readonly name: string; readonly description: string }[];
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(operations.map(({ tag }) => tag)));
    expect(tags.filter(({ description }) => description.length < 10)).toEqual([]);
  });

  it("have codes for each refusal of a program", () => {
    const bare = operations
      .filter(({ tag }) => tag !== "pages")
      .flatMap((operation) => [...refusalsOf(operation)].filter(([, codes]) => codes.length === 0));
    expect(bare).toEqual([]);
  });
});
