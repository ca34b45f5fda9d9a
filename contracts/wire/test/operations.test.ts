import { describe, expect, it } from "vitest";
import { wireShape } from "../src/casing.ts";
import { allOperations, type Operation } from "../src/index.ts";
import { jsonSchemaOf, namedJsonSchemas } from "../src/json-schema.ts";

const every: readonly Operation[] = Object.values(allOperations);

describe("the table of operations", () => {
  it("names each operation by its key, and no method and path twice", () => {
    expect(Object.entries(allOperations).every(([id, operation]) => operation.id === id)).toBe(true);
    expect(new Set(every.map(({ method, path }) => `${method} ${path}`)).size).toBe(every.length);
  });

  it("has a schema for exactly the parameters that a path has", () => {
    for (const { path, params } of every) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(params ? wireShape(params) : {})).toEqual(named);
    }
  });

  it("requires a scope that fits the method", () => {
    const run = every.filter(({ scope }) => scope === "read" || scope === "write");
    expect(run.filter(({ method, scope }) => scope !== (method === "get" ? "read" : "write"))).toEqual([]);
  });
});

describe("the JSON Schemas", () => {
  it("are those of the wire, each by its name", () => {
    const schemas = namedJsonSchemas();
    expect(schemas.Folder).toMatchObject({ type: "object", properties: { documents_folder_id: expect.anything() } });
    expect(Object.keys(schemas)).toContain("FolderWithItems");
  });

  it("refer to each other, and only to existing schemas", () => {
    const schemas = namedJsonSchemas();
    const references = [...JSON.stringify(schemas).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(references).toContain("WorkspaceRef");
    expect(references.filter((name) => name === undefined || !(name in schemas))).toEqual([]);
    expect(jsonSchemaOf(allOperations.listFolders.replies[200])).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/Folder" },
    });
  });
});
