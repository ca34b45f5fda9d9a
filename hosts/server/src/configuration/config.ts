import { availableParallelism } from "node:os";
import { delimiter, isAbsolute, resolve } from "node:path";
import type { PkcePolicy } from "@cartulary/auth";
import { type IpBlock, parseIpBlock } from "@cartulary/http";
import { z } from "zod";
import { nearest } from "./nearest.ts";

/** Everything a host is told, typed. Made by {@link readConfig}, the only reader of the environment (spec/host.md). */
export interface Config {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Base of every absolute URL, without trailing slash; `null` follows from host and port. */
  readonly publicUrl: string | null;
  readonly database:
    | { readonly kind: "sqlite"; readonly path: string; readonly variable: string }
    | {
        readonly kind: "postgres";
        readonly url: string;
        /** Of whoever owns the tables; `null`: `url` is. */
        readonly migrationUrl: string | null;
        readonly variable: string;
      };
  /** `variable` is the one to name when it cannot be used. */
  readonly blobs:
    | { readonly kind: "file"; readonly directory: string; readonly variable: string }
    | { readonly kind: "s3"; readonly url: string; readonly variable: string };
  readonly administrator: { readonly emailAddress: string; readonly password: string | null };
  readonly application: { readonly clientId: string; readonly clientSecret: string | null };
  readonly maxDirectUploadBytes: number;
  /** What each person, and each address that is nobody yet, may ask; `null`: as much as it likes. */
  readonly requestsPerMinute: number | null;
  /** Whose pages may ask from a browser; `null`: nobody's. */
  readonly corsOrigins: "*" | readonly string[] | null;
  /** Whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly IpBlock[];
  /** Whose assertions are exchanged for tokens; `null`: nobody's. */
  readonly identityProvider: IdentityProviderConfig | null;
  /** Which applications must use PKCE. */
  readonly pkce: PkcePolicy;
  readonly blobGraceSeconds: number;
  /** What one piece of work on PDF files may take (docs/decisions/0068). */
  readonly pdf: ChildBounds;
  /** Whether a runtime without walls may have contained children. */
  readonly containment: "strict" | "weak";
  /** What one compilation may take, and where fonts are beside those that come with the compiler (composition.md 2). */
  readonly typst: ChildBounds & { readonly fontPaths: readonly string[] };
  readonly log: { readonly level: (typeof LOG_LEVELS)[number]; readonly format: "json" | "pretty" };
  readonly shutdownGraceSeconds: number;
  /** npm does not pass every signal on, so a host that it started stops when npm is gone (spec/host.md). */
  readonly startedByNpm: boolean;
  /** Variables that were set for this program and that it does not know: misspelt, most likely. */
  readonly unknownVariables: readonly UnknownVariable[];
}

/** What contained children may take, and how many there are at once. */
interface ChildBounds {
  /** Of each piece of work. */
  readonly cpuMilliseconds: number;
  /** Of each child. */
  readonly memoryBytes: number;
  readonly children: number;
}

/** A variable of the environment that nothing reads. */
interface UnknownVariable {
  readonly name: string;
  /** What was probably meant. */
  readonly nearest: string | null;
}

/** The identity provider of the token exchange (auth.md 1.6). `keys` is a file's path where it is neither URL nor JSON. */
export interface IdentityProviderConfig {
  readonly issuer: string;
  readonly audience: string;
  readonly keys:
    | { readonly kind: "url"; readonly url: string }
    | { readonly kind: "json"; readonly text: string }
    | { readonly kind: "file"; readonly path: string }
    | { readonly kind: "secret"; readonly secret: string };
  /** Whether a person whom nobody knows yet becomes a user. */
  readonly autoProvision: boolean;
}

/** A variable that cannot be used. The message is one line and begins with the variable's name. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string, cause?: unknown) {
    super(`${variable} cannot be used: ${problem.replace(/\s+/g, " ")}`, { cause });
    this.name = "ConfigError";
  }
}

/** Blames `variable` for what was thrown. */
export function configErrorFor(variable: string, error: unknown): ConfigError {
  return error instanceof ConfigError
    ? error
    : new ConfigError(variable, error instanceof Error ? error.message : String(error), error);
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
/** The least that auth.md 1.0 accepts of a secret that was chosen elsewhere. */
const CLIENT_SECRET_LENGTH_MIN = 16;

/** As many as the digests of HS256 have (RFC 7518 section 3.2). */
const SHARED_SECRET_BYTES_MIN = 32;

/** More than any host answers, and little enough to be counted in whole numbers. */
const REQUESTS_PER_MINUTE_MAX = 1_000_000_000;

/** An empty child takes some 60 MB, and one with a compiler 100. */
const CHILD_MEMORY_MIN = 134_217_728;
const CHILD_MEMORY_MAX = 1_099_511_627_776;
const CHILDREN_MAX = 256;

/** Decimal digits and nothing else: no sign, no exponent, no hexadecimal. */
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min).max(max));

const databaseUrl = z.string().regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, "must be sqlite:FILE or postgres://…");

const visible = z.string().regex(/^[ -~]+$/, "must be of visible ASCII characters");

const variables = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: whole(0, 65_535).default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isBase, "must have neither credentials, query nor fragment")
    .optional(),
  CARTULARY_DATA: z.string().default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_MIGRATION_URL: databaseUrl.optional(),
  BLOBS_URL: z
    .string()
    .regex(/^(file:.+|s3:\/\/.+)$/, "must be file:DIRECTORY or s3://bucket/prefix?…")
    .optional(),
  CARTULARY_ADMIN_EMAIL: z.email().default("admin@cartulary.localhost"),
  CARTULARY_ADMIN_PASSWORD: z.string().min(6).optional(),
  CARTULARY_CLIENT_ID: visible.max(255).default("cartulary-cli"),
  CARTULARY_CLIENT_SECRET: visible.min(CLIENT_SECRET_LENGTH_MIN).optional(),
  CARTULARY_MAX_DIRECT_UPLOAD: whole(1, Number.MAX_SAFE_INTEGER).default(104_857_600),
  CARTULARY_BLOB_GRACE: z.string().default("P7D").transform(seconds),
  CARTULARY_CONTAINMENT: z.enum(["strict", "weak"]).default("strict"),
  CARTULARY_PDF_TIMEOUT: z.string().default("PT1M").transform(secondsAtLeastOne),
  CARTULARY_PDF_MEMORY: whole(CHILD_MEMORY_MIN, CHILD_MEMORY_MAX).default(1_073_741_824),
  CARTULARY_PDF_CHILDREN: whole(1, CHILDREN_MAX).default(Math.min(2, availableParallelism())),
  CARTULARY_TYPST_TIMEOUT: z.string().default("PT10S").transform(secondsAtLeastOne),
  CARTULARY_TYPST_MEMORY: whole(CHILD_MEMORY_MIN, CHILD_MEMORY_MAX).default(536_870_912),
  CARTULARY_TYPST_CHILDREN: whole(1, CHILDREN_MAX).default(Math.min(4, availableParallelism())),
  TYPST_FONT_PATHS: z.string().default(""),
  CARTULARY_RATE_LIMIT: whole(1, REQUESTS_PER_MINUTE_MAX).optional(),
  CORS_ORIGINS: z.string().transform(origins).optional(),
  TRUSTED_PROXIES: z.string().default("").transform(ipBlocks),
  IDENTITY_ISSUER: z.string().optional(),
  IDENTITY_AUDIENCE: z.string().optional(),
  IDENTITY_JWKS: z.string().optional(),
  IDENTITY_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= SHARED_SECRET_BYTES_MIN, "must have 32 bytes or more")
    .optional(),
  IDENTITY_AUTO_PROVISION: z.enum(["true", "false"]).default("true"),
  OAUTH_PKCE: z.enum(["public", "all"]).default("public"),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
  LOG_FORMAT: z.enum(["json", "pretty"]).optional(),
  SHUTDOWN_GRACE: z.string().default("PT10S").transform(seconds),
});

/** Where a host is started from. */
export interface Surroundings {
  readonly directory: string;
  readonly isTerminal: boolean;
}

/** Reads the environment; an empty variable counts as unset. Throws {@link ConfigError} at the first bad one. */
export function readConfig(environment: NodeJS.ProcessEnv, { directory, isTerminal }: Surroundings): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(present);
  if (!parsed.success) throw configError(parsed.error);
  const env = parsed.data;
  const data = resolve(directory, env.CARTULARY_DATA);
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    database: databaseOf(env, `sqlite:${data}/cartulary.db`, directory),
    blobs: blobsOf(env.BLOBS_URL ?? `file:${data}/blobs`, directory, variable("BLOBS_URL", env)),
    administrator: { emailAddress: env.CARTULARY_ADMIN_EMAIL, password: env.CARTULARY_ADMIN_PASSWORD ?? null },
    application: { clientId: env.CARTULARY_CLIENT_ID, clientSecret: env.CARTULARY_CLIENT_SECRET ?? null },
    maxDirectUploadBytes: env.CARTULARY_MAX_DIRECT_UPLOAD,
    identityProvider: identityProviderOf(env, directory),
    pkce: env.OAUTH_PKCE,
    blobGraceSeconds: env.CARTULARY_BLOB_GRACE,
    containment: env.CARTULARY_CONTAINMENT,
    pdf: {
      cpuMilliseconds: env.CARTULARY_PDF_TIMEOUT * 1000,
      memoryBytes: env.CARTULARY_PDF_MEMORY,
      children: env.CARTULARY_PDF_CHILDREN,
    },
    typst: {
      cpuMilliseconds: env.CARTULARY_TYPST_TIMEOUT * 1000,
      memoryBytes: env.CARTULARY_TYPST_MEMORY,
      children: env.CARTULARY_TYPST_CHILDREN,
      fontPaths: env.TYPST_FONT_PATHS.split(delimiter).flatMap((path) => (path === "" ? [] : resolve(directory, path))),
    },
    requestsPerMinute: env.CARTULARY_RATE_LIMIT ?? null,
    corsOrigins: env.CORS_ORIGINS ?? null,
    trustedProxies: env.TRUSTED_PROXIES,
    log: { level: env.LOG_LEVEL, format: env.LOG_FORMAT ?? (isTerminal ? "pretty" : "json") },
    shutdownGraceSeconds: env.SHUTDOWN_GRACE,
    startedByNpm: Boolean(environment.npm_lifecycle_event),
    unknownVariables: unknownIn(environment),
  };
}

/** Only names that can mean nobody else: the environment is full of other programs' variables. */
function unknownIn(environment: NodeJS.ProcessEnv): readonly UnknownVariable[] {
  const known = Object.keys(variables.shape);
  const unknown = Object.keys(environment).filter((name) => name.startsWith("CARTULARY_") && !known.includes(name));
  return unknown.map((name) => ({ name, nearest: nearest(name, known) }));
}

function configError({ issues }: z.ZodError): ConfigError {
  const [issue] = issues;
  return new ConfigError(String(issue?.path[0]), issue?.message ?? "");
}

/** Something that the paths of this server can be put behind. What is no URL at all was refused before. */
function isBase(url: string): boolean {
  const parsed = URL.parse(url);
  return !parsed || `${parsed.username}${parsed.password}${parsed.search}${parsed.hash}` === "";
}

/** What a browser can come from: URLs would let a `*` stand in a host, which no origin ever equals. */
const WEB_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** `*`, or origins as browsers write them: scheme and host in small letters, no default port, no path. */
function origins(list: string, context: z.core.$RefinementCtx<string>): "*" | readonly string[] {
  const items = list.split(",").map((origin) => origin.trim());
  if (items.length === 1 && items[0] === "*") return "*";
  const wrong = items.find((origin) => !WEB_ORIGIN.test(origin) || URL.parse(origin)?.origin !== origin);
  if (wrong === undefined) return items;
  const message = `must be * or a comma list of origins such as https://app.example.org, which ${JSON.stringify(wrong)} is not`;
  context.addIssue({ code: "custom", message, input: list });
  return z.NEVER;
}

/** A comma list of CIDRs and addresses. */
function ipBlocks(list: string, context: z.core.$RefinementCtx<string>): readonly IpBlock[] {
  const items = list.split(",").flatMap((block) => block.trim() || []);
  const blocks = items.map((text) => ({ text, block: parseIpBlock(text) }));
  const wrong = blocks.find(({ block }) => block === null);
  if (!wrong) return blocks.flatMap(({ block }) => block ?? []);
  const message = `must be a comma list of CIDRs such as 10.0.0.0/8, which ${JSON.stringify(wrong.text)} is not`;
  context.addIssue({ code: "custom", message, input: list });
  return z.NEVER;
}

/** All of it or nothing: half a provider would be believed by nobody, or by everybody. */
function identityProviderOf(env: z.output<typeof variables>, directory: string): IdentityProviderConfig | null {
  const { IDENTITY_ISSUER: issuer, IDENTITY_AUDIENCE: audience, IDENTITY_JWKS: jwks, IDENTITY_SECRET: secret } = env;
  if ([issuer, audience, jwks, secret].every((each) => each === undefined)) return null;
  if (issuer === undefined) throw new ConfigError("IDENTITY_ISSUER", "the other IDENTITY_ variables need it");
  if (audience === undefined) throw new ConfigError("IDENTITY_AUDIENCE", "IDENTITY_ISSUER needs it");
  const autoProvision = env.IDENTITY_AUTO_PROVISION === "true";
  if (secret !== undefined) {
    if (jwks !== undefined) throw new ConfigError("IDENTITY_SECRET", "it stands in the place of IDENTITY_JWKS");
    return { issuer, audience, keys: { kind: "secret", secret }, autoProvision };
  }
  if (jwks === undefined) throw new ConfigError("IDENTITY_JWKS", "IDENTITY_ISSUER needs it, or IDENTITY_SECRET");
  return { issuer, audience, keys: keysOf(jwks, directory), autoProvision };
}

/** What leads to this machine and no other. */
function isLoopback({ hostname }: URL): boolean {
  return /^(?:127(?:\.\d+){3}|\[::1\]|localhost)$/.test(hostname);
}

function keysOf(jwks: string, directory: string): IdentityProviderConfig["keys"] {
  if (/^https?:\/\//i.test(jwks)) {
    const url = URL.parse(jwks);
    if (!url) throw new ConfigError("IDENTITY_JWKS", "it is no URL");
    if (url.protocol === "http:" && !isLoopback(url)) {
      throw new ConfigError(
        "IDENTITY_JWKS",
        "keys that anybody on the way could replace: use https, or http on loopback",
      );
    }
    return { kind: "url", url: jwks };
  }
  if (jwks.trimStart().startsWith("{")) return { kind: "json", text: jwks };
  return { kind: "file", path: localPath(jwks.replace(/^file:/, ""), directory) };
}

/** The variable to blame. */
const variable = (variable: "DATABASE_URL" | "BLOBS_URL", env: z.output<typeof variables>) =>
  env[variable] === undefined ? "CARTULARY_DATA" : variable;

function databaseOf(env: z.output<typeof variables>, fallback: string, directory: string): Config["database"] {
  const { DATABASE_URL: url = fallback, DATABASE_MIGRATION_URL: migrationUrl = url } = env;
  if (isSqlite(url) ? migrationUrl !== url : isSqlite(migrationUrl)) {
    throw new ConfigError("DATABASE_MIGRATION_URL", "it must lead to the PostgreSQL database that DATABASE_URL names");
  }
  const named = variable("DATABASE_URL", env);
  if (isSqlite(url))
    return { kind: "sqlite", path: localPath(url.slice("sqlite:".length), directory), variable: named };
  return { kind: "postgres", url, migrationUrl: migrationUrl === url ? null : migrationUrl, variable: named };
}

const isSqlite = (url: string) => url.startsWith("sqlite:");

function blobsOf(url: string, directory: string, variable: string): Config["blobs"] {
  if (url.startsWith("s3:")) return { kind: "s3", url, variable };
  return { kind: "file", directory: localPath(url.slice("file:".length), directory), variable };
}

/** `sqlite:///var/x.db` and `sqlite:/var/x.db` are the same file. */
function localPath(path: string, directory: string): string {
  const plain = path.replace(/^\/\/(?=\/)/, "");
  return isAbsolute(plain) ? plain : resolve(directory, plain);
}

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const SECONDS_OF_UNITS = [604_800, 86_400, 3600, 60, 1] as const;

/** Seconds of an ISO 8601 duration of weeks, days, hours, minutes and seconds. */
function seconds(duration: string, context: z.core.$RefinementCtx<string>): number {
  const units = DURATION.exec(duration)?.slice(1);
  if (units?.some((unit) => unit !== undefined)) {
    return units.reduce((sum, unit, index) => sum + Number(unit ?? 0) * (SECONDS_OF_UNITS[index] ?? 0), 0);
  }
  context.addIssue({ code: "custom", message: "must be an ISO 8601 duration such as P7D or PT10S", input: duration });
  return z.NEVER;
}

/** The same, of what has to take some time. A day is as long as anything takes. */
function secondsAtLeastOne(duration: string, context: z.core.$RefinementCtx<string>): number {
  const found = seconds(duration, context);
  if (found !== z.NEVER && (found < 1 || found > 86_400)) {
    context.addIssue({ code: "custom", message: "must be from one second to one day", input: duration });
  }
  return found;
}
