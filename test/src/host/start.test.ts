import { chmod, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "@cartulary/server";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  announced,
  FIRST,
  startCartulary,
  startHost,
  temporaryFolder,
  until,
} from "../../support/cartulary-process.ts";
import { createClient } from "../../support/checked-client.ts";
import { cartularyHere, hostHere, watchedHostHere } from "../../support/command-here.ts";
import { slow } from "../../support/runs.ts";

/** Without settings of the first user, the host generates the secrets. */
const WITHOUT_FIRST_USER = Object.fromEntries(Object.keys(FIRST).map((name) => [name, undefined]));

describe("A host that starts", () => {
  it("prints its address in one line of JSON, alone on stdout", async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path });
    expect(host.output.stdout).toMatch(/^.+\n$/);
    expect(JSON.parse(host.output.stdout)).toMatchObject({ event: "listening", url: host.url, pid: host.pid });
    expect(host.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    const { getHealth, getReadiness } = createClient({ baseUrl: host.url });
    expect(await getHealth()).toEqual({ status: "ok" });
    expect(await getReadiness()).toEqual({ status: "ok", checks: { database: "ok", blobs: "ok" } });
  });

  it("prints it as text with a pretty log, with the generated secrets", async () => {
    await using folder = await temporaryFolder();
    const environment = { PORT: "0", CARTULARY_DATA: folder.path, LOG_FORMAT: "pretty" };
    await using host = startCartulary(["serve"], environment);
    const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(host.output.stdout)?.[0];
    await until("the host says where it is", () => address() !== undefined);
    expect(() => JSON.parse(host.output.stdout)).toThrow(SyntaxError);
    expect((await fetch(`${address()}/healthz`)).status).toBe(200);
    expect((await fetch(`${address()}/nowhere`)).status).toBe(404);
    await until("the request is logged", () => /\/nowhere.*\n/.test(host.output.stderr));
    expect(host.output.stderr.match(/.*\/nowhere.*/g)).toHaveLength(1);
    expect(host.output.stderr.trimEnd().split("\n").pop()).toMatch(
      /GET \/nowhere 404 not_found, \d+ bytes, .*127\.0\.0\.1/,
    );
    // A probe is logged at debug only.
    expect(host.output.stderr).not.toContain("/healthz");
    expect(host.output.stderr).not.toMatch(/^\{/m);
    expect(secretsIn(host.output.stderr).password.length).toBeGreaterThanOrEqual(20);
  });

  it("keeps its data in ./data of where it was started, for its own user alone", async () => {
    await using folder = await temporaryFolder();
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    await using _ = await hostHere({}, folder.path);
    const data = join(folder.path, "data");
    expect((await readFile(join(data, "cartulary.db"))).subarray(0, 15).toString()).toBe("SQLite format 3");
    const modeAt = async (path: string) => ((await stat(join(data, path))).mode & 0o777).toString(8);
    const files = ["cartulary.db", "cartulary.db-wal", "cartulary.db-shm"];
    expect(await Promise.all(["", "blobs", ...files].map(modeAt))).toEqual(["700", "700", "600", "600", "600"]);
  });

  slow.it("creates private directories for a database outside the data folder, too", async () => {
    await using folder = await temporaryFolder();
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const DATABASE_URL = `sqlite:${join(folder.path, "books/open/cartulary.db")}`;
    await using _ = await hostHere({ CARTULARY_DATA: folder.path, DATABASE_URL });
    for (const path of ["books", "books/open"]) expect((await stat(join(folder.path, path))).mode & 0o777).toBe(0o700);
  });

  it("warns of probable mistakes without changing them, and logs no request at LOG_LEVEL=warn", async () => {
    await using folder = await temporaryFolder();
    const database = new Database(join(folder.path, "cartulary.db"));
    database.exec("create table schema_migrations (name text primary key not null)");
    database.exec("insert into schema_migrations values ('2099-01-01 documents: wings'), ('2099-01-01 embedder: own')");
    database.close();
    await chmod(join(folder.path, "cartulary.db"), 0o644);
    await chmod(folder.path, 0o720);
    const environment = { CARTULARY_DATA: folder.path, CARTULARY_MAX_DIRECT_UPLAOD: "1", CARTULARY_X: "" };
    // Of the command line, in a shell that also starts hosts.
    const command = { CARTULARY_URL: "http://127.0.0.1:1", CARTULARY_TOKEN: "ctpt_x" };
    await using host = await startHost({ LOG_LEVEL: "warn", ...environment, ...command });
    await until("all warnings are logged", () => host.output.stderr.split("open_to_others").length > 2);
    await (await host.signIn()).listFolders();
    const warnings = logLines(host.output.stderr).map((line) => JSON.parse(line));
    expect(warnings).toMatchObject([
      { event: "unknown_variable", msg: expect.stringMatching(/_UPLAOD: did you mean CARTULARY_MAX_DIRECT_UPLOAD\?$/) },
      { event: "unknown_variable", msg: "Unknown variable CARTULARY_X" },
      { event: "newer_schema", migrations: ["2099-01-01 documents: wings"] },
      { event: "open_to_others", path: folder.path },
      {
        event: "open_to_others",
        path: join(folder.path, "cartulary.db"),
        msg: expect.stringContaining("chmod go-rwx"),
      },
    ]);
    expect((await stat(join(folder.path, "cartulary.db"))).mode & 0o777).toBe(0o644);
  });

  it("names PUBLIC_URL, with its path, before the address that it picked", async () => {
    await using folder = await temporaryFolder();
    const PUBLIC_URL = "https://documents.example.org/archive/";
    const environment = { ...FIRST, PORT: "0", CARTULARY_DATA: folder.path, PUBLIC_URL };
    await using host = startCartulary(["serve"], environment);
    const { url, reachedAt } = await announced(host);
    expect(url).toBe("https://documents.example.org/archive");
    expect((await fetch(`${reachedAt}/healthz`)).status).toBe(200);
  });
});

describe("The first secrets", () => {
  it("are generated, printed a single time in plain words, work, and stand in no log line", async () => {
    await using folder = await temporaryFolder();
    const environment = { ...WITHOUT_FIRST_USER, CARTULARY_DATA: folder.path, LOG_LEVEL: "trace" };
    let reports: { readonly password: string; readonly clientSecret: string };
    {
      await using host = await startHost(environment);
      reports = secretsIn(host.output.stderr);
      const { password, clientSecret } = reports;
      const client = createClient({ baseUrl: host.url });
      const body = { grantType: "password", clientId: "cartulary-cli", clientSecret };
      await client.createToken({ body: { ...body, username: "admin@cartulary.localhost", password } });
      await until("something is logged", () => logLines(host.output.stderr).length > 0);
      for (const line of logLines(host.output.stderr)) {
        expect(line).not.toContain(password);
        expect(line).not.toContain(clientSecret);
      }
    }
    await using again = await watchedHostHere({ ...environment, LOG_LEVEL: "warn" });
    expect(again.output.stderr).not.toContain(reports.password);
    expect(() => secretsIn(again.output.stderr)).toThrow("No secrets were printed");
  });
});

describe("The log", () => {
  it("has a line of JSON with a request id for each request, and no secret, nor one of the first user", async () => {
    await using folder = await temporaryFolder();
    await using host = await startHost({ CARTULARY_DATA: folder.path, LOG_LEVEL: "trace" });
    const { CARTULARY_CLIENT_ID: clientId, CARTULARY_CLIENT_SECRET: clientSecret } = FIRST;
    const body = { grantType: "password", clientId, clientSecret, username: FIRST.CARTULARY_ADMIN_EMAIL };
    const anonymous = createClient({ baseUrl: host.url });
    const tokens = await anonymous.createToken({ body: { ...body, password: FIRST.CARTULARY_ADMIN_PASSWORD } });
    const secrets = [FIRST.CARTULARY_ADMIN_PASSWORD, clientSecret, tokens.accessToken, tokens.refreshToken];

    const basic = Buffer.from(`${clientId}:a guessed secret`).toString("base64");
    const pending = [
      anonymous.createToken({ body: { ...body, password: "a guessed password" } }),
      fetch(`${host.url}/oauth/token`, { method: "POST", headers: { authorization: `Basic ${basic}` } }),
      fetch(`${host.url}/api/v1/documents/folders?access_token=a-token-in-a-query`),
      createClient({ baseUrl: host.url, token: "a-stolen-token" }).listFolders(),
      createClient({ baseUrl: host.url, token: tokens.accessToken }).createDocument({
        file: { name: "a.txt", bytes: Buffer.from("the words of the document") },
      }),
      fetch(`${host.url}/nowhere?password=a-password-in-a-query`),
    ];
    await Promise.allSettled(pending);
    const guesses = ["a guessed", "a-token-in-a-query", "a-stolen-token", "a-password-in-a-query", basic];

    await until("every request is logged", () => requestLines(host.output.stderr).length === pending.length + 1);
    const requestIds = requestLines(host.output.stderr).map(({ requestId }) => requestId);
    expect(new Set(requestIds).size).toBe(requestIds.length);
    expect(requestIds.every((id) => typeof id === "string" && id !== "")).toBe(true);
    for (const secret of [...secrets, ...guesses, "the words of the document"]) {
      expect(host.output.stdout + host.output.stderr).not.toContain(secret);
    }
  });
});

describe("A start", () => {
  it.each([
    ["HOST", "not a host"],
    ["PORT", "http"],
    ["CARTULARY_DATA", import.meta.filename],
    ["CARTULARY_DATA", "/proc/x"],
    ["DATABASE_URL", "sqlite:/proc/x/cartulary.db"],
    ["DATABASE_URL", "postgres://127.0.0.1:1/cartulary"],
    ["DATABASE_URL", `sqlite:${import.meta.filename}`],
    ["BLOBS_URL", "s3://bucket?endpoint=nowhere"],
    ["BLOBS_URL", `file:${import.meta.filename}`],
    ["CARTULARY_ADMIN_PASSWORD", "p".repeat(1025)],
  ])("is stopped by an unusable %s with one line that names it", async (variable, value) => {
    await using folder = await temporaryFolder();
    const environment = { ...FIRST, PORT: "0", CARTULARY_DATA: folder.path, LOG_FORMAT: "json", [variable]: value };
    const { code, stdout, stderr } = await cartularyHere(["serve"], environment);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^[^\n]*\\b${variable}\\b[^\n]*\n$`));
  });

  it.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "0x50"],
    ["PORT", " "],
    ["PUBLIC_URL", "documents.example.org"],
    ["PUBLIC_URL", "ftp://example.org"],
    ["PUBLIC_URL", "https://example.org/?q=1"],
    ["PUBLIC_URL", "https://sue@example.org"],
    ["DATABASE_URL", "mysql://localhost/cartulary"],
    ["DATABASE_URL", "sqlite:"],
    ["DATABASE_MIGRATION_URL", "mysql://localhost/cartulary"],
    ["DATABASE_MIGRATION_URL", "postgres://"],
    ["DATABASE_MIGRATION_URL", "sqlite:another.db"],
    ["DATABASE_MIGRATION_URL", "postgres://owner@localhost/cartulary"],
    ["BLOBS_URL", "gs://bucket"],
    ["BLOBS_URL", "file:"],
    ["CARTULARY_ADMIN_EMAIL", "sue"],
    ["CARTULARY_ADMIN_PASSWORD", "short"],
    ["CARTULARY_CLIENT_ID", "l’application"],
    ["CARTULARY_CLIENT_ID", "a".repeat(256)],
    ["CARTULARY_CLIENT_SECRET", "not 16 letters"],
    ["CARTULARY_MAX_DIRECT_UPLOAD", "0"],
    ["CARTULARY_MAX_DIRECT_UPLOAD", "100MB"],
    ["CARTULARY_MAX_DIRECT_UPLOAD", "1e8"],
    ["CARTULARY_BLOB_GRACE", "7 days"],
    ["CARTULARY_TYPST_TIMEOUT", "10"],
    ["CARTULARY_TYPST_MEMORY", "512MiB"],
    ["CARTULARY_TYPST_CHILDREN", "many"],
    ["CARTULARY_PDF_TIMEOUT", "PT0S"],
    ["CARTULARY_PDF_MEMORY", "1000"],
    ["CARTULARY_PDF_CHILDREN", "0"],
    ["CARTULARY_BLOB_GRACE", "P"],
    ["CARTULARY_BLOB_GRACE", "P1DT"],
    ["CARTULARY_RATE_LIMIT", "0"],
    ["CARTULARY_RATE_LIMIT", "-1"],
    ["CARTULARY_RATE_LIMIT", "600/min"],
    ["CARTULARY_RATE_LIMIT", "1.5"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.0/8,proxy.example.org"],
    ["OAUTH_PKCE", "ALL"],
    ["CORS_ORIGINS", "app.example.org"],
    ["CORS_ORIGINS", "https://app.example.org/"],
    ["CORS_ORIGINS", "https://app.example.org:443"],
    ["CORS_ORIGINS", "https://*.example.org"],
    ["CORS_ORIGINS", "https://app.example.org,*"],
    ["CORS_ORIGINS", "https://app.example.org,"],
    ["CORS_ORIGINS", "null"],
    ["LOG_LEVEL", "loud"],
    ["LOG_FORMAT", "xml"],
    ["SHUTDOWN_GRACE", "10"],
  ])("is stopped by %s=%s before anything is opened", (variable, value) => {
    const surroundings = { directory: "/nowhere", isTerminal: false };
    expect(() => readConfig({ ...FIRST, [variable]: value }, surroundings)).toThrow(
      new RegExp(`^${variable} cannot be used: [^\n]+$`),
    );
  });

  it("takes files of a hundred mebibytes by default", () => {
    expect(readConfig(FIRST, { directory: "/", isTerminal: false }).maxDirectUploadBytes).toBe(104_857_600);
  });

  it("takes an empty variable for one that is not set", () => {
    const read = (environment: object) =>
      readConfig({ ...FIRST, ...environment }, { directory: "/", isTerminal: false });
    const empty = Object.fromEntries(["PORT", "LOG_LEVEL", "SHUTDOWN_GRACE", "DATABASE_URL"].map((name) => [name, ""]));
    expect(read(empty)).toEqual(read({}));
  });

  it("that fails has printed no secret before", async () => {
    await using folder = await temporaryFolder();
    const identity = { IDENTITY_ISSUER: "x", IDENTITY_AUDIENCE: "y", IDENTITY_JWKS: "nowhere.json" };
    const { code, stderr } = await cartularyHere(["serve"], { PORT: "0", CARTULARY_DATA: folder.path, ...identity });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^cartulary: IDENTITY_JWKS cannot be used: [^\n]+\n$/);
  });

  it("on a port that is taken ends with one line that names PORT, and has made nothing", async () => {
    await using folder = await temporaryFolder();
    await using first = await hostHere({ CARTULARY_DATA: join(folder.path, "first") });
    const PORT = new URL(first.url).port;
    const { code, stderr } = await cartularyHere(["serve"], { PORT, CARTULARY_DATA: join(folder.path, "second") });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*\bPORT\b[^\n]*\n$/);
    expect(await readdir(folder.path)).toEqual(["first"]);
  });
});

function secretsIn(stderr: string): { readonly password: string; readonly clientSecret: string } {
  const password = /password (\S+)/.exec(stderr)?.[1];
  const clientSecret = /secret (\S+)/.exec(stderr)?.[1];
  if (!password || !clientSecret) throw new Error(`No secrets were printed: ${stderr}`);
  return { password, clientSecret };
}

function logLines(stderr: string): readonly string[] {
  return stderr.split("\n").filter((line) => line.startsWith("{"));
}

/** The log lines of requests. Every line must be JSON; the last one may be incomplete. */
function requestLines(stderr: string): readonly { readonly requestId?: string }[] {
  const lines = stderr.slice(0, stderr.lastIndexOf("\n") + 1).split("\n");
  const body = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  return body.filter(({ msg }) => msg === "request");
}
