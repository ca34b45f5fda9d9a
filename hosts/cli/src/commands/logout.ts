import { escapeForTerminal, toMessageError } from "../account/error-messages.ts";
import { forgetLogin, type Login, savedLogin } from "../account/logins.ts";
import { endToken, serverUrl } from "../account/server.ts";
import { parseArguments, rejectExtraArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";

/**
 * `cartulary logout`: revokes the token of a login and deletes it. If the server cannot be reached, the token is only
 * deleted here; exit code 1.
 */
export async function logout(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { url: { type: "string" }, json: { type: "boolean" } },
  });
  rejectExtraArguments("logout", positionals);
  const url = await serverUrl(values.url);
  const login = await savedLogin(url);
  if (login) await revokeAndForget(login);
  const message = login ? `${login.emailAddress} is logged out at ${url}` : `not logged in at ${url}`;
  await print(
    values.json ? `${JSON.stringify({ url, logged_out: login !== null })}\n` : `${escapeForTerminal(message)}\n`,
  );
  return 0;
}

async function revokeAndForget(login: Login): Promise<void> {
  const { url } = login;
  await forgetLogin(url);
  try {
    await endToken(login);
  } catch (error) {
    const cause = toMessageError(error, url);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`deleted here but not revoked; revoke it at ${url}/settings/tokens (${reason})`, { cause: error });
  }
}
