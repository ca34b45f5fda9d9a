import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The variables that hold a secret. Each may be read from a file, which `NAME_FILE` names. */
export const SECRET_VARIABLES = [
  "CARTULARY_ADMIN_PASSWORD",
  "CARTULARY_CLIENT_SECRET",
  "IDENTITY_SECRET",
  "DATABASE_URL",
  "DATABASE_MIGRATION_URL",
  "DATABASE_READ_URL",
  "AWS_SECRET_ACCESS_KEY",
  "METRICS_TOKEN",
] as const;

/** The variable with the path of the file of a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;

/** More than any secret or URL has; a wrong path must not load a large file. */
const SECRET_BYTES_MAX = 65_536;

/** A file of a secret that cannot be used. */
export interface SecretFileProblem {
  readonly variable: string;
  readonly problem: string;
  readonly cause?: unknown;
}

/**
 * Returns the environment with the secrets that `NAME_FILE` variables name; the last line end of a file is dropped.
 * Relative paths begin at `directory`. Calls `refuse`, which throws, if both variables are set or a file is unusable.
 */
export function withSecretsFromFiles(
  environment: NodeJS.ProcessEnv,
  directory: string,
  refuse: (problem: SecretFileProblem) => never,
): NodeJS.ProcessEnv {
  const found: Record<string, string> = {};
  for (const name of SECRET_VARIABLES) {
    const variable = fileVariable(name);
    const path = environment[variable];
    if (!path) continue;
    if (environment[name]) refuse({ variable, problem: `${name} is set too; set only one of them` });
    found[name] = secretIn(resolve(directory, path), (problem, cause) => refuse({ variable, problem, cause }));
  }
  return { ...environment, ...found };
}

function secretIn(path: string, refuse: (problem: string, cause?: unknown) => never): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error), error);
  }
  if (bytes.byteLength > SECRET_BYTES_MAX) refuse(`${path} has more than ${SECRET_BYTES_MAX} bytes`);
  const secret = bytes.toString("utf8").replace(/\r?\n$/, "");
  return secret === "" ? refuse(`${path} is empty`) : secret;
}
