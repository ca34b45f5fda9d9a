/**
 * Mutates the packages whose rules matter most, one place at a time, and counts what their tests notice:
 * `npm run test:mutation [PACKAGE…] [FILE…]`, where a file is a path of a source from the root. Fails below the score of
 * a package, or if a mutation survives without a reason in `survivors.ts`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, normalize, resolve } from "node:path";
import { type MutatedPackage, PACKAGES, type PlacedMutation, placedMutations } from "./packages.ts";
import { isExplained } from "./survivors.ts";
import type { Line } from "./test-runner.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const files = process.argv
  .slice(2)
  .filter((word) => word.includes("/"))
  .map((path) => normalize(path));
const names = process.argv.slice(2).filter((word) => !word.includes("/"));
let failed = 0;
for (const each of PACKAGES) {
  if (names.length === 0 || names.includes(each.name)) failed += (await report(each)) ? 0 : 1;
}
process.exitCode = failed === 0 ? 0 : 1;

/** Prints the score of a package and its survivors; returns whether it is high enough. */
async function report(mutated: MutatedPackage): Promise<boolean> {
  const placed = placedMutations(mutated, files);
  if (placed.length === 0) return true;
  const lines = await tried(mutated);
  const idsOf = (verdict: Line["verdict"]) =>
    new Set(lines.filter((line) => line.verdict === verdict).map(({ id }) => id));
  const [killed, reached, outside] = [idsOf("killed"), idsOf("reached"), idsOf("outside")];
  // A constant that is made when its module is loaded stays as it is.
  const counted = placed.filter(({ id }) => killed.has(id) || reached.has(id) || !outside.has(id));
  const survivors = counted.filter(({ id }) => !killed.has(id));
  const equivalent = survivors.filter(isExplained);
  const score = (100 * killed.size) / Math.max(1, counted.length - equivalent.length);
  for (const survivor of survivors.filter((each) => !isExplained(each))) {
    console.log(`${reached.has(survivor.id) ? "survived " : "unreached"} ${textOf(survivor)}`);
  }
  console.log(
    `${mutated.name}: ${score.toFixed(1)} % (${killed.size} of ${counted.length} killed, ${equivalent.length} explained,` +
      ` ${placed.length - counted.length} made at loading)`,
  );
  return score >= mutated.scoreMin;
}

function textOf({ file, line, operator, original, replacement }: PlacedMutation): string {
  return `${file}:${line} ${operator}: ${short(original)} → ${short(replacement)}`;
}

function short(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 70);
}

async function tried({ name }: MutatedPackage): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), "cartulary-mutation-"));
  // Vitest keeps transformed modules there, those of other runs without mutations.
  rmSync(join(ROOT, "node_modules/.vitest-cache"), { recursive: true, force: true });
  try {
    const log = join(folder, "log");
    const words = ["run", "--config", "vitest.mutation.config.ts", "--reporter=dot"];
    const child = spawn(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), ...words], {
      cwd: ROOT,
      stdio: ["ignore", 2, 2],
      env: {
        ...process.env,
        CARTULARY_MUTATED: name,
        CARTULARY_MUTATED_FILES: files.join(","),
        CARTULARY_MUTATION_LOG: log,
        CARTULARY_TEST_SPARING: "1",
      },
    });
    await once(child, "close");
    return readFileSync(log, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
