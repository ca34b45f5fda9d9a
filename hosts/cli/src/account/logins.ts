import { rm } from "node:fs/promises";
import { join } from "node:path";
import { configDirectory } from "./directories.ts";
import { readJson, writePrivately } from "./private-file.ts";

/** A saved login to a server. */
export interface Login {
  /** The server's URL without a trailing slash. */
  readonly url: string;
  /** A personal access token; never printed. */
  readonly token: string;
  /** The token's unique name on the server. */
  readonly tokenName: string;
  readonly emailAddress: string;
  /** The token's expiry: a date-time. */
  readonly expiresAt: string;
}

const path = (): string => join(configDirectory(), "credentials.json");

/** Returns the login to a server, or the last login without a URL; `null` when there is none. */
export async function savedLogin(url?: string): Promise<Login | null> {
  const logins = await savedLogins();
  return logins.findLast((login) => url === undefined || login.url === url) ?? null;
}

/** Saves a login as the last one; replaces one to the same server. */
export async function saveLogin(login: Login): Promise<void> {
  const otherLogins = await loginsExcept(login.url);
  await writePrivately(path(), { logins: [...otherLogins, login] });
}

/** Deletes the login to a server, and the file with the last one. */
export async function forgetLogin(url: string): Promise<void> {
  const otherLogins = await loginsExcept(url);
  if (otherLogins.length > 0) await writePrivately(path(), { logins: otherLogins });
  else await rm(path(), { force: true });
}

const loginsExcept = async (url: string): Promise<readonly Login[]> =>
  (await savedLogins()).filter((login) => login.url !== url);

/** Ignores malformed entries. */
async function savedLogins(): Promise<readonly Login[]> {
  const saved = await readJson(path());
  const logins = typeof saved === "object" && saved !== null && "logins" in saved ? saved.logins : [];
  return Array.isArray(logins) ? logins.filter(isLogin) : [];
}

const FIELDS = ["url", "token", "tokenName", "emailAddress", "expiresAt"] satisfies readonly (keyof Login)[];

const isLogin = (value: unknown): value is Login =>
  typeof value === "object" &&
  value !== null &&
  FIELDS.every((field) => typeof (value as Record<string, unknown>)[field] === "string");
