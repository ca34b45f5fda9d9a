import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cartulary, type Environment, FIRST, temporaryFolder } from "../../support/cartulary-process.ts";
import { createClient } from "../../support/checked-client.ts";
import { cartularyHere, hostHere } from "../../support/command-here.ts";
import { isWorthProcess, usualGrounds } from "../../support/host-fixtures.ts";

const HEADER = "account,auxiliary,label,debit_cents,credit_cents";
const OPENING = [HEADER, "512000,,Banque mandants,125000,", '467000,PRO0001,"Aubry, Anne",,125000'];

describe.each(usualGrounds)("On $name", ({ prepare, name }) => {
  const asProcess = isWorthProcess(name) ? cartulary : cartularyHere;

  it("a book is begun with a file, read over HTTP, verified and exported", async () => {
    await using ground = await prepare();
    await using folder = await temporaryFolder();
    await using host = await hostHere(ground.environment);
    const command = (...words: readonly string[]) => cartularyHere(words, ground.environment);
    const opening = join(folder.path, "opening.csv");
    await writeFile(opening, OPENING.join("\n"));
    const importing = ["ledger", "import-opening", opening, "--date", "2026-01-01"];
    const client = await administrator(host.url, ground.environment);
    await client.createMandataire({ body: { name: "Agence du Port" } });
    expect(await asProcess(importing, ground.environment)).toMatchObject({
      code: 0,
      stdout: "OD-2026-000001: 2 lines, 1250.00 a side\n",
    });
    const { items } = await client.listAccountingEntries();
    expect(items).toMatchObject([{ reference: "OD-2026-000001", sourceType: "Opening", totalDebit: 125_000 }]);
    const { accounts } = await client.getTrialBalance();
    expect(accounts).toMatchObject([
      { accountCode: "467000", auxiliaryCode: "PRO0001", balance: -125_000 },
      { accountCode: "512000", auxiliaryCode: null, balance: 125_000 },
    ]);
    expect(await command(...importing)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/opening balances of 2026-01-01 already: reverse that entry first/),
    });
    expect(await command("verify")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^mandataire: [^\n]+ for its letters\n$/),
      stderr: expect.stringContaining("entries 1"),
    });

    const csv = await asProcess(["ledger", "export", "--format", "csv"], ground.environment);
    expect(csv).toMatchObject({ code: 0, stderr: "" });
    const entered = expect.stringMatching(/^1,OD,OD-2026-000001,/);
    expect(csv.stdout.split("\r\n")).toEqual([
      expect.stringMatching(/^society,journal,reference,/),
      entered,
      entered,
      "",
    ]);

    const { items: events } = await client.listAuditEvents({ list: { perPage: 100 } });
    const atTheMachine = events.filter(({ address }) => address === null);
    expect(Object.fromEntries(atTheMachine.map(({ action, ...event }) => [action, event]))).toMatchObject({
      "opening_balances.imported": {
        resourceType: "accounting_entry",
        resourceId: items[0]?.id,
        actorId: expect.any(String),
        detail: { reference: "OD-2026-000001", accounting_date: "2026-01-01", lines: 2 },
      },
      "book.exported": { resourceType: "mandataire", actorId: null, detail: { format: "csv", year: null } },
      "personal_access_token.created": {
        resourceType: "personal_access_token",
        actorId: null,
        tokenId: null,
        requestId: null,
        detail: { scopes: ["read", "write", "admin"], via: "machine" },
      },
    });
  });
});

it("a book is that of the one mandataire there is, or of the one that is named", async () => {
  await using folder = await temporaryFolder();
  const environment = { CARTULARY_DATA: folder.path };
  await using host = await hostHere(environment);
  const opening = join(folder.path, "opening.csv");
  await writeFile(opening, OPENING.join("\n"));
  const importing = (...words: readonly string[]) =>
    cartularyHere(["ledger", "import-opening", opening, "--date", "2026-01-01", ...words], environment);
  expect(await importing()).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no mandataire") });
  const client = await administrator(host.url, environment);
  const { id } = await client.createMandataire({ body: { name: "Agence du Port" } });
  await client.createMandataire({ body: { name: "Another" } });
  expect(await importing()).toMatchObject({ code: 2, stderr: expect.stringContaining("--mandataire") });
  const user = ["--user", FIRST.CARTULARY_ADMIN_EMAIL];
  expect(await importing("--mandataire", id, ...user)).toMatchObject({ code: 0, stderr: "" });
  const words = ["ledger", "export", "--format", "hledger", "--year", "2026", "--mandataire", id];
  const journal = await cartularyHere(words, environment);
  expect(journal.stdout).toContain("    467000:PRO0001  -1250.00 EUR  ; Aubry, Anne\n");
});

it("errors of an opening are reported by line, and nothing is written", async () => {
  await using folder = await temporaryFolder();
  const environment = { CARTULARY_DATA: folder.path };
  await using host = await hostHere(environment);
  const client = await administrator(host.url, environment);
  await client.createMandataire({ body: { name: "Agence du Port" } });
  const entered = async (...lines: readonly string[]) => {
    const path = join(folder.path, "opening.csv");
    await writeFile(path, lines.join("\n"));
    return cartularyHere(["ledger", "import-opening", path, "--date", "2026-01-01"], environment);
  };
  const refused = (stderr: string) => ({ code: 1, stdout: "", stderr: expect.stringContaining(stderr) });
  expect(await entered(...OPENING.slice(0, 2), "467000,PRO0001,Anne,,1")).toMatchObject(
    refused("Debits of 125000 cents differ from credits of 1"),
  );
  expect(await entered("account,label")).toMatchObject(refused(`line 1: must be ${HEADER}`));
  expect(await entered(HEADER, "512000,,Banque,12.50,")).toMatchObject(refused("line 2: amounts are whole cents"));
  expect(await entered(HEADER, "", "512999,,Banque,1,", "467000,,Anne,,1")).toMatchObject(
    refused("line 3: account is not in the plan of the book\nline 4: auxiliary can't be blank\n"),
  );
  expect(await entered(HEADER, "512000,,Banque,1,1", "467000,PRO0001,Anne,,1")).toMatchObject(
    refused("line 2: needs a debit or a credit, and not both\n"),
  );
  expect(await entered(HEADER, "512000,,Banque,1,", "706100,,Honoraires,,1")).toMatchObject(
    refused("line 3: account is of class 6 or 7, which no year begins with: enter their result on 120000"),
  );
  expect(await entered(HEADER, "512000,,Banque,10000000000001,", "467000,PRO0001,Anne,,10000000000001")).toMatchObject(
    refused("line 2: needs 10000000000000 cents or less\nline 3: needs"),
  );
  expect((await client.listAccountingEntries()).total).toBe(0);
});

it.each([
  [["ledger", "export"]],
  [["ledger", "export", "--format", "pdf"]],
  [["ledger", "export", "--format", "csv", "--year", "26"]],
  [["ledger", "import-opening"]],
  [["ledger", "import-opening", "one", "two"]],
  [["ledger", "import-opening", "one", "--date", "2026-02-30"]],
])("cartulary %j is wrong usage", async (words) => {
  const { code, stderr } = await cartularyHere(words, {});
  expect(code).toBe(2);
  expect(stderr).toContain(`usage: cartulary ${words.slice(0, 2).join(" ")}`);
});

async function administrator(baseUrl: string, environment: Environment) {
  const words = ["token", "create", "--user", FIRST.CARTULARY_ADMIN_EMAIL, "--scope", "read write admin"];
  return createClient({ baseUrl, token: (await cartularyHere(words, environment)).stdout.trim() });
}
