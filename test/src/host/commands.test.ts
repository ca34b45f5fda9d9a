import { createClient } from "@cartulary/wire";
import { describe, expect, it } from "vitest";
import { cartulary, FIRST, startHost, startProgram, temporaryFolder } from "../../support/cartulary-process.ts";
import { hostGrounds } from "../../support/host-grounds.ts";

const SUE = FIRST.CARTULARY_ADMIN_EMAIL;
const tokenCreate = (...words: readonly string[]) => ["token", "create", ...words];

describe.each(hostGrounds)("On $name", ({ prepare }) => {
  it("cartulary token create prints a token, alone on stdout, that opens what was asked for", async () => {
    await using ground = await prepare();
    await using host = await startHost(ground.environment);
    const made = await cartulary(tokenCreate("--user", SUE, "--scope", "read", "--scope", "write"), ground.environment);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/), stderr: "" });
    const client = createClient({ baseUrl: host.url, token: made.stdout.trim() });
    expect((await client.createFolder({ body: { name: "Leases" } })).name).toBe("Leases");

    const reading = await cartulary(tokenCreate("--user", SUE.toUpperCase(), "--scope", "read"), ground.environment);
    const reader = createClient({ baseUrl: host.url, token: reading.stdout.trim() });
    expect((await reader.listFolders()).total).toBe(1);
    await expect(reader.createFolder()).rejects.toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
  });

  it("cartulary migrate makes the database, again and again, and ends", async () => {
    await using ground = await prepare();
    for (const _ of [1, 2]) {
      expect(await cartulary(["migrate"], ground.environment)).toMatchObject({ code: 0, stdout: "" });
    }
    await using host = await startHost(ground.environment);
    expect((await (await host.signIn()).listFolders()).total).toBe(0);
  });
});

describe("cartulary token create", () => {
  it("for nobody, or for a scope that does not exist, is refused in one line: exit 1", async () => {
    await using folder = await temporaryFolder();
    const environment = { ...FIRST, CARTULARY_DATA: folder.path };
    await using _host = await startHost(environment);
    for (const [user, scope] of [
      ["nobody@example.org", "read"],
      [SUE, "everything"],
    ] as const) {
      const refused = await cartulary(tokenCreate("--user", user, "--scope", scope), environment);
      expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^cartulary: [^\n]+\n$/) });
    }
  });
});

describe("Wrong usage", () => {
  it.each([
    [["wind"]],
    [["serve", "now"]],
    [["token", "delete"]],
    [tokenCreate("--user", SUE)],
    [tokenCreate("--user", SUE, "--scope", "read", "--days", "3")],
  ])("%j says how it is used: exit 2", async (words) => {
    await using folder = await temporaryFolder();
    const { code, stdout, stderr } = await cartulary(words, { CARTULARY_DATA: folder.path });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("usage:");
  });

  it("is not asking for help", async () => {
    await using program = startProgram(["hosts/cli/bin/cartulary.mjs", "--help"], {});
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.output.stdout).toContain("cartulary token create");
  });
});
