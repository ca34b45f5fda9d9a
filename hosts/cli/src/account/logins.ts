import { rm } from "node:fs/promises";
import { join } from "node:path";
import { configDirectory } from "./directories.ts";
import { readJson, writePrivately } from "./private-file.ts";

/** What `cartulary login` brought from one server. */
export interface Login {
  /** Of the server, without a slash at its end. */
  readonly url: string;
  /** A personal access token. Shown to nobody. */
  readonly token: string;
  /** What the server calls it: no other token has this name. */
  readonly tokenName: string;
  readonly emailAddress: string;
  /** When the token ends: a date-time. */
  readonly expiresAt: string;
}

const path = (): string => join(configDirectory(), "credentials.json");

/** The login at a server; of no server in particular, the last one. `null` where there is none. */
export async function savedLogin(url?: string): Promise<Login | null> {
  const logins = await savedLogins();
  return logins.findLast((login) => url === undefined || login.url === url) ?? null;
}

/** Keeps a login in the place of what was kept of the same server; it is the last one then. */
export async function saveLogin(login: Login): Promise<void> {
  const others = await othersThan(login.url);
  await writePrivately(path(), { logins: [...others, login] });
}

/** Forgets what is kept of a server. The file goes with the last login. */
export async function forgetLogin(url: string): Promise<void> {
  const others = await othersThan(url);
  if (others.length > 0) await writePrivately(path(), { logins: others });
  else await rm(path(), { force: true });
}

const othersThan = async (url: string): Promise<readonly Login[]> =>
  (await savedLogins()).filter((login) => login.url !== url);

/** What is no login is passed over: whoever wrote it has to log in again. */
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
