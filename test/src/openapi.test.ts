import { openApi } from "@cartulary/http";
import { allOperations, type Operation, PAGES } from "@cartulary/wire";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";

const operations: readonly Operation[] = Object.values(allOperations);

describe("the OpenAPI document", () => {
  const described = JSON.parse(JSON.stringify(openApi(operations, "https://edm.example.org/base")));

  it("is valid OpenAPI 3.1 to a validator that is not ours", async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(described))).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
    expect(described.info.version).toBe("1.0.0");
  });

  it("has every operation under its name, with the statuses that it answers", () => {
    for (const { id, method, path, replies } of operations) {
      const operation = described.paths[path][method];
      expect(operation.operationId).toBe(id);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(Object.keys(replies)));
    }
  });

  it("refers to nothing that it does not have", () => {
    const references = [...JSON.stringify(described).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    const known = new Set(Object.keys(described.components.schemas).map((name) => `#/components/schemas/${name}`));
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((reference) => reference === undefined || !known.has(reference))).toEqual([]);
  });

  it("tells all predicates of every list that has filters", () => {
    for (const { path, list } of operations) {
      if (list === undefined || list === PAGES) continue;
      const filters = described.paths[path].get.parameters.find(({ name }: { name: string }) => name === "q");
      const words: readonly string[] = filters.description.split(/[^a-z_]+/);
      expect(words).toEqual(expect.arrayContaining([...list.dialect.predicates, "_any", "_all"]));
    }
  });

  it("tells the length of every page, and which name of it is to be forgotten", () => {
    const lengthsAt = (path: string) =>
      described.paths[path].get.parameters
        .filter(({ name }: { name: string }) => name === "per_page" || name === "limit")
        .map(({ name, deprecated = false, schema }: { name: string; deprecated?: boolean; schema: object }) => ({
          name,
          deprecated,
          ...schema,
        }));
    const length = { type: "integer", minimum: 1, maximum: 100 };
    const perPage = { name: "per_page", deprecated: false, ...length };
    expect(lengthsAt("/api/v1/directory/contacts")).toEqual([{ ...perPage, default: 20 }]);
    expect(lengthsAt("/api/v1/directory/groups/{id}/members")).toEqual([{ ...perPage, default: 50 }]);
    expect(lengthsAt("/api/v1/directory/groups")).toEqual([
      { ...perPage, default: 50 },
      { name: "limit", deprecated: true, ...length },
    ]);
  });

  it("is the same whatever server it is read from, but for its address", () => {
    const { servers, ...rest } = described;
    expect(servers).toEqual([{ url: "https://edm.example.org/base" }]);
    expect(JSON.parse(JSON.stringify(openApi(operations)))).toEqual(rest);
  });
});
