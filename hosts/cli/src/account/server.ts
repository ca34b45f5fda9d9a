import { type Client, ClientError, createClient } from "@cartulary/wire";
import { UsageError } from "../usage.ts";
import { type Login, savedLogin } from "./logins.ts";
import { inWords } from "./refusals.ts";

/** A server and a client of it, in the name of whoever typed the command. */
export interface Server {
  /** Without a slash at its end. */
  readonly url: string;
  readonly client: Client;
}

/**
 * Does `work` with a server: the one that `--url` names, else `CARTULARY_URL`, else the one that somebody logged in to
 * last; with the token of `CARTULARY_TOKEN`, else the one that `login` saved for this server, and no other server's.
 * Whatever the server refuses is an error in words.
 */
export async function withServer(
  named: string | undefined,
  work: (server: Server) => Promise<number>,
): Promise<number> {
  const url = await serverUrl(named);
  const client = createClient({ baseUrl: url, token: await tokenFor(url) });
  try {
    return await work({ url, client });
  } catch (error) {
    throw inWords(error, url);
  }
}

/** Which server is meant; says so where everybody on the way reads along. Throws {@link UsageError} where nobody says. */
export async function serverUrl(named: string | undefined): Promise<string> {
  const url = await chosenUrl(named);
  if (isReadOnTheWay(url)) process.stderr.write(`cartulary: warning: ${url} ${NOT_ENCRYPTED}\n`);
  return url;
}

const NOT_ENCRYPTED = "is not encrypted: the token and all files can be read on the way; use https";

/** This machine's own names and addresses (RFC 6761, RFC 1122), as a URL writes them. */
const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/;

/** True for plain http to another machine. */
export function isReadOnTheWay(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !LOOPBACK.test(hostname);
}

async function chosenUrl(named: string | undefined): Promise<string> {
  if (named !== undefined) return checkedUrl("--url", named);
  const { CARTULARY_URL } = process.env;
  if (CARTULARY_URL) return checkedUrl("CARTULARY_URL", CARTULARY_URL);
  const login = await savedLogin();
  if (login) return login.url;
  throw new UsageError("say which server, with --url or CARTULARY_URL, or log in to one");
}

/** What a bearer token is made of (RFC 6750 section 2.1). */
const TOKEN = /^[\w.~+/-]+=*$/;

/** Nothing is said of a token but where it came from: what is wrong with it may be the half of a secret. */
async function tokenFor(url: string): Promise<string> {
  const given = process.env.CARTULARY_TOKEN?.trim();
  if (!given) {
    const login = await savedLogin(url);
    if (login) return login.token;
    throw new Error(`nobody is logged in at ${url}: cartulary login --url ${url}`);
  }
  if (TOKEN.test(given)) return given;
  throw new Error("what is in CARTULARY_TOKEN is no token");
}

/** An absolute http(s) URL without a password, query or fragment, which would be lost or shown to others. */
function checkedUrl(source: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, "");
  throw new UsageError(`${source} takes the URL of a server, as https://archive.example.org`);
}

/** Ends the token of a login. One that has ended already is fine; any other refusal is thrown. */
export async function endToken({ url, token, tokenName }: Login): Promise<void> {
  const client = createClient({ baseUrl: url, token });
  try {
    const { items } = await client.listPersonalAccessTokens({ list: { perPage: 100 } });
    const own = items.find(({ name }) => name === tokenName);
    if (own) await client.deletePersonalAccessToken({ params: { id: own.id } });
  } catch (error) {
    if (!(error instanceof ClientError && error.status === 401)) throw error;
  }
}
