import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wireShape } from "../src/casing.ts";
import { UserCreation } from "../src/directory/users.ts";
import { DocumentFromChunks } from "../src/documents/documents.ts";
import { FolderChange } from "../src/documents/folders.ts";
import { WorkspaceChange } from "../src/documents/workspaces.ts";
import type { Operation } from "../src/operation.ts";
import { allOperations } from "../src/operations.ts";
import { readShape } from "../src/shape.ts";

const errors = (schema: Parameters<typeof readShape>[0], sent: unknown) => {
  const read = readShape(schema, sent);
  return read.ok ? [] : read.errors.map(({ field, code }) => `${field} ${code}`);
};

describe("a body's shape", () => {
  it("is refused with one code a field, all fields at once", () => {
    const sent = { name: 1, description: null, workspace_id: "x", tag_list: ["a", 2], icon: [], color: {} };
    expect(errors(FolderChange, sent)).toEqual([
      "name invalid",
      "color invalid",
      "icon invalid",
      "workspaceId invalid",
      "tagList[1] invalid",
    ]);
  });

  it("distinguishes missing values from invalid ones", () => {
    expect(errors(UserCreation, {})).toEqual(["emailAddress blank"]);
    expect(errors(UserCreation, { email_address: null, password: null })).toEqual([
      "emailAddress blank",
      "password blank",
    ]);
    expect(errors(FolderChange, { name: null })).toEqual(["name blank"]);
    expect(errors(DocumentFromChunks, {})).toEqual(["chunkedUploadId blank"]);
  });

  it("checks enumerations, numbers and objects", () => {
    expect(errors(UserCreation, { email_address: "a", role: "king" })).toEqual(["role inclusion"]);
    expect(errors(DocumentFromChunks, { chunked_upload_id: crypto.randomUUID(), position: "1" })).toEqual([
      "position not_a_number",
    ]);
    expect(errors(WorkspaceChange, { settings: [1], metadata_user: "x" })).toEqual([
      "settings invalid",
      "metadataUser invalid",
    ]);
  });

  it("is read of formatted texts as the schema reads it", () => {
    const schemas = Object.values<Operation>(allOperations).flatMap(({ params, query }) =>
      [params ?? [], query ?? []].flat(),
    );
    const texts = fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
      fc.string(),
      fc.constantFrom("2026-02-29", "2026-02-28", 1, null, undefined),
    );
    const sents = (names: readonly string[]) =>
      fc.oneof(
        {
          weight: 9,
          arbitrary: fc.record(Object.fromEntries(names.map((name) => [name, texts])), { requiredKeys: [] }),
        },
        fc.constantFrom(null, undefined, [], "id"),
      );
    for (const schema of new Set(schemas)) {
      const whole = (sent: unknown) => {
        const { success, data } = schema.safeDecode(sent);
        return success ? data : null;
      };
      fc.assert(
        fc.property(sents(Object.keys(wireShape(schema))), (sent) => {
          const read = readShape<unknown>(schema, sent);
          expect(read.ok ? read.value : null).toEqual(whole(sent));
        }),
        { numRuns: 20 },
      );
    }
  });

  it("reads an identifier in any case as the same one", () => {
    const read = readShape(FolderChange, { workspace_id: "AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE" });
    expect(read).toEqual({ ok: true, value: { workspaceId: "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee" } });
  });

  it("is checked without a crash, at any depth", () => {
    const deep = JSON.parse("[".repeat(10_000) + "]".repeat(10_000));
    expect(errors(FolderChange, { name: deep })).toEqual(["name invalid"]);
    expect(errors(WorkspaceChange, { settings: { deep } })).toEqual([]);
  });
});
