import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { expect, it, onTestFinished } from "vitest";
import { startProcess, temporaryFolder } from "../../support/cartulary-process.ts";
import { hostHere } from "../../support/command-here.ts";

const root = resolve(import.meta.dirname, "../../..");

/** What somebody writes who has our description and openapi-fetch, and nothing else of ours. */
const PROGRAM = `
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

/** What is refused does not compile. */
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

type Description = OpenAPI3 & { readonly servers: readonly { readonly url: string }[] };

it("a client that openapi-typescript makes of the served description compiles, and is used", async () => {
  await using data = await temporaryFolder();
  const starting = hostHere({ CARTULARY_DATA: data.path });
  const project = await mkdtemp(join(tmpdir(), "cartulary-client-"));
  onTestFinished(() => rm(project, { recursive: true }));
  await using host = await starting;
  const description = (await (await fetch(`${host.url}/openapi.json`)).json()) as Description;
  expect(description.servers).toEqual([{ url: host.url }]);

  await symlink(join(root, "node_modules"), join(project, "node_modules"));
  await writeFile(join(project, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(project, "api.ts"), astToString(await openapiTS(description)));
  await writeFile(join(project, "program.ts"), PROGRAM);
  const compilerOptions = {
    composite: false,
    rootDir: ".",
    noEmit: true,
    isolatedDeclarations: false,
    types: ["node"],
    lib: ["ES2024", "DOM"],
  };
  const config = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  await using compiling = startProcess(process.execPath, [compiler, "-p", project, "--skipLibCheck", "false"], {});
  const compiled = await compiling.ended;
  expect({ ...compiled, ...compiling.output }).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });

  const environment = { BASE_URL: description.servers[0]?.url, TOKEN: await host.token() };
  await using program = startProcess(process.execPath, [join(project, "program.ts")], environment);
  await program.ended;
  expect(program.output.stderr).toBe("");
  expect(JSON.parse(program.output.stdout)).toEqual(["signed", ["lease.txt"], "not_found"]);
});
