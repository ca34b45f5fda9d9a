import { writeFile } from "node:fs/promises";
import { registerHooks } from "node:module";
import { join, resolve } from "node:path";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/cartulary-process.ts";
import { type HostHere, hostHere } from "../../support/command-here.ts";
import {
  expectToCompile,
  type GeneratedProject,
  generatedProject,
  printedBy,
} from "../../support/generated-project.ts";

const root = resolve(import.meta.dirname, "../../..");

/** A program of a developer who has our description and openapi-fetch, and nothing else of ours. */
const OPENAPI_FETCH = `
import createClient from "openapi-fetch";
import type { components, paths } from "./api.ts";

const { BASE_URL = "", TOKEN = "" } = process.env;
const client = createClient<paths>({ baseUrl: BASE_URL, headers: { Authorization: "Bearer " + TOKEN } });

const workspace = await client.POST("/api/v1/documents/workspaces", { body: { label: "Agency" } });
if (!workspace.data) throw new Error(workspace.error.message);
const folder = await client.POST("/api/v1/documents/folders", {
  body: { name: "Leases", workspace_id: workspace.data.id },
});
if (!folder.data) throw new Error(folder.error.message);
const renamed = await client.PATCH("/api/v1/documents/folders/{id}", {
  params: { path: { id: folder.data.id } },
  body: { description: "signed" },
});
await client.POST("/api/v1/documents/documents", {
  body: { documents_folder_id: folder.data.id, uploaded_file: "the words" },
  bodySerializer(body) {
    const form = new FormData();
    form.set("documents_folder_id", body.documents_folder_id ?? "");
    form.set("uploaded_file", new File(["uploaded_file" in body ? body.uploaded_file : ""], "lease.txt"));
    return form;
  },
});
const listed = await client.GET("/api/v1/documents/documents", {
  params: { query: { documents_folder_id: folder.data.id, "q": { name_cont: "lease" } } },
});
const documents: components["schemas"]["Document"][] = listed.data ?? [];
const missing = await client.GET("/api/v1/documents/folders/{id}", {
  params: { path: { id: "00000000-0000-4000-8000-000000000000" } },
});
const answers = [renamed.data?.description, documents.map(({ name }) => name), missing.error?.error];
process.stdout.write(JSON.stringify(answers));

/** Calls that must not compile. */
export const uncalled = () => [
  // @ts-expect-error A team needs a name.
  client.POST("/api/v1/directory/teams", { body: { description: "nameless" } }),
  // @ts-expect-error A workspace type needs a body.
  client.POST("/api/v1/documents/workspace_types", {}),
  // @ts-expect-error The ledger is that of an account.
  client.GET("/rental/api/v1/accounting/ledger", {}),
  client.GET("/rental/api/v1/accounting/trial_balance", {}),
  client.GET("/api/v1/documents/folders"),
];
`;

/** The same calls with the client that hey-api generates. */
const HEY_API = `
import { createFolder, createWorkspace, getFolder, listFolders, updateFolder } from "./hey-api";
import type { Folder } from "./hey-api";
import { client } from "./hey-api/client.gen";

const { BASE_URL = "", TOKEN = "" } = process.env;
client.setConfig({ baseUrl: BASE_URL, auth: TOKEN });

const workspace = await createWorkspace({ body: { label: "Hey" }, throwOnError: true });
const folder = await createFolder({ body: { name: "Leases", workspace_id: workspace.data.id }, throwOnError: true });
const renamed = await updateFolder({ path: { id: folder.data.id }, body: { description: "signed" } });
const query = { workspace_id: workspace.data.id, q: { name_cont: "lease" } };
const listed = await listFolders({ query, throwOnError: true });
const folders: Folder[] = listed.data;
const missing = await getFolder({ path: { id: "00000000-0000-4000-8000-000000000000" } });
const answers = [renamed.data?.description, folders.map(({ name }) => name), missing.error?.error];
process.stdout.write(JSON.stringify(answers));

/** Calls that must not compile. */
export const uncalled = () => [
  // @ts-expect-error A folder is found by its id.
  getFolder({}),
  // @ts-expect-error A folder has no field of this name.
  createFolder({ body: { label: "Leases" } }),
];
`;

/** The same calls with the functions that orval generates. */
const ORVAL = `
import { createFolder, createWorkspace, getFolder, listFolders, updateFolder } from "./orval";
import type { Folder } from "./orval";

const headers = { Authorization: "Bearer " + process.env["TOKEN"] };
const workspace = await createWorkspace({ label: "Orval" }, { headers });
if (workspace.status !== 201) throw new Error(workspace.data.message);
const folder = await createFolder({ name: "Leases", workspace_id: workspace.data.id }, { headers });
if (folder.status !== 201) throw new Error(folder.data.message);
const renamed = await updateFolder(folder.data.id, { description: "signed" }, { headers });
if (renamed.status !== 200) throw new Error(renamed.data.message);
const listed = await listFolders({ workspace_id: workspace.data.id, q: { name_cont: "lease" } }, { headers });
const folders: Folder[] = listed.status === 200 ? listed.data : [];
const missing = await getFolder("00000000-0000-4000-8000-000000000000", { headers });
const code = missing.status === 404 ? missing.data.error : undefined;
process.stdout.write(JSON.stringify([renamed.data.description, folders.map(({ name }) => name), code]));

/** Calls that must not compile. */
export const uncalled = () => [
  // @ts-expect-error A folder is found by its id.
  getFolder(),
  // @ts-expect-error A folder has no field of this name.
  createFolder({ label: "Leases" }),
];
`;

type Description = OpenAPI3 & { readonly servers: readonly { readonly url: string }[] };

describe("A client generated from the served description compiles, and is used", { timeout: 400_000 }, () => {
  let host: HostHere;
  let description: Description;
  let project: GeneratedProject;
  const open = new AsyncDisposableStack();
  beforeAll(async () => {
    const data = open.use(await temporaryFolder());
    project = open.use(await generatedProject());
    host = open.use(await hostHere({ CARTULARY_DATA: data.path }));
    description = (await (await fetch(`${host.url}/openapi.json`)).json()) as Description;
    await writeFile(join(project.path, "openapi.json"), JSON.stringify(description));
  });
  afterAll(() => open.disposeAsync());

  const environment = async () => ({ BASE_URL: host.url, TOKEN: await host.token() });

  it("with openapi-typescript and openapi-fetch", async () => {
    expect(description.servers).toMatchObject([{ url: host.url }]);
    await writeFile(join(project.path, "api.ts"), astToString(await openapiTS(description)));
    const program = join(project.path, "openapi-fetch.ts");
    await writeFile(program, OPENAPI_FETCH);
    await expectToCompile(project, {
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: {
        ...{ composite: false, rootDir: ".", noEmit: true, isolatedDeclarations: false },
        ...{ types: ["node"], lib: ["ES2024", "DOM"] },
      },
      include: ["openapi-fetch.ts"],
    });
    expect(await printedBy(program, await environment())).toEqual(["signed", ["lease.txt"], "not_found"]);
  });

  it("with hey-api", async () => {
    // It uses the compiler's interface, which TypeScript 7 no longer has.
    const here = import.meta.url;
    const hooks = registerHooks({
      resolve: (name, context, next) => next(name, name === "typescript" ? { ...context, parentURL: here } : context),
    });
    const { createClient } = await import("@hey-api/openapi-ts").finally(() => hooks.deregister());
    await createClient({
      input: join(project.path, "openapi.json"),
      output: join(project.path, "hey-api"),
      plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
      logs: { level: "silent" },
    });
    expect(await bundledAndRun("hey-api.program.ts", HEY_API)).toEqual(["signed", ["Leases"], "not_found"]);
  });

  it("with orval", async () => {
    const { generate } = await import("orval");
    const input = { target: join(project.path, "openapi.json") };
    const target = join(project.path, "orval.ts");
    await generate({ input, output: { mode: "single", target, client: "fetch", baseUrl: host.url } }, project.path);
    expect(await bundledAndRun("orval.program.ts", ORVAL)).toEqual(["signed", ["Leases"], "not_found"]);
  });

  /** These clients import files without their extension, as bundlers resolve them. */
  async function bundledAndRun(name: string, text: string): Promise<unknown> {
    const entry = join(project.path, name);
    await writeFile(entry, text);
    await expectToCompile(project, {
      compilerOptions: {
        ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, target: "ES2024", module: "ESNext" },
        ...{ moduleResolution: "bundler", lib: ["ES2024", "DOM", "DOM.Iterable"], types: ["node"] },
      },
      include: [name],
    });
    const outDir = join(project.path, `${name}.built`);
    const output = { entryFileNames: "program.js" };
    const built = { ssr: entry, outDir, target: "es2024", rollupOptions: { output } };
    await build({ configFile: false, logLevel: "error", root: project.path, build: built });
    return printedBy(join(outDir, "program.js"), await environment());
  }
});
