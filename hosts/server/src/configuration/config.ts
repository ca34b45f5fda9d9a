import { availableParallelism } from "node:os";
import { delimiter, isAbsolute, resolve } from "node:path";
import type { PkcePolicy } from "@cartulary/auth";
import { type IpBlock, parseIpBlock } from "@cartulary/http";
import { z } from "zod";
import { closestWord } from "./closest-word.ts";
import { fileVariable, SECRET_VARIABLES, withSecretsFromFiles } from "./secret-files.ts";

/**
 * The typed configuration of a host. Built by {@link readConfig}, the only reader of the environment (spec/host.md).
 */
export interface Config {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Base of all absolute URLs, without trailing slash; `null` derives it from host and port. */
  readonly publicUrl: string | null;
  readonly database:
    | { readonly kind: "sqlite"; readonly path: string; readonly variable: string }
    | {
        readonly kind: "postgres";
        readonly url: string;
        /** The connection of the table owner; `null` when `url` is. */
        readonly migrationUrl: string | null;
        /** The connection of a streaming replica; `null` for none. */
        readonly readUrl: string | null;
        readonly variable: string;
      };
  /** `variable` is named in errors. */
  readonly blobs:
    | { readonly kind: "file"; readonly directory: string; readonly variable: string }
    | {
        readonly kind: "s3";
        readonly url: string;
        readonly variable: string;
        /** Those whose secret is in a file; `null` leaves the search for credentials to the SDK. */
        readonly credentials: S3Credentials | null;
      };
  readonly administrator: { readonly emailAddress: string; readonly password: string | null };
  readonly application: { readonly clientId: string; readonly clientSecret: string | null };
  readonly maxDirectUploadBytes: number;
  /** Limit per user, and per address of unauthenticated requests; `null` for none. */
  readonly requestsPerMinute: number | null;
  /** Origins allowed by CORS; `null` for none. */
  readonly corsOrigins: "*" | readonly string[] | null;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly IpBlock[];
  /** The identity provider whose assertions are exchanged for tokens; `null` for none. */
  readonly identityProvider: IdentityProviderConfig | null;
  /** The applications that must use PKCE. */
  readonly pkce: PkcePolicy;
  readonly blobGraceSeconds: number;
  /** The organization that exports and pages of public folders name; `null` for the host of the public URL. */
  readonly organization: string | null;
  /** Seconds for which a deletion can be taken back; 0: deletions are final. */
  readonly trashSeconds: number;
  /** Limits of child processes for PDF files (docs/decisions/0068). */
  readonly pdf: ChildBounds;
  /** Recognition of text in pictures and scans (composition.md 4). */
  readonly ocr: "on" | "off";
  /** `weak` allows child processes without a sandbox. */
  readonly containment: "strict" | "weak";
  /** Limits of a compilation, and additional font directories (composition.md 2). */
  readonly typst: ChildBounds & { readonly fontPaths: readonly string[] };
  readonly log: { readonly level: (typeof LOG_LEVELS)[number]; readonly format: "json" | "pretty" };
  readonly shutdownGraceSeconds: number;
  /** The token that /metrics requires; `null` restricts it to this machine. */
  readonly metricsToken: string | null;
  /** The URL of the OpenTelemetry collector for traces; `null` for none. */
  readonly traceEndpoint: string | null;
  /** npm does not forward every signal, so a host started by npm stops when npm exits (spec/host.md). */
  readonly startedByNpm: boolean;
  /** Variables with our prefix that are unknown, probably misspelled. */
  readonly unknownVariables: readonly UnknownVariable[];
}

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Limits of child processes, and their number. */
interface ChildBounds {
  /** Per job. */
  readonly cpuMilliseconds: number;
  /** Per child. */
  readonly memoryBytes: number;
  readonly children: number;
}

interface UnknownVariable {
  readonly name: string;
  /** The variable that was probably meant. */
  readonly nearest: string | null;
}

/**
 * The identity provider of the token exchange (auth.md 1.6). `keys` is a file path when it is neither a URL nor JSON.
 */
export interface IdentityProviderConfig {
  readonly issuer: string;
  readonly audience: string;
  readonly keys:
    | { readonly kind: "url"; readonly url: string }
    | { readonly kind: "json"; readonly text: string }
    | { readonly kind: "file"; readonly path: string }
    | { readonly kind: "secret"; readonly secret: string };
  /** True when unknown users are created. */
  readonly autoProvision: boolean;
}

/** An invalid variable. The message is one line that starts with the variable's name. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string, cause?: unknown) {
    super(`${variable} cannot be used: ${problem.replace(/\s+/g, " ")}`, { cause });
    this.name = "ConfigError";
  }
}

/** Returns a ConfigError that names `variable` as the cause of an error. */
export function configErrorFor(variable: string, error: unknown): ConfigError {
  return error instanceof ConfigError
    ? error
    : new ConfigError(variable, error instanceof Error ? error.message : String(error), error);
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
/** The minimum of auth.md 1.0 for a chosen secret. */
const CLIENT_SECRET_LENGTH_MIN = 16;

/** The digest size of HS256 (RFC 7518 section 3.2). */
const SHARED_SECRET_BYTES_MIN = 32;

/** More than any host serves, and safe for integer arithmetic. */
const REQUESTS_PER_MINUTE_MAX = 1_000_000_000;

/** An empty child takes about 60 MB, one with a compiler 100 MB. */
const CHILD_MEMORY_MIN = 134_217_728;
const CHILD_MEMORY_MAX = 1_099_511_627_776;
const CHILDREN_MAX = 256;

/** Decimal digits only: no sign, exponent or hexadecimal. */
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
  DATABASE_READ_URL: databaseUrl.optional(),
  BLOBS_URL: z
    .string()
    .regex(/^(file:.+|s3:\/\/.+)$/, "must be file:DIRECTORY or s3://bucket/prefix?…")
    .optional(),
  CARTULARY_ADMIN_EMAIL: z.email().default("admin@cartulary.localhost"),
  CARTULARY_ADMIN_PASSWORD: z.string().min(6).optional(),
  CARTULARY_CLIENT_ID: visible.max(255).default("cartulary-cli"),
  CARTULARY_CLIENT_SECRET: visible.min(CLIENT_SECRET_LENGTH_MIN).optional(),
  CARTULARY_MAX_DIRECT_UPLOAD: whole(1, Number.MAX_SAFE_INTEGER).default(104_857_600),
  CARTULARY_ORGANIZATION: z
    .string()
    .max(255)
    .regex(/^[^\p{Cc}]*\S[^\p{Cc}]*$/u, "must be one line of text")
    .optional(),
  CARTULARY_BLOB_GRACE: z.string().default("P7D").transform(seconds),
  CARTULARY_TRASH: z.string().default("P30D").transform(seconds),
  CARTULARY_CONTAINMENT: z.enum(["strict", "weak"]).default("strict"),
  CARTULARY_PDF_TIMEOUT: z.string().default("PT1M").transform(secondsAtLeastOne),
  CARTULARY_PDF_MEMORY: whole(CHILD_MEMORY_MIN, CHILD_MEMORY_MAX).default(1_073_741_824),
  CARTULARY_PDF_CHILDREN: whole(1, CHILDREN_MAX).default(Math.min(2, availableParallelism())),
  CARTULARY_TYPST_TIMEOUT: z.string().default("PT10S").transform(secondsAtLeastOne),
  CARTULARY_TYPST_MEMORY: whole(CHILD_MEMORY_MIN, CHILD_MEMORY_MAX).default(536_870_912),
  CARTULARY_TYPST_CHILDREN: whole(1, CHILDREN_MAX).default(Math.min(4, availableParallelism())),
  CARTULARY_OCR: z.enum(["on", "off"]).default("on"),
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
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]+$/, "must be of visible ASCII characters without spaces")
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  SHUTDOWN_GRACE: z.string().default("PT10S").transform(seconds),
});

/** The working directory and terminal of a host. */
export interface StartEnvironment {
  readonly directory: string;
  readonly isTerminal: boolean;
}

/**
 * Reads the environment and the files of secrets; empty variables count as unset. Throws {@link ConfigError} for the
 * first invalid one.
 */
export function readConfig(environment: NodeJS.ProcessEnv, { directory, isTerminal }: StartEnvironment): Config {
  const whole = withSecretsFromFiles(environment, directory, ({ variable, problem, cause }) => {
    throw new ConfigError(variable, problem, cause);
  });
  const present = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(present);
  if (!parsed.success) throw configError(parsed.error, environment);
  const env = parsed.data;
  const data = resolve(directory, env.CARTULARY_DATA);
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    database: databaseOf(env, `sqlite:${data}/cartulary.db`, directory),
    blobs: blobsOf(env.BLOBS_URL ?? `file:${data}/blobs`, directory, {
      variable: variable("BLOBS_URL", env),
      credentials: environment[fileVariable("AWS_SECRET_ACCESS_KEY")] ? credentialsOf(env) : null,
    }),
    administrator: { emailAddress: env.CARTULARY_ADMIN_EMAIL, password: env.CARTULARY_ADMIN_PASSWORD ?? null },
    application: { clientId: env.CARTULARY_CLIENT_ID, clientSecret: env.CARTULARY_CLIENT_SECRET ?? null },
    maxDirectUploadBytes: env.CARTULARY_MAX_DIRECT_UPLOAD,
    identityProvider: identityProviderOf(env, directory),
    pkce: env.OAUTH_PKCE,
    blobGraceSeconds: env.CARTULARY_BLOB_GRACE,
    organization: env.CARTULARY_ORGANIZATION ?? null,
    trashSeconds: env.CARTULARY_TRASH,
    containment: env.CARTULARY_CONTAINMENT,
    ocr: env.CARTULARY_OCR,
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
    metricsToken: env.METRICS_TOKEN ?? null,
    traceEndpoint: traceEndpointOf(env),
    startedByNpm: Boolean(environment.npm_lifecycle_event),
    unknownVariables: unknownIn(environment),
  };
}

/** The commands that speak to a server read these (`withServer` of the command line); a host ignores them. */
const OF_THE_COMMAND_LINE = ["CARTULARY_URL", "CARTULARY_TOKEN"];

/** Only names with our prefix: the environment contains variables of other programs. */
function unknownIn(environment: NodeJS.ProcessEnv): readonly UnknownVariable[] {
  const known = [...Object.keys(variables.shape), ...SECRET_VARIABLES.map(fileVariable), ...OF_THE_COMMAND_LINE];
  const unknown = Object.keys(environment).filter((name) => name.startsWith("CARTULARY_") && !known.includes(name));
  return unknown.map((name) => ({ name, nearest: closestWord(name, known) }));
}

/** Names the variable of the file if the value is from one. */
function configError({ issues }: z.ZodError, environment: NodeJS.ProcessEnv): ConfigError {
  const [issue] = issues;
  const name = String(issue?.path[0]);
  return new ConfigError(environment[fileVariable(name)] ? fileVariable(name) : name, issue?.message ?? "");
}

/** Traces are on if the standard variables of OpenTelemetry name a collector and do not switch them off. */
function traceEndpointOf(env: z.output<typeof variables>): string | null {
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none";
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = env;
  if (isOff || base === undefined) return null;
  return whole ?? `${base.replace(/\/+$/, "")}/v1/traces`;
}

/** True for a URL that paths can be appended to. Malformed URLs are rejected before. */
function isBase(url: string): boolean {
  const parsed = URL.parse(url);
  return !parsed || `${parsed.username}${parsed.password}${parsed.search}${parsed.hash}` === "";
}

/** The syntax of an origin. A URL parser would accept `*` in a host, which no origin has. */
const WEB_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/** Parses `*` or origins as browsers send them: lower case, no default port, no path. */
function origins(list: string, context: z.core.$RefinementCtx<string>): "*" | readonly string[] {
  const items = list.split(",").map((origin) => origin.trim());
  if (items.length === 1 && items[0] === "*") return "*";
  const invalid = items.find((origin) => !WEB_ORIGIN.test(origin) || URL.parse(origin)?.origin !== origin);
  if (invalid === undefined) return items;
  const message = `must be * or a comma list of origins such as https://app.example.org, which ${JSON.stringify(invalid)} is not`;
  context.addIssue({ code: "custom", message, input: list });
  return z.NEVER;
}

/** Parses a comma-separated list of CIDRs and addresses. */
function ipBlocks(list: string, context: z.core.$RefinementCtx<string>): readonly IpBlock[] {
  const items = list.split(",").flatMap((block) => block.trim() || []);
  const blocks = items.map((text) => ({ text, block: parseIpBlock(text) }));
  const invalid = blocks.find(({ block }) => block === null);
  if (!invalid) return blocks.flatMap(({ block }) => block ?? []);
  const message = `must be a comma list of CIDRs such as 10.0.0.0/8, which ${JSON.stringify(invalid.text)} is not`;
  context.addIssue({ code: "custom", message, input: list });
  return z.NEVER;
}

/** Requires all settings of a provider or none: a partial one would trust no token, or every token. */
function identityProviderOf(env: z.output<typeof variables>, directory: string): IdentityProviderConfig | null {
  const { IDENTITY_ISSUER: issuer, IDENTITY_AUDIENCE: audience, IDENTITY_JWKS: jwks, IDENTITY_SECRET: secret } = env;
  if ([issuer, audience, jwks, secret].every((each) => each === undefined)) return null;
  if (issuer === undefined) throw new ConfigError("IDENTITY_ISSUER", "the other IDENTITY_ variables need it");
  if (audience === undefined) throw new ConfigError("IDENTITY_AUDIENCE", "IDENTITY_ISSUER needs it");
  const autoProvision = env.IDENTITY_AUTO_PROVISION === "true";
  if (secret !== undefined) {
    if (jwks !== undefined) throw new ConfigError("IDENTITY_SECRET", "it cannot be combined with IDENTITY_JWKS");
    return { issuer, audience, keys: { kind: "secret", secret }, autoProvision };
  }
  if (jwks === undefined) throw new ConfigError("IDENTITY_JWKS", "IDENTITY_ISSUER needs it, or IDENTITY_SECRET");
  return { issuer, audience, keys: keysOf(jwks, directory), autoProvision };
}

/** True for a loopback host. */
function isLoopback({ hostname }: URL): boolean {
  return /^(?:127(?:\.\d+){3}|\[::1\]|localhost)$/.test(hostname);
}

function keysOf(jwks: string, directory: string): IdentityProviderConfig["keys"] {
  if (/^https?:\/\//i.test(jwks)) {
    const url = URL.parse(jwks);
    if (!url) throw new ConfigError("IDENTITY_JWKS", "it is not a valid URL");
    if (url.protocol === "http:" && !isLoopback(url)) {
      throw new ConfigError(
        "IDENTITY_JWKS",
        "http would allow others to replace the keys; use https, or http on loopback",
      );
    }
    return { kind: "url", url: jwks };
  }
  if (jwks.trimStart().startsWith("{")) return { kind: "json", text: jwks };
  return { kind: "file", path: localPath(jwks.replace(/^file:/, ""), directory) };
}

/** Returns the variable to name in errors. */
const variable = (variable: "DATABASE_URL" | "BLOBS_URL", env: z.output<typeof variables>) =>
  env[variable] === undefined ? "CARTULARY_DATA" : variable;

function databaseOf(env: z.output<typeof variables>, fallback: string, directory: string): Config["database"] {
  const { DATABASE_URL: url = fallback, DATABASE_MIGRATION_URL: migrationUrl = url, DATABASE_READ_URL: readUrl } = env;
  if (isSqlite(url) ? migrationUrl !== url : isSqlite(migrationUrl)) {
    throw new ConfigError("DATABASE_MIGRATION_URL", "it must be a URL of the PostgreSQL database in DATABASE_URL");
  }
  if (readUrl !== undefined && (isSqlite(url) || isSqlite(readUrl))) {
    throw new ConfigError(
      "DATABASE_READ_URL",
      "it must be a URL of a replica of the PostgreSQL database in DATABASE_URL",
    );
  }
  const variableName = variable("DATABASE_URL", env);
  if (isSqlite(url))
    return { kind: "sqlite", path: localPath(url.slice("sqlite:".length), directory), variable: variableName };
  return {
    kind: "postgres",
    url,
    migrationUrl: migrationUrl === url ? null : migrationUrl,
    readUrl: readUrl ?? null,
    variable: variableName,
  };
}

const isSqlite = (url: string) => url.startsWith("sqlite:");

function blobsOf(
  url: string,
  directory: string,
  { variable, credentials }: { readonly variable: string; readonly credentials: S3Credentials | null },
): Config["blobs"] {
  if (url.startsWith("s3:")) return { kind: "s3", url, variable, credentials };
  return { kind: "file", directory: localPath(url.slice("file:".length), directory), variable };
}

/** The SDK reads credentials from the environment together, so that a secret from a file needs its id here. */
function credentialsOf(env: z.output<typeof variables>): S3Credentials {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey = "" } = env;
  if (accessKeyId === undefined) throw new ConfigError("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY_FILE needs it");
  return { accessKeyId, secretAccessKey };
}

/** Accepts `sqlite:///var/x.db` and `sqlite:/var/x.db` for the same file. */
function localPath(path: string, directory: string): string {
  const plain = path.replace(/^\/\/(?=\/)/, "");
  return isAbsolute(plain) ? plain : resolve(directory, plain);
}

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const SECONDS_OF_UNITS = [604_800, 86_400, 3600, 60, 1] as const;

/** Parses an ISO 8601 duration of weeks, days, hours, minutes and seconds; returns seconds. */
function seconds(duration: string, context: z.core.$RefinementCtx<string>): number {
  const units = DURATION.exec(duration)?.slice(1);
  if (units?.some((unit) => unit !== undefined)) {
    return units.reduce((sum, unit, index) => sum + Number(unit ?? 0) * (SECONDS_OF_UNITS[index] ?? 0), 0);
  }
  context.addIssue({ code: "custom", message: "must be an ISO 8601 duration such as P7D or PT10S", input: duration });
  return z.NEVER;
}

/** Like {@link seconds}, between one second and one day. */
function secondsAtLeastOne(duration: string, context: z.core.$RefinementCtx<string>): number {
  const found = seconds(duration, context);
  if (found !== z.NEVER && (found < 1 || found > 86_400)) {
    context.addIssue({ code: "custom", message: "must be from one second to one day", input: duration });
  }
  return found;
}
