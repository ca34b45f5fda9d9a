import { readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BlobStore, blobKey } from "@cartulary/kernel";
import { compose, readConfig, technologyModules, tokens } from "@cartulary/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cartulary, type Environment, FIRST, startProgram, temporaryFolder } from "../../support/cartulary-process.ts";
import { createClient } from "../../support/checked-client.ts";
import { cartularyHere, hostHere } from "../../support/command-here.ts";
import { dataFolder } from "../../support/data-folder.ts";
import { isWorthProcess, usualGrounds } from "../../support/host-fixtures.ts";
import { NOTHING } from "../../support/record-factories.ts";

const SUE = FIRST.CARTULARY_ADMIN_EMAIL;
const tokenCreate = (...words: readonly string[]) => ["token", "create", ...words];

describe.each(usualGrounds)("On $name", ({ prepare, name }) => {
  const command = isWorthProcess(name) ? cartulary : cartularyHere;

  it("cartulary token create prints only a token with the requested scopes to stdout", async () => {
    await using ground = await prepare();
    await using host = await hostHere(ground.environment);
    const scopes = ["--scope", "read", "--scope", "write"];
    const made = await command(tokenCreate("--user", SUE, ...scopes), ground.environment);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S+\n$/), stderr: "" });
    const client = createClient({ baseUrl: host.url, token: made.stdout.trim() });
    expect((await client.createFolder({ body: { name: "Leases" } })).name).toBe("Leases");

    const reading = await cartularyHere(
      tokenCreate("--user", SUE.toUpperCase(), "--scope", "read"),
      ground.environment,
    );
    const reader = createClient({ baseUrl: host.url, token: reading.stdout.trim() });
    expect((await reader.listFolders()).total).toBe(1);
    await expect(reader.createFolder()).rejects.toMatchObject({ status: 403, body: { error: "insufficient_scope" } });
  });

  it("cartulary migrate makes the database, again and again, and ends", async () => {
    await using ground = await prepare("empty");
    const lines = /^(?:\d{4}-\d\d-\d\d .+: \d+\.\d{3} s\n)+$/;
    const first = await command(["migrate"], ground.environment);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(lines) });
    const second = await cartularyHere(["migrate"], ground.environment);
    expect(second).toMatchObject({ code: 0, stdout: "nothing to do\n" });
    await using host = await hostHere(ground.environment);
    expect((await (await host.signIn()).listFolders()).total).toBe(0);
  });

  it("cartulary verify has no findings in a sound house, and names each blob without bytes: exit 1", async () => {
    await using ground = await prepare();
    await using host = await hostHere(ground.environment);
    const client = await host.signIn();
    for (const name of ["lease.txt", "notice.txt"]) {
      await client.createDocument({ file: { name, bytes: Buffer.from(name) } });
    }
    const sound = await cartularyHere(["verify"], ground.environment);
    expect(sound).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("0 errors, 0 warnings") });

    const lost = await inStore(ground.environment, async (store) => {
      for await (const key of store.list("", Number.MAX_SAFE_INTEGER)) {
        await store.remove(key);
        return key;
      }
    });
    const damaged = await command(["verify"], ground.environment);
    expect(damaged).toMatchObject({ code: 1, stdout: `blob: ${lost}: its bytes are missing\n` });
    expect(damaged.stderr).toContain("1 errors, 0 warnings");
    const listed = await cartularyHere(["verify", "--json"], ground.environment);
    const finding = { severity: "error", area: "blob", id: lost, message: "its bytes are missing" };
    expect(listed).toMatchObject({ code: 1, stdout: `${JSON.stringify(finding)}\n` });
  });

  it("cartulary verify warns of bytes without a record: exit 0", async () => {
    await using ground = await prepare("empty");
    expect(await cartularyHere(["migrate"], ground.environment)).toMatchObject({ code: 0 });
    await inStore(ground.environment, (store) => store.put(blobKey("ab", "cd", "stray"), bytesOf("nobody's")));
    const { code, stdout } = await cartularyHere(["verify"], ground.environment);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^blob: ab\/cd\/stray: warning: [^\n]+\n$/),
    });
  });
});

it("cartulary reindex has texts read anew: of one document, of those that failed, or of all", async () => {
  await using folder = await temporaryFolder();
  const environment = { CARTULARY_DATA: folder.path };
  await using host = await hostHere(environment);
  const client = await host.signIn();
  const file = { name: "a.txt", bytes: Buffer.from("Bail") };
  const [{ id }] = [await client.createDocument({ file }), await client.createDocument({ file })];
  const reindex = (...words: readonly string[]) => cartularyHere(["reindex", ...words], environment);
  expect(await reindex("--json")).toEqual({ code: 0, stdout: '{"documents":2}\n', stderr: "" });
  expect(await reindex("--all")).toEqual({ code: 0, stdout: "2 texts wait to be read again\n", stderr: "" });
  expect(await reindex("--failed", "--json")).toMatchObject({ code: 0, stdout: '{"documents":0}\n' });
  expect(await reindex("--document", id)).toMatchObject({ code: 0, stdout: "1 text waits to be read again\n" });
  const unknownId = "0198a2f0-0000-7000-8000-000000000000";
  const stderr = `There is no document ${unknownId}\n`;
  expect(await reindex("--document", unknownId)).toEqual({ code: 1, stdout: "", stderr });
});

it("restore-document restores a deleted document, to its old place or to another one", async () => {
  await using folder = await dataFolder();
  const environment = { CARTULARY_DATA: folder.path };
  await using host = await hostHere(environment);
  const client = await host.signIn();
  const workspace = await client.createWorkspace({ body: { label: "Moulin" } });
  const place = await client.createFolder({ body: { name: "Baux", workspaceId: workspace.id } });
  const file = { name: "bail.txt", bytes: Buffer.from("Bail") };
  const document = await client.createDocument({ body: { documentsFolderId: place.id }, file });
  const restore = (...words: readonly string[]) => cartularyHere(["restore-document", ...words], environment);

  await client.deleteDocument({ params: { id: document.id } });
  expect(await restore(document.id)).toEqual({ code: 0, stdout: `${document.id}\tbail.txt\n`, stderr: "" });
  expect((await client.getDocument({ params: { id: document.id } })).documentsFolderId).toBe(place.id);
  const missing = { code: 1, stdout: "", stderr: `cartulary: ${document.id} is not in the trash\n` };
  expect(await restore(document.id)).toEqual(missing);

  await client.deleteDocument({ params: { id: document.id } });
  await client.deleteFolder({ params: { id: place.id } });
  const stderr = "cartulary: its place is gone; give --folder ID or --workspace ID\n";
  expect(await restore(document.id)).toEqual({ code: 1, stdout: "", stderr });
  const unknown = await restore(document.id, "--folder", place.id);
  expect(unknown).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^cartulary: --folder /) });
  expect(await restore(document.id, "--workspace", workspace.id)).toMatchObject({ code: 0 });
  expect(await restore(place.id)).toEqual({ code: 0, stdout: `${place.id}\tBaux\n`, stderr: "" });
  const archive = await client.createFolder({ body: { name: "Archives" } });
  await client.deleteFolder({ params: { id: place.id } });
  expect(await restore(place.id, "--folder", archive.id)).toMatchObject({ code: 0 });
  await client.deleteWorkspace({ params: { id: workspace.id } });
  const unsupported = await restore(workspace.id, "--folder", archive.id);
  expect(unsupported).toMatchObject({ code: 1, stderr: expect.stringMatching(/^cartulary: --folder a workspace/) });
  expect(await restore(workspace.id)).toEqual({ code: 0, stdout: `${workspace.id}\tMoulin\n`, stderr: "" });
});

it.each([
  [["verify"]],
  [["restore-document", NOTHING]],
  [["reindex", "--all"]],
  [tokenCreate("--user", SUE, "--scope", "read")],
  [["ledger", "export", "--format", "csv"]],
  [["ledger", "import-opening", "opening.csv"]],
])("cartulary %j refuses a data directory without a database, and makes none: exit 1", async (words) => {
  await using folder = await temporaryFolder();
  const opening = join(folder.path, "opening.csv");
  await writeFile(opening, "account,auxiliary,label,debit_cents,credit_cents\n");
  const named = words.map((word) => (word === "opening.csv" ? opening : word));
  const refused = await cartularyHere(named, { CARTULARY_DATA: join(folder.path, "mistyped") });
  const refusal = /^cartulary: CARTULARY_DATA cannot be used: .+mistyped.+ does not exist: .+cartulary migrate\n$/;
  expect(refused).toEqual({ code: 1, stdout: "", stderr: expect.stringMatching(refusal) });
  expect(await readdir(folder.path)).toEqual(["opening.csv"]);
});

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Does something with the blob store of a host. */
async function inStore<Result>(environment: Environment, work: (store: BlobStore) => Promise<Result>): Promise<Result> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const config = readConfig({ ...environment }, { directory: tmpdir(), isTerminal: false });
  const container = await compose(config, await technologyModules(config));
  try {
    return await work(container.get(tokens.blobStore));
  } finally {
    await container.unbindAllAsync();
  }
}

describe("cartulary token create", () => {
  it("for an unknown user or scope is refused in one line: exit 1", async () => {
    await using folder = await temporaryFolder();
    const environment = { CARTULARY_DATA: folder.path };
    await using _host = await hostHere(environment);
    for (const [user, scope] of [
      ["nobody@example.org", "read"],
      [SUE, "everything"],
    ] as const) {
      const refused = await cartularyHere(tokenCreate("--user", user, "--scope", scope), environment);
      expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^cartulary: [^\n]+\n$/) });
    }
  });
});

/** For words that open nothing. */
const text = (...words: readonly string[]) => cartularyHere(words, {});

describe("The command line", () => {
  it.each([
    [["serve", "now"]],
    [["verify", "everything"]],
    [["reindex", "everything"]],
    [["reindex", "--failed", "--all"]],
    [["reindex", "--document", "everything"]],
    [["restore-document"]],
    [["restore-document", "everything"]],
    [["restore-document", NOTHING, "--folder", NOTHING, "--workspace", NOTHING]],
    [tokenCreate("--user", SUE)],
    [tokenCreate("--user", SUE, "--scope", "read", "--days", "3")],
  ])("prints the usage of %j: exit 2", async (words) => {
    const stderr = expect.stringMatching(/^cartulary: [^\n]+\nusage: cartulary [^\n]+\n$/);
    expect(await text(...words)).toEqual({ code: 2, stdout: "", stderr });
  });

  it.each([
    [["wind"], '"wind": see cartulary'],
    [["sreve"], '"sreve": did you mean serve? see cartulary'],
    [["ledger", "exprot", "--format", "csv"], '"ledger exprot": did you mean ledger export? see cartulary'],
    [["token", "delete"], '"token delete": see cartulary'],
    [["verfy", "--help"], '"verfy": did you mean verify? see cartulary'],
  ])("suggests the nearest command for the unknown command %j: exit 2", async (words, named) => {
    const stderr = `cartulary: unknown command ${named} --help\n`;
    expect(await text(...words)).toEqual({ code: 2, stdout: "", stderr });
  });

  it("prints the usage of a group without a command, and of a command with --help", async () => {
    for (const group of [["ledger"], ["fec"], ["token"]]) {
      const grouped = await text(...group, "--help");
      expect(await text(...group)).toEqual(grouped);
      expect(await text("help", ...group)).toEqual(grouped);
    }
    expect(await text("help", "verify")).toEqual(await text("verify", "--help"));
    expect(await text("help", "ledger", "export")).toEqual(await text("ledger", "export", "--help"));
    expect(await text("help")).toEqual(await text("--help"));
    expect(await text("help", "verfy")).toMatchObject({ code: 2, stderr: expect.stringContaining("mean verify?") });
    expect(await text("ledger", "--format")).toMatchObject({ code: 2, stdout: "" });
  });

  it("has help of all commands, of some, and of one", async () => {
    const all = await text("--help");
    expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining("cartulary token create"), stderr: "" });
    expect(await text()).toEqual(all);
    expect((await text("ledger", "-h")).stdout.match(/cartulary ledger [a-z-]+/g)).toHaveLength(2);
    expect(await text("fec", "check", "--help")).toEqual({
      code: 0,
      stdout: "usage:\n  cartulary fec check FILE [--json]\n      validate an accounting file (FEC)\n",
      stderr: "",
    });
  });

  it("reports an unreadable file in one line: exit 1, of fec check 2", async () => {
    const missing = join(import.meta.dirname, "nowhere.csv");
    for (const [file, why] of [
      [missing, "file not found"],
      [import.meta.dirname, "it is a directory"],
    ] as const) {
      const stderr = `cartulary: ${file} cannot be read: ${why}\n`;
      expect(await text("ledger", "import-opening", file)).toEqual({ code: 1, stdout: "", stderr });
      expect(await text("fec", "check", file)).toEqual({ code: 2, stdout: "", stderr });
    }
  });

  it("prints its version in any folder", async () => {
    await using program = startProgram(["hosts/cli/bin/cartulary.mjs", "--version"], {});
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.output).toEqual({ stdout: expect.stringMatching(/^cartulary \d+\.\d+\.\d+\n$/), stderr: "" });
  });
});
