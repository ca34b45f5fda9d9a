import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@cartulary/client";
import { createDemonstration } from "@cartulary/console";
import { type Address, demonstrationModule } from "@cartulary/server";
import { fillAgency } from "../demo/agency.ts";
import { fillArchive, type Highlight } from "../demo/archive.ts";
import { createProgress } from "../progress.ts";
import { hostHere } from "../runtime.ts";
import { startEnvironment } from "../start-environment.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary demo`: the reference host on a temporary directory, filled with sample data through the API client. HOST,
 * PORT, PUBLIC_URL and so on apply as for `serve`, but not data locations and limits. Prints a link that signs the
 * administrator in once, and the link of the tour.
 */
export async function demo(words: readonly string[]): Promise<number> {
  if (words.length > 0) throw new UsageError("demo takes no arguments; configure it by environment variables");
  const host = await hostHere();
  const directory = await mkdtemp(join(tmpdir(), "cartulary-demo-"));
  const environment = { ...process.env, ...secrets(), ...temporaryData(directory) };
  try {
    const { CARTULARY_ADMIN_EMAIL: emailAddress, CARTULARY_ADMIN_PASSWORD: password } = environment;
    const demonstration = createDemonstration({ person: { emailAddress, password }, now: Date.now });
    const filled = async (address: Address) => {
      const report = await fill(address, environment);
      process.stdout.write(guide(address.url, demonstration.newLink(), report));
    };
    await host.serve(environment, startEnvironment(), filled, [demonstrationModule(demonstration)]);
    return 0;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** An empty variable counts as unset. Hides the log of the sample requests by default. */
const temporaryData = (directory: string) => ({
  CARTULARY_DATA: directory,
  DATABASE_URL: "",
  DATABASE_MIGRATION_URL: "",
  BLOBS_URL: "",
  CARTULARY_MAX_DIRECT_UPLOAD: "",
  CARTULARY_RATE_LIMIT: "",
  LOG_LEVEL: process.env.LOG_LEVEL || "warn",
});

const secret = () => randomBytes(12).toString("base64url");

/** Generated here, so that the command can sign in. */
const secrets = () => ({
  CARTULARY_ADMIN_EMAIL: process.env.CARTULARY_ADMIN_EMAIL || "admin@cartulary.localhost",
  CARTULARY_ADMIN_PASSWORD: process.env.CARTULARY_ADMIN_PASSWORD || secret(),
  CARTULARY_CLIENT_ID: process.env.CARTULARY_CLIENT_ID || "cartulary-cli",
  CARTULARY_CLIENT_SECRET: process.env.CARTULARY_CLIENT_SECRET || secret(),
});

async function fill(
  { reachedAt }: Address,
  settings: ReturnType<typeof secrets> & ReturnType<typeof temporaryData>,
): Promise<DemoReport> {
  const startedAt = performance.now();
  const progress = createProgress(process.stderr);
  const grant = {
    grant_type: "password" as const,
    client_id: settings.CARTULARY_CLIENT_ID,
    client_secret: settings.CARTULARY_CLIENT_SECRET,
    username: settings.CARTULARY_ADMIN_EMAIL,
    password: settings.CARTULARY_ADMIN_PASSWORD,
    scope: "read write admin",
  };
  const { access_token: accessToken } = await createClient({ baseUrl: reachedAt }).createToken(grant);
  const client = createClient({ baseUrl: reachedAt, token: accessToken });
  const show = (what: string) => progress.show(`Filling: ${what}`);
  const archive = await fillArchive(client, show);
  const highlights = [...archive, ...(await fillAgency(client, { year: new Date().getFullYear() }, show))];
  progress.clear();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return { ...settings, highlights, seconds, accessToken };
}

interface DemoReport extends ReturnType<typeof secrets>, Pick<ReturnType<typeof temporaryData>, "CARTULARY_DATA"> {
  readonly highlights: readonly Highlight[];
  readonly seconds: string;
  readonly accessToken: string;
}

function guide(url: string, entrance: string, report: DemoReport): string {
  const links = [{ label: "The API reference", path: "/docs" }, ...report.highlights];
  const width = links.reduce((widest, { label }) => Math.max(widest, label.length), 0);
  return [
    "",
    `Created the sample data of a managing agency in ${report.seconds} s. It is deleted when this stops.`,
    "Open this link: it signs you in, once, within 15 minutes. Then take the tour, in ten steps:",
    `  ${url}${entrance}`,
    `  ${url}/tour`,
    "",
    "For programs:",
    ...links.map(({ label, path }) => `  ${label.padEnd(width)}  ${url}${path}`),
    "",
    `Administrator: ${report.CARTULARY_ADMIN_EMAIL}, password ${report.CARTULARY_ADMIN_PASSWORD}`,
    "A token with all scopes, and a first request:",
    `  TOKEN=${report.accessToken}`,
    `  curl -g -H "Authorization: Bearer $TOKEN" "${url}/api/v1/documents/documents?q[name_cont]=bail"`,
    "To use it with commands on this machine:",
    `  export CARTULARY_DATA=${report.CARTULARY_DATA}`,
    "",
  ].join("\n");
}
