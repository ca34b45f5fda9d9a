import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportBook, writeBook } from "@cartulary/ledger/files";
import { entry, postWorkedExample } from "@cartulary/ledger/testkit";
import { ledgerModule } from "@cartulary/sql/ledger";
import { openTestSqlite } from "@cartulary/sqlite/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { ACCOUNTANT, openBook, type StoredBook } from "../support/book.ts";

const validator = process.env.FEC_VALIDATOR;
if (!validator) process.stderr.write("!!! No FEC_VALIDATOR: the tax office's own tool does not read our file\n");

function hasHledger(): boolean {
  try {
    return execFileSync("hledger", ["--version"], { stdio: "pipe" }).length > 0;
  } catch {
    process.stderr.write("!!! No hledger: nothing but ourselves balances our books\n");
    return false;
  }
}

describe.runIf(hasHledger())("hledger", () => {
  it("balances the worked example, to the same balances, and reads arbitrary labels", async () => {
    const book = await workedExample();
    const awkward = '=x ; date:2026-13-45 [2026-99-99] (a) | "b"  c, @ 1 = 2';
    await book.ledger.post(ACCOUNTANT, [
      entry("OD", "2026-03-31", "P;) date:", `D 512000 1.00 ${awkward}`, `C 512100 1.00 ${awkward}`),
      entry("BANQUE", "2026-03-02", "Late", `D 512000 1.00 Late`, `C 512100 1.00 Late`),
      entry("BANQUE", "2026-03-30", "Back", `D 512100 1.00 Back`, `C 512000 1.00 Back`),
    ]);
    const journal = await exportBook(book.transact, { year: null }, async (lines) => {
      let text = "";
      for await (const piece of writeBook(lines, "hledger")) text += piece;
      return text;
    });
    const hledger = (...words: readonly string[]) =>
      execFileSync("hledger", ["-f", "-", ...words], { input: journal, encoding: "utf8" });
    expect(hledger("check", "balancednoautoconversion", "commodities", "ordereddates")).toBe("");
    expect(
      hledger("bal", "--no-total")
        .trim()
        .split(/\n/)
        .map((line) => line.trim()),
    ).toEqual(["-11.29 EUR  445710", "1.00 EUR  512000", "66.74 EUR  512100", "-56.45 EUR  706100"]);
  });
});

describe.runIf(validator !== undefined && validator !== "")("The tax office's own tool", () => {
  it("finds the worked example conform (fec.md 1.2)", async () => {
    const book = await workedExample();
    const folder = mkdtempSync(join(tmpdir(), "cartulary-fec-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "123456782FEC20261231.txt");
    writeFileSync(path, (await book.file()).text);
    const report = execFileSync("sh", ["-c", `${validator} "$1"`, "validator", path], { encoding: "utf8" });
    expect(report).toContain("apparaît conforme aux dispositions de l'article A.47 A-1");
  });
});

async function workedExample(): Promise<StoredBook> {
  const database = await openTestSqlite([ledgerModule]);
  onTestFinished(() => database.close());
  const book = await openBook(database);
  await postWorkedExample(book, ACCOUNTANT);
  return book;
}
