import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  type CartularyProcess,
  cartularyArguments,
  FIRST,
  startHost,
  startProcess,
  temporaryFolder,
} from "../../support/cartulary-process.ts";
import { decideLogin } from "../../support/command-client.ts";
import { blocksOf, readme } from "../../support/readme-blocks.ts";

const root = join(import.meta.dirname, "../../..");

/** `npm start` is what the test itself does, on a port of its own, and `npm test` is what runs it. */
const NPM = /^npm (start|test)\b/;
const commands = blocksOf("sh").filter((block) => !block.split("\n").every((line) => line === "" || NPM.test(line)));

it("The README has commands that run in their order, on a fresh directory", async () => {
  await using folder = await temporaryFolder();
  symlinkSync(join(root, "hosts"), join(folder.path, "hosts"));
  const nobody = Object.fromEntries(Object.keys(FIRST).map((name) => [name, undefined]));
  await using host = await startHost(nobody, folder.path);
  const own = { XDG_CONFIG_HOME: join(folder.path, "config"), XDG_STATE_HOME: join(folder.path, "state") };
  const environment = { ...own, PATH: `${binWithNpx(folder.path)}:${process.env.PATH}` };
  const shell = async (script: string, meanwhile = async (_shell: CartularyProcess): Promise<void> => {}) => {
    await using process = startProcess("sh", ["-euc", script], environment, folder.path);
    await meanwhile(process);
    return { ...(await process.ended), ...process.output };
  };
  /** What whoever logs in does at the page. */
  const approve = (process: CartularyProcess) =>
    decideLogin(process, "approve", {
      email: "admin@cartulary.localhost",
      password: secretsIn(host.output.stderr).password,
    });

  const filled = (block: string, { password, secret } = secretsIn(host.output.stderr)) =>
    block
      .replace("http://127.0.0.1:3000", host.url)
      .replace("PASSWORD='…'", `PASSWORD='${password}'`)
      .replace("SECRET='…'", `SECRET='${secret}'`)
      // What is soon found is asked for until it is.
      .replace(/^(ask ".*\/search\?.*") +# soon .*$/m, "until $1 | grep Welcome.pdf; do sleep 0.2; done");
  const names = [...commands.join("\n").matchAll(/^([A-Z]+)=/gm)].map(([, name]) => name);
  const reportOf = names.map((name) => `echo "${name} is [$${name}]"`).join("\n");
  const all = await shell([...commands.map((block) => filled(block)), reportOf].join("\n"), approve);
  expect(all).toMatchObject({ code: 0, signal: null });
  expect(all.stdout).not.toMatch(/^[A-Z]+ is \[\]$/m);
  expect(all.stdout).toContain('"name":"lease.txt"');
  expect(all.stdout).toContain('"line":2,"column":2,"message":"unknown variable: loyer"');
  expect(all.stdout).toMatch(/"name":"Welcome\.pdf".*"highlights":\[.*la clef est chez le gardien/);
  expect(all.stdout).toContain('"error":"authorization_pending"');
  expect(all.stdout).toMatch(/^\S+\tLot-3\.pdf$/m);
  expect(all.stdout).toContain("OD-2026-000001: 2 lines");
  expect(all.stderr).toContain("123456782FEC20261231.txt is conform");
  expect(await readdir(folder.path)).toEqual(expect.arrayContaining(["book.journal", "lease.txt"]));
  expect(await readFile(join(folder.path, "copy.txt"), "utf8")).toBe("The lease of the mill\n");

  const known = secretsIn(host.output.stderr);
  for (const [wrong, status] of [
    [{ ...known, password: "a guess" }, 400],
    [{ ...known, secret: "a guess of 16 letters" }, 401],
  ] as const) {
    const { stdout, stderr } = await shell(`${filled(commands[0] ?? "", wrong)}\necho "[$TOKEN]"`);
    expect([stdout, stderr]).toEqual(["[]\n", `curl: (22) The requested URL returned error: ${status}\n`]);
    expect(readme).toContain(`error: ${status}\``);
  }
});

/** npx, but for its own start and what it installs: the command of this checkout, in the folder where it is called. */
function binWithNpx(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const words = [process.execPath, ...cartularyArguments([])].map((word) => `'${word}'`);
  writeFileSync(join(bin, "npx"), `#!/bin/sh\nshift\nexec ${words.join(" ")} "$@"\n`);
  chmodSync(join(bin, "npx"), 0o755);
  return bin;
}

function secretsIn(stderr: string): { readonly password: string; readonly secret: string } {
  const [, password = ""] = /password (\S+)/.exec(stderr) ?? [];
  const [, secret = ""] = /secret (\S+)/.exec(stderr) ?? [];
  return { password, secret };
}
