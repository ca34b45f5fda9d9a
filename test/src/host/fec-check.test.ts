import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { programArguments, startProcess, temporaryFolder } from "../../support/cartulary-process.ts";
import { cartularyHere } from "../../support/command-here.ts";

const HEADER =
  "JournalCode|JournalLib|EcritureNum|EcritureDate|CompteNum|CompteLib|CompAuxNum|CompAuxLib|PieceRef|PieceDate|EcritureLib|Debit|Credit|EcritureLet|DateLet|ValidDate|Montantdevise|Idevise";
const row = (number: string, account: string, debit: string, credit: string) =>
  `BQ|Banque|${number}|20260301|${account}|Compte|||VIR-1|20260301|Virement|${debit}|${credit}|||20260302||`;

it("cartulary fec check prints one finding a line, and whether the file conforms", async () => {
  await using folder = await temporaryFolder();
  const check = async (name: string, ...lines: readonly string[]) => {
    const path = join(folder.path, name);
    await writeFile(path, `${lines.join("\r\n")}\r\n`);
    return cartularyHere(["fec", "check", path], {});
  };
  const good = [HEADER, row("1", "512000", "10,00", "0,00"), row("1", "706000", "0,00", "10,00")];

  expect(await check("123456782FEC20261231.txt", ...good)).toMatchObject({ code: 0, stdout: "" });
  expect(await check("export.txt", ...good)).toMatchObject({
    code: 0,
    stdout: "line 1: warning: the file is not named <SIREN>FEC<closing date AAAAMMJJ>.txt\n",
  });
  const blanks = good.map((line) => line.replaceAll("||", "| |").replaceAll("|0,00|", "|      |"));
  expect(await check("123456782FEC20261231.txt", ...blanks)).toMatchObject({ code: 0, stdout: "" });
  const regime = good.map((line, at) => `${line}|${at === 0 ? "DateRglt|ModeRglt|NatOp" : "20260301|VIR|"}`);
  expect(await check("123456782FEC20261231.txt", ...regime)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^line 1: warning: DateRglt, ModeRglt, NatOp are of article A47 A-1 VIII: [^\n]+BA[^\n]+\n$/,
    ),
  });
  expect(await check("123456782FEC20261231.txt", ...good, row("3", "512000", "1.00", ""))).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^line 4: amount: Debit "1\.00" is no amount: [^\n]+\nline 4: sequence: [^\n]+\n$/),
    stderr: expect.stringContaining("is not conform: 2 findings, 0 warnings"),
  });
  const path = join(folder.path, "123456782FEC20261231.txt");
  const { code, stdout } = await cartularyHere(["fec", "check", path, "--json"], {});
  const findings = stdout.trimEnd().split("\n");
  expect({ code, findings: findings.map((line) => JSON.parse(line)) }).toMatchObject({
    code: 1,
    findings: [
      { line: 4, rule: "amount", message: expect.stringMatching(/^Debit "1\.00"/) },
      { line: 4, rule: "sequence" },
    ],
  });
});

it("cartulary fec check ends with 2 where there is nothing to read, or no file is named", async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, "folder"));
  for (const words of [[], ["one", "two"], [join(folder.path, "nowhere.txt")], [join(folder.path, "folder")]])
    expect(await cartularyHere(["fec", "check", ...words], {})).toMatchObject({ code: 2, stdout: "" });
});

it("cartulary fec check ends silently when its reader closes the pipe", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "123456782FEC20261231.txt");
  const broken = Array.from({ length: 20_000 }, (_, at) => row(String(at + 1), "41", "1.00", "")).join("\n");
  await writeFile(path, `${HEADER}\n${broken}\n`);
  const words = [process.execPath, ...programArguments(["hosts/cli/src/cartulary.ts", "fec", "check", path])];
  await using reading = startProcess("sh", ["-c", '"$@" | head -n 1', "sh", ...words], {});
  await reading.ended;
  expect(reading.output).toEqual({ stdout: expect.stringMatching(/^line 2: amount: [^\n]+\n$/), stderr: "" });
});
