import { ROLES, type Role } from "@cartulary/kernel";
import { type Host, tokens } from "@cartulary/server";
import { escapeForTerminal } from "../account/error-messages.ts";
import { withHost } from "../host.ts";
import { parseArguments, rejectExtraArguments } from "../parse-arguments.ts";
import { readPassword } from "../password.ts";
import { print } from "../print.ts";
import { UsageError } from "../usage.ts";

type MachineAccounts = Awaited<ReturnType<typeof accountsOf>>;
type User = Awaited<ReturnType<MachineAccounts["disable"]>>;

const accountsOf = async (host: Host) => (await host.getAsync(tokens.identity)).machineAccounts;

/** `cartulary user password EMAIL`: sets a password, read from a terminal or standard input; ends tokens and sessions. */
export async function userPassword(words: readonly string[]): Promise<number> {
  const { email } = parse("user password", words, {});
  return withAccounts(async (accounts) => {
    const user = await accounts.setPassword(email, await newPassword());
    return `${user.emailAddress} has a new password; tokens and sessions are revoked`;
  });
}

/** `cartulary user create EMAIL [--role ROLE]`: creates a user, `user` by default, with a password as above. */
export async function userCreate(words: readonly string[]): Promise<number> {
  const { email, role = "user" } = parse("user create", words, { role: { type: "string" } });
  if (!isRole(role)) throw new UsageError(`--role is one of ${ROLES.join(", ")}`);
  return withAccounts(async (accounts) => {
    const user = await accounts.create({ emailAddress: email, role, password: await newPassword() });
    return `${user.emailAddress} is created as ${user.role}`;
  });
}

/** `cartulary user disable EMAIL`: deactivates a user, whose tokens and sessions end. */
export async function userDisable(words: readonly string[]): Promise<number> {
  const { email } = parse("user disable", words, {});
  return withAccounts(async (accounts) => `${(await accounts.disable(email)).emailAddress} is disabled`);
}

/** `cartulary user list [--json]`: one user a line, by e-mail address: address, role, state and name; or JSON objects. */
export async function userList(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { json: { type: "boolean", default: false } },
  });
  rejectExtraArguments("user list", positionals);
  return withHost(async (host) => {
    for await (const user of (await accountsOf(host)).list()) {
      await print(`${values.json ? JSON.stringify(jsonOf(user)) : lineOf(user)}\n`);
    }
    return 0;
  });
}

function lineOf({ emailAddress, role, active, displayName }: User): string {
  const fields = [emailAddress, role, active ? "active" : "disabled", displayName];
  return fields.map(escapeForTerminal).join("\t");
}

function jsonOf({ id, emailAddress, firstName, lastName, displayName, role, active, createdAt }: User): object {
  return {
    id,
    email_address: emailAddress,
    first_name: firstName,
    last_name: lastName,
    display_name: displayName,
    role,
    active,
    created_at: createdAt,
  };
}

function parse(
  command: string,
  words: readonly string[],
  options: { readonly role?: { readonly type: "string" } },
): { readonly email: string; readonly role?: string } {
  const { values, positionals } = parseArguments({ args: [...words], allowPositionals: true, options });
  const [email, ...more] = positionals;
  if (email === undefined) throw new UsageError(`${command} takes an e-mail address`);
  rejectExtraArguments(command, more);
  return { email, ...(typeof values.role === "string" && { role: values.role }) };
}

const isRole = (role: string): role is Role => (ROLES as readonly string[]).includes(role);

const newPassword = () => readPassword(process.stdin, process.stderr);

function withAccounts(work: (accounts: MachineAccounts) => Promise<string>): Promise<number> {
  return withHost(async (host) => {
    await print(`${escapeForTerminal(await work(await accountsOf(host)))}\n`);
    return 0;
  });
}
