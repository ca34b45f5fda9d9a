import { isAbsolute, resolve } from "node:path";
import { z } from "zod";

/** Everything a host is told, typed. Made by {@link readConfig}, the only reader of the environment (spec/host.md). */
export interface Config {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Base of every absolute URL, without trailing slash; `null` follows from host and port. */
  readonly publicUrl: string | null;
  readonly database:
    | { readonly kind: "sqlite"; readonly path: string }
    | { readonly kind: "postgres"; readonly url: string };
  readonly blobs: { readonly kind: "file"; readonly directory: string } | { readonly kind: "s3"; readonly url: string };
  readonly administrator: { readonly emailAddress: string; readonly password: string | null };
  readonly application: { readonly clientId: string; readonly clientSecret: string | null };
  readonly maxDirectUploadBytes: number;
  readonly blobGraceSeconds: number;
  readonly log: { readonly level: (typeof LOG_LEVELS)[number]; readonly format: "json" | "pretty" };
  readonly shutdownGraceSeconds: number;
}

/** A variable that cannot be used. The message is one line and begins with the variable's name. */
export class ConfigError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = "ConfigError";
  }
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
/** The least that auth.md 1.0 accepts of a secret that was chosen elsewhere. */
const CLIENT_SECRET_LENGTH_MIN = 16;

const variables = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  CARTULARY_DATA: z.string().default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, "must be sqlite:FILE or postgres://…")
    .optional(),
  BLOBS_URL: z
    .string()
    .regex(/^(file:.+|s3:\/\/.+)$/, "must be file:DIRECTORY or s3://bucket/prefix?…")
    .optional(),
  CARTULARY_ADMIN_EMAIL: z.email().default("admin@cartulary.localhost"),
  CARTULARY_ADMIN_PASSWORD: z.string().min(6).optional(),
  CARTULARY_CLIENT_ID: z.string().min(1).max(255).default("cartulary-cli"),
  CARTULARY_CLIENT_SECRET: z.string().min(CLIENT_SECRET_LENGTH_MIN).optional(),
  CARTULARY_MAX_DIRECT_UPLOAD: z.coerce.number().int().min(1).default(104_857_600),
  CARTULARY_BLOB_GRACE: z.string().default("P7D").transform(seconds),
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
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = variables.safeParse(given);
  if (!parsed.success) throw configError(parsed.error);
  const env = parsed.data;
  const data = resolve(directory, env.CARTULARY_DATA);
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    database: databaseOf(env.DATABASE_URL ?? `sqlite:${data}/cartulary.db`, directory),
    blobs: blobsOf(env.BLOBS_URL ?? `file:${data}/blobs`, directory),
    administrator: { emailAddress: env.CARTULARY_ADMIN_EMAIL, password: env.CARTULARY_ADMIN_PASSWORD ?? null },
    application: { clientId: env.CARTULARY_CLIENT_ID, clientSecret: env.CARTULARY_CLIENT_SECRET ?? null },
    maxDirectUploadBytes: env.CARTULARY_MAX_DIRECT_UPLOAD,
    blobGraceSeconds: env.CARTULARY_BLOB_GRACE,
    log: { level: env.LOG_LEVEL, format: env.LOG_FORMAT ?? (isTerminal ? "pretty" : "json") },
    shutdownGraceSeconds: env.SHUTDOWN_GRACE,
  };
}

function configError({ issues }: z.ZodError): ConfigError {
  const [issue] = issues;
  return new ConfigError(String(issue?.path[0]), `cannot be used: ${issue?.message.replace(/\s+/g, " ")}`);
}

function databaseOf(url: string, directory: string): Config["database"] {
  if (!url.startsWith("sqlite:")) return { kind: "postgres", url };
  return { kind: "sqlite", path: localPath(url.slice("sqlite:".length), directory) };
}

function blobsOf(url: string, directory: string): Config["blobs"] {
  if (url.startsWith("s3:")) return { kind: "s3", url };
  return { kind: "file", directory: localPath(url.slice("file:".length), directory) };
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
