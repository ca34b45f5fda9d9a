import { execFileSync, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it, vi } from "vitest";
import { cartularyArguments, FIRST, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { type Client, createClient } from "../../support/checked-client.ts";
import { SCRIPT } from "../../support/command-client.ts";
import { cartularyHere, type HostHere, hostHere } from "../../support/command-here.ts";
import { dataFolder } from "../../support/data-folder.ts";

const SUE = FIRST.CARTULARY_ADMIN_EMAIL;

/** Runs a command whose standard input is a text. */
async function withInput(text: string, words: readonly string[], folder: string) {
  const stdin = vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([Buffer.from(text)]) as never);
  try {
    return await cartularyHere(words, { CARTULARY_DATA: folder });
  } finally {
    stdin.mockRestore();
  }
}

/** Signs a user in with a password; `null` when it is refused. */
async function signedIn({ url }: HostHere, username: string, password: string, scope = "read"): Promise<Client | null> {
  const { CARTULARY_CLIENT_ID: clientId, CARTULARY_CLIENT_SECRET: clientSecret } = FIRST;
  const body = { grantType: "password", clientId, clientSecret, username, password, scope };
  try {
    return createClient({
      baseUrl: url,
      token: (await createClient({ baseUrl: url }).createToken({ body })).accessToken,
    });
  } catch {
    return null;
  }
}

it("users are created, listed and disabled on the command line, and get passwords, and the trail shows it", async () => {
  await using folder = await dataFolder();
  await using host = await hostHere({ CARTULARY_DATA: folder.path });
  const user = (...words: readonly string[]) => cartularyHere(["user", ...words], { CARTULARY_DATA: folder.path });

  const created = await withInput(
    "first secret\n",
    ["user", "create", "ann@example.org", "--role", "admin"],
    folder.path,
  );
  expect(created).toEqual({ code: 0, stdout: "ann@example.org is created as admin\n", stderr: "" });
  const ann = await signedIn(host, "ann@example.org", "first secret");
  expect((await ann?.getMe())?.role).toBe("admin");

  const changed = await withInput("second secret", ["user", "password", "ANN@example.org"], folder.path);
  expect(changed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ann@example.org has a new password/) });
  await expect(ann?.getMe()).rejects.toMatchObject({ status: 401 });
  expect(await signedIn(host, "ann@example.org", "first secret")).toBeNull();
  const again = await signedIn(host, "ann@example.org", "second secret");
  expect(again).not.toBeNull();

  expect(await user("list")).toEqual({
    code: 0,
    stdout: `ann@example.org\tadmin\tactive\tann\n${SUE}\tsuper_admin\tactive\t${SUE.split("@")[0]}\n`,
    stderr: "",
  });
  for (const _twice of [1, 2]) {
    expect(await user("disable", "ann@example.org")).toMatchObject({
      code: 0,
      stdout: "ann@example.org is disabled\n",
    });
  }
  await expect(again?.getMe()).rejects.toMatchObject({ status: 401 });
  const [line = ""] = (await user("list", "--json")).stdout.split("\n");
  expect(JSON.parse(line)).toMatchObject({ email_address: "ann@example.org", role: "admin", active: false });

  const admin = await signedIn(host, SUE, FIRST.CARTULARY_ADMIN_PASSWORD, "admin read");
  const items = (await admin?.listAuditEvents({ list: { perPage: 100 } }))?.items ?? [];
  const made = items.filter(({ detail }) => detail.via === "machine");
  expect(made.map(({ action }) => action).sort()).toEqual(["password.changed", "user.created", "user.deactivated"]);
  for (const event of made) expect(event).toMatchObject({ actorId: null, tokenId: null, address: null });
});

it("commands on users refuse forbidden changes: exit 1, and wrong usage: exit 2", async () => {
  await using folder = await dataFolder();
  await using host = await hostHere({ CARTULARY_DATA: folder.path });
  await host.signIn();
  const refused = (stderr: RegExp) => ({ code: 1, stdout: "", stderr: expect.stringMatching(stderr) });
  const unusable = { code: 2, stdout: "", stderr: expect.stringMatching(/^cartulary: [^\n]+\nusage: [^\n]+\n$/) };
  const run = (words: readonly string[], text = "good secret\n") => withInput(text, ["user", ...words], folder.path);

  expect(await run(["disable", SUE])).toEqual(refused(/last active super administrator/));
  expect(await run(["disable", "nobody@example.org"])).toEqual(refused(/does not exist/));
  expect(await run(["password", "nobody@example.org"])).toEqual(refused(/does not exist/));
  expect(await run(["password", "x".repeat(100_000)])).toEqual(refused(/^cartulary: [^\n]+\n$/));
  expect(await run(["password", SUE], "short\n")).toEqual(refused(/too short/));
  expect(await run(["password", SUE], "two\nlines are no password\n")).toEqual(refused(/one line/));
  expect(await run(["password", SUE], "x".repeat(100_000))).toEqual(refused(/too long/));
  expect(await run(["create", SUE])).toEqual(refused(/taken/));
  expect(await run(["create", "not an address"])).toEqual(refused(/^cartulary: [^\n]+\n$/));
  expect(await run(["create", "bob@example.org", "--role", "king"])).toEqual(unusable);
  for (const words of [["create"], ["password"], ["disable"], ["disable", "a@b.org", "c@d.org"], ["list", "all"]]) {
    expect(await run(words)).toEqual(unusable);
  }
  // All of them left the password as it was.
  await host.signIn();
});

it.runIf(SCRIPT)("a password typed on a terminal is not displayed", async () => {
  await using folder = await dataFolder();
  await using host = await hostHere({ CARTULARY_DATA: folder.path });
  const command = [process.execPath, ...cartularyArguments(["user", "password", SUE])].map((word) => `'${word}'`);
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, CARTULARY_DATA: folder.path };
  const child = spawn(SCRIPT ?? "", ["-qec", command.join(" "), "/dev/null"], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  for (const question of ["New password: ", "Again: "]) {
    await until(question, async () => shown.includes(question));
    child.stdin.write("typed secret\r");
  }
  expect(await ended).toBe(0);
  expect(shown).not.toContain("typed secret");
  expect(shown).toContain("has a new password");
  expect(await signedIn(host, SUE, "typed secret")).not.toBeNull();
});

it("every command has help, and refuses an option that it does not have: exit 2", async () => {
  await using folder = await temporaryFolder();
  const environment = { CARTULARY_DATA: join(folder.path, "none") };
  const { stdout } = await cartularyHere(["--help"], environment);
  const commands = [...stdout.matchAll(/^ {2}cartulary ((?:[a-z][a-z-]* ?)+)/gm)].map(([, words = ""]) => words.trim());
  expect(commands).toContain("user password");
  expect(commands.length).toBeGreaterThan(25);
  for (const command of commands.map((words) => words.split(" "))) {
    const help = await cartularyHere([...command, "--help"], environment);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining(command.join(" ")), stderr: "" });
    const wrong = await cartularyHere([...command, "--no-such-option"], environment);
    const stderr = expect.stringMatching(/^cartulary: [^\n]+\nusage: cartulary [^\n]+\n$/);
    expect({ command, ...wrong }).toEqual({ command, code: 2, stdout: "", stderr });
  }
});

it.each([
  ["bash", 'source "$1"; COMP_WORDS=(cartulary user ""); COMP_CWORD=2; _cartulary; declare -p COMPREPLY'],
  ["bash", 'source "$1"; COMP_WORDS=(cartulary fec check f --); COMP_CWORD=4; _cartulary; declare -p COMPREPLY'],
])("cartulary completion %s completes words and options", async (shell, script) => {
  const { code, stdout } = await cartularyHere(["completion", shell], {});
  expect(code).toBe(0);
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, "completion"), stdout);
  const answered = execFileSync(shell, ["-c", script.replace('"$1"', "./completion")], { cwd: folder.path });
  expect(answered.toString().trim()).toBe(
    script.includes("user")
      ? 'declare -a COMPREPLY=([0]="password" [1]="create" [2]="disable" [3]="list")'
      : 'declare -a COMPREPLY=([0]="--json")',
  );
});

it("cartulary completion supports three shells: exit 2 for others", async () => {
  for (const shell of ["zsh", "fish"]) {
    const { code, stdout } = await cartularyHere(["completion", shell], {});
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/import-opening.+password.+json/s) });
  }
  for (const words of [["tcsh"], [], ["bash", "zsh"], ["toString"]]) {
    expect(await cartularyHere(["completion", ...words], {})).toMatchObject({ code: 2, stdout: "" });
  }
});
