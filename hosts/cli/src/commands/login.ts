import { showPage } from "../account/browser.ts";
import { type Approval, deviceLogin } from "../account/device-login.ts";
import { type Login, savedLogin, saveLogin } from "../account/logins.ts";
import { inWords, printable } from "../account/refusals.ts";
import { endToken, serverUrl } from "../account/server.ts";
import { print } from "../print.ts";
import { noMore, wordsOf } from "../words.ts";

/**
 * `cartulary login`: gets a token for this machine, which somebody approves on a page, and keeps it for the commands
 * that need one. Says on stderr where to approve, and shows the page where a person is watching.
 */
export async function login(words: readonly string[]): Promise<number> {
  const { values, positionals } = wordsOf({
    args: [...words],
    allowPositionals: true,
    options: { url: { type: "string" }, json: { type: "boolean" } },
  });
  noMore("login", positionals);
  const url = await serverUrl(values.url);
  const before = await savedLogin(url);
  const { login, user } = await deviceLogin(url, ask).catch((error: unknown) => {
    throw inWords(error, url);
  });
  await saveLogin(login);
  if (before) await endToken(before).catch(() => {});
  const { emailAddress: email_address, firstName: first_name, lastName: last_name } = user;
  const answer = { url, user: { id: user.id, email_address, first_name, last_name }, expires_at: login.expiresAt };
  await print(values.json ? `${JSON.stringify(answer)}\n` : `${printable(inOneLine(login))}\n`);
  return 0;
}

async function ask({ address, userCode }: Approval): Promise<void> {
  const { stderr } = process;
  stderr.write(`Open ${printable(address)}\nand approve it there if the page shows ${printable(userCode)}.\n`);
  if (stderr.isTTY) await showPage(address);
}

const inOneLine = ({ url, emailAddress, expiresAt }: Login): string =>
  `${emailAddress} is logged in at ${url} until ${expiresAt.slice(0, 10)}`;
