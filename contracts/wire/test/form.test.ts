import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DocumentCreation } from "../src/documents/documents.ts";
import { readForm, writeForm } from "../src/form.ts";
import { readShape } from "../src/shape.ts";

const read = (...fields: readonly (readonly [string, string])[]) =>
  readForm(
    DocumentCreation,
    fields.map(([name, value]) => ({ name, value })),
  );
const codes = (...fields: readonly (readonly [string, string])[]) => {
  const shape = readShape(DocumentCreation, read(...fields));
  return shape.ok ? [] : shape.errors.map(({ field, code }) => `${field} ${code}`);
};

describe("a form", () => {
  it("writes the same values as the JSON form", () => {
    expect(
      read(
        ["name", "n"],
        ["auto_classify", "1"],
        ["position", "3"],
        ["metadata_user", '{"a":{"b":1}}'],
        ["tag_list", '["x","y"]'],
      ),
    ).toEqual({ name: "n", auto_classify: true, position: 3, metadata_user: { a: { b: 1 } }, tag_list: ["x", "y"] });
  });

  it("repeats the field of a list", () => {
    expect(read(["tag_list[]", "a"], ["tag_list[]", "b"])).toEqual({ tag_list: ["a", "b"] });
    expect(read(["tag_list", "a"], ["tag_list", "b"])).toEqual({ tag_list: ["a", "b"] });
    expect(read(["tag_list", "a"])).toEqual({ tag_list: ["a"] });
    expect(read(["tag_list", "12"])).toEqual({ tag_list: ["12"] });
  });

  it("spreads an object into fields", () => {
    const { metadata_user: metadata } = read(["metadata_user[color]", "red"], ["metadata_user[__proto__]", "x"]);
    expect(Object.entries(metadata as object)).toEqual([
      ["color", "red"],
      ["__proto__", "x"],
    ]);
  });

  it("reads an empty identifier as null, and an empty text as it is", () => {
    expect(read(["documents_folder_id", ""], ["description", ""], ["pages", ""])).toEqual({
      documents_folder_id: null,
      description: "",
      pages: "",
    });
  });

  it("ignores unknown fields, and takes the last value of a repeated one", () => {
    expect(read(["name", "a"], ["id", "x"], ["constructor", "y"], ["name", "b"])).toEqual({ name: "b" });
  });

  it.each([
    [["metadata_user", "notjson"], "metadataUser invalid"],
    [["metadata_user", "[1]"], "metadataUser invalid"],
    [["metadata_user[a][b]", "x"], "metadataUser invalid"],
    [["auto_classify", "maybe"], "autoClassify invalid"],
    [["position", "1.5"], "position not_a_number"],
    [["position", ""], "position not_a_number"],
    [["workspace_id", "1"], "workspaceId invalid"],
    [["tag_list", "[1]"], "tagList[0] invalid"],
  ] as const)("is refused for %s", (field, error) => {
    expect(codes(field)).toEqual([error]);
  });

  it("is written so that it is read again", () => {
    const body = fc.record(
      {
        name: fc.string(),
        auto_classify: fc.boolean(),
        position: fc.nat(),
        workspace_id: fc.option(fc.uuid()),
        metadata_user: fc.dictionary(fc.string(), fc.jsonValue()).map((object) => JSON.parse(JSON.stringify(object))),
        tag_list: fc.array(fc.string()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(body, (sent) => {
        expect(readForm(DocumentCreation, writeForm(sent))).toEqual(sent);
      }),
    );
  });
});
