import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "@cartulary/server";
import { createClient } from "@cartulary/wire";
import { fillAgency } from "../demo/agency.ts";
import { fillArchive, type Highlight } from "../demo/archive.ts";
import { surroundings } from "../machine.ts";
import { createProgress } from "../progress.ts";
import { hostHere } from "../runtime.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary demo`: the reference host on a directory that is gone when it stops, filled through the API by the
 * client that anybody would write with. HOST, PORT, PUBLIC_URL and the like count as for `serve`; where data is kept and
 * what would stand in the filling's way does not.
 */
export async function demo(words: readonly string[]): Promise<number> {
  if (words.length > 0) throw new UsageError("demo takes no words: it is told everything by the environment");
  const host = await hostHere();
  const directory = await mkdtemp(join(tmpdir(), "cartulary-demo-"));
  const environment = { ...process.env, ...secrets(), ...thrownAway(directory) };
  try {
    await host.serve(environment, surroundings(), (address) => fill(address, environment));
    return 0;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** An empty variable counts as unset. The log would be of the filling's own requests. */
const thrownAway = (directory: string) => ({
  CARTULARY_DATA: directory,
  DATABASE_URL: "",
  DATABASE_MIGRATION_URL: "",
  BLOBS_URL: "",
  CARTULARY_MAX_DIRECT_UPLOAD: "",
  CARTULARY_RATE_LIMIT: "",
  LOG_LEVEL: process.env.LOG_LEVEL || "warn",
});

const secret = () => randomBytes(12).toString("base64url");

/** Known here, so that the filling can sign in. */
const secrets = () => ({
  CARTULARY_ADMIN_EMAIL: process.env.CARTULARY_ADMIN_EMAIL || "admin@cartulary.localhost",
  CARTULARY_ADMIN_PASSWORD: process.env.CARTULARY_ADMIN_PASSWORD || secret(),
  CARTULARY_CLIENT_ID: process.env.CARTULARY_CLIENT_ID || "cartulary-cli",
  CARTULARY_CLIENT_SECRET: process.env.CARTULARY_CLIENT_SECRET || secret(),
});

async function fill(
  { reachedAt, url }: Address,
  first: ReturnType<typeof secrets> & ReturnType<typeof thrownAway>,
): Promise<void> {
  const began = performance.now();
  const progress = createProgress(process.stderr);
  const body = {
    grantType: "password",
    clientId: first.CARTULARY_CLIENT_ID,
    clientSecret: first.CARTULARY_CLIENT_SECRET,
    username: first.CARTULARY_ADMIN_EMAIL,
    password: first.CARTULARY_ADMIN_PASSWORD,
    scope: "read write admin",
  };
  const { accessToken } = await createClient({ baseUrl: reachedAt }).createToken({ body });
  const client = createClient({ baseUrl: reachedAt, token: accessToken });
  const show = (what: string) => progress.show(`Filling: ${what}`);
  const archive = await fillArchive(client, show);
  const highlights = [...archive, ...(await fillAgency(client, { year: new Date().getFullYear() }, show))];
  progress.clear();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(guide(url, highlights, { ...first, seconds, accessToken }));
}

interface DemoSecrets extends ReturnType<typeof secrets>, Pick<ReturnType<typeof thrownAway>, "CARTULARY_DATA"> {
  readonly seconds: string;
  readonly accessToken: string;
}

function guide(url: string, highlights: readonly Highlight[], report: DemoSecrets): string {
  const shown = [{ label: "The API reference", path: "/docs" }, ...highlights];
  const width = shown.reduce((widest, { label }) => Math.max(widest, label.length), 0);
  return [
    "",
    `The archive and the estate of a managing agency were filed in ${report.seconds} s. They are gone when this stops.`,
    ...shown.map(({ label, path }) => `  ${label.padEnd(width)}  ${url}${path}`),
    "",
    `Administrator: ${report.CARTULARY_ADMIN_EMAIL}, password ${report.CARTULARY_ADMIN_PASSWORD}`,
    "A token that may do everything, and a first question:",
    `  TOKEN=${report.accessToken}`,
    `  curl -g -H "Authorization: Bearer $TOKEN" "${url}/api/v1/documents/documents?q[name_cont]=bail"`,
    "Commands on this machine reach it with",
    `  export CARTULARY_DATA=${report.CARTULARY_DATA}`,
    "",
  ].join("\n");
}
