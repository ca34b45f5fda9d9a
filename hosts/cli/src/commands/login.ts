import { showPage } from "../account/browser.ts";
import { type Approval, deviceLogin } from "../account/device-login.ts";
import { escapeForTerminal, toMessageError } from "../account/error-messages.ts";
import { type Login, savedLogin, saveLogin } from "../account/logins.ts";
import { endToken, serverUrl } from "../account/server.ts";
import { parseArguments, rejectExtraArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";

/**
 * `cartulary login`: gets a token for this machine, which the user approves on a page, and saves it. Prints the address
 * on stderr; opens the page if stderr is a terminal.
 */
export async function login(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { url: { type: "string" }, json: { type: "boolean" } },
  });
  rejectExtraArguments("login", positionals);
  const url = await serverUrl(values.url);
  const previous = await savedLogin(url);
  const { login, user } = await deviceLogin(url, showApproval).catch((error: unknown) => {
    throw toMessageError(error, url);
  });
  await saveLogin(login);
  if (previous) await endToken(previous).catch(() => {});
  const { emailAddress: email_address, firstName: first_name, lastName: last_name } = user;
  const result = { url, user: { id: user.id, email_address, first_name, last_name }, expires_at: login.expiresAt };
  await print(values.json ? `${JSON.stringify(result)}\n` : `${escapeForTerminal(summary(login))}\n`);
  return 0;
}

async function showApproval({ address, userCode }: Approval): Promise<void> {
  const { stderr } = process;
  stderr.write(
    `Open ${escapeForTerminal(address)}\nand approve the login if the page shows ${escapeForTerminal(userCode)}.\n`,
  );
  if (stderr.isTTY) await showPage(address);
}

const summary = ({ url, emailAddress, expiresAt }: Login): string =>
  `${emailAddress} is logged in at ${url} until ${expiresAt.slice(0, 10)}`;
