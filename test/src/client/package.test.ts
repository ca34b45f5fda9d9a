import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createClient } from "@cartulary/client";
import { allOperations } from "@cartulary/wire";
import { describe, expect, it } from "vitest";
import { clientOperations } from "../../release/client-operations.ts";
import { manifestOf, ROOT } from "../../release/packages.ts";
import { bundledClient } from "../../support/bundled-client.ts";

const ONE_CALL_BYTES_MAX = 25_000;
const ALL_BYTES_MAX = 60_000;

describe("@cartulary/client", () => {
  it("has the operations that the server has: run npm run release:prepare", () => {
    for (const [name, text] of Object.entries(clientOperations())) {
      expect(readFileSync(join(ROOT, "contracts/client/src/generated", name), "utf8")).toBe(text);
    }
    expect(Object.keys(createClient({ baseUrl: "" })).toSorted()).toEqual(Object.keys(allOperations).toSorted());
  });

  it("depends on nothing", () => {
    const { dependencies, peerDependencies, optionalDependencies } = manifestOf("contracts/client");
    expect({ ...dependencies, ...peerDependencies, ...optionalDependencies }).toEqual({});
  });

  const call =
    'import { createClient } from "@cartulary/client";\nexport const list = createClient({ baseUrl: "" }).listFolders();\n';
  it.each([
    ["one call", call, ONE_CALL_BYTES_MAX],
    ["everything", 'export * from "@cartulary/client";\n', ALL_BYTES_MAX],
  ])("is small in a browser: %s", async (_, source, max) => {
    const code = await bundledClient(source);
    expect(code).toContain("/api/v1/documents/folders");
    expect(gzipSync(code).byteLength).toBeLessThanOrEqual(max);
  });
});
