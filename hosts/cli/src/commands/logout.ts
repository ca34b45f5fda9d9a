import { forgetLogin, type Login, savedLogin } from "../account/logins.ts";
import { inWords, printable } from "../account/refusals.ts";
import { endToken, serverUrl } from "../account/server.ts";
import { print } from "../print.ts";
import { noMore, wordsOf } from "../words.ts";

/**
 * `cartulary logout`: ends the token that `login` brought from a server, and forgets it. It is forgotten, too, where the
 * server cannot be told: exit code 1 then, since the token lives on.
 */
export async function logout(words: readonly string[]): Promise<number> {
  const { values, positionals } = wordsOf({
    args: [...words],
    allowPositionals: true,
    options: { url: { type: "string" }, json: { type: "boolean" } },
  });
  noMore("logout", positionals);
  const url = await serverUrl(values.url);
  const login = await savedLogin(url);
  if (login) await endAndForget(login);
  const done = login ? `${login.emailAddress} is logged out at ${url}` : `nobody was logged in at ${url}`;
  await print(values.json ? `${JSON.stringify({ url, logged_out: login !== null })}\n` : `${printable(done)}\n`);
  return 0;
}

async function endAndForget(login: Login): Promise<void> {
  const { url } = login;
  await forgetLogin(url);
  try {
    await endToken(login);
  } catch (error) {
    const why = inWords(error, url);
    const reason = why instanceof Error ? why.message : String(why);
    throw new Error(`forgotten here, but not ended: end it at ${url}/settings/tokens (${reason})`, { cause: error });
  }
}
