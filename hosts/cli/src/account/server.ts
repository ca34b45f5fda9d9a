import { ApiError, type Client, createClient } from "@cartulary/client";
import { UsageError } from "../usage.ts";
import { toMessageError } from "./error-messages.ts";
import { type Login, savedLogin } from "./logins.ts";

/** A server and a client with the user's token. */
export interface Server {
  /** Without a trailing slash. */
  readonly url: string;
  readonly client: Client;
}

/** A command retries on its own, for longer than the client does, and a host may assemble a long file for minutes. */
const PATIENCE = { retries: 0, timeoutMs: 600_000 } as const;

/**
 * Runs `work` with a server: that of `--url`, else `CARTULARY_URL`, else the last login. The token is
 * `CARTULARY_TOKEN`, else the one saved for this server. Converts errors of responses to messages.
 */
export async function withServer(
  named: string | undefined,
  work: (server: Server) => Promise<number>,
): Promise<number> {
  const url = await serverUrl(named);
  const client = createClient({ baseUrl: url, token: await tokenFor(url), ...PATIENCE });
  try {
    return await work({ url, client });
  } catch (error) {
    throw toMessageError(error, url);
  }
}

/**
 * Returns the URL of the chosen server. Warns on stderr when the connection is unencrypted. Throws {@link UsageError}
 * when no server is set.
 */
export async function serverUrl(named: string | undefined): Promise<string> {
  const url = await chosenUrl(named);
  if (isUnencrypted(url)) process.stderr.write(`cartulary: warning: ${url} ${NOT_ENCRYPTED}\n`);
  return url;
}

const NOT_ENCRYPTED = "is not encrypted: others can read the token and all files; use https";

/** Loopback names and addresses (RFC 6761, RFC 1122), as in URLs. */
const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

export function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !LOOPBACK.test(hostname);
}

async function chosenUrl(named: string | undefined): Promise<string> {
  if (named !== undefined) return checkedUrl("--url", named);
  const { CARTULARY_URL } = process.env;
  if (CARTULARY_URL) return checkedUrl("CARTULARY_URL", CARTULARY_URL);
  const login = await savedLogin();
  if (login) return login.url;
  throw new UsageError("no server: use --url or CARTULARY_URL, or log in");
}

/** The syntax of a bearer token (RFC 6750 section 2.1). */
const TOKEN = /^[\w.~+/-]+=*$/;

/** Error messages never quote the token. */
async function tokenFor(url: string): Promise<string> {
  const token = process.env.CARTULARY_TOKEN?.trim();
  if (!token) {
    const login = await savedLogin(url);
    if (login) return login.token;
    throw new Error(`not logged in at ${url}: run cartulary login --url ${url}`);
  }
  if (TOKEN.test(token)) return token;
  throw new Error("CARTULARY_TOKEN is not a valid token");
}

/**
 * Returns an absolute http(s) URL without credentials, query and fragment, which would be lost or visible to others.
 */
function checkedUrl(source: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, "");
  throw new UsageError(`${source} takes the URL of a server, as https://archive.example.org`);
}

/** Revokes the token of a login; ignores one that is already invalid. */
export async function endToken({ url, token, tokenName }: Login): Promise<void> {
  const client = createClient({ baseUrl: url, token });
  try {
    for await (const { id, name } of client.listPersonalAccessTokens.all()) {
      if (name === tokenName) return await client.deletePersonalAccessToken({ id });
    }
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}
