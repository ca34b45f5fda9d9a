// The reference host with modules of one's own that win. SIGTERM or Ctrl-C stops it.
import type { Caller, UserId } from "@cartulary/kernel";
import { type Runtime, readConfig, serve, tokens } from "@cartulary/server";
import { ContainerModule } from "inversify";

// People come with a header that the proxy before this host sets, and no other client can.
const people: Readonly<Record<string, Caller>> = {
  ana: { userId: "0190f000-0000-7000-8000-000000000001" as UserId, role: "manager", scopes: ["write"], groupIds: [] },
};

const ownModule = new ContainerModule(({ rebind }) => {
  rebind(tokens.authenticate).toConstantValue(async ({ headers }) => people[headers.get("x-signed-in") ?? ""] ?? null);
});

// The configuration is the environment's: PORT, CARTULARY_DATA, DATABASE_URL and all others of docs/guide/operate.md.
const config = readConfig(process.env, { directory: process.cwd(), isTerminal: false });
await serve(config, await runtimeHere(), { modules: [ownModule] });

// Who serves on one runtime alone imports its package and nothing else.
async function runtimeHere(): Promise<Runtime> {
  if (process.versions.bun) return (await import("@cartulary/bun")).bun;
  if (process.versions.deno) return (await import("@cartulary/deno")).deno;
  return (await import("@cartulary/node")).node;
}
