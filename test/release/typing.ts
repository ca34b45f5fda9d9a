import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Consumer, doorsOf } from "./consumer.ts";
import { run } from "./npm.ts";
import { ROOT } from "./packages.ts";

/** The compilers that users have: the last one in JavaScript, and ours. */
const COMPILERS = [join(ROOT, "test/node_modules/typescript/bin/tsc"), join(ROOT, "node_modules/typescript/bin/tsc")];

/** No DOM, and nothing skipped: declarations that say what is not there fail. */
const OPTIONS = {
  ...{ module: "nodenext", target: "es2024", lib: ["es2024"], types: ["node"] },
  ...{ strict: true, skipLibCheck: false, noEmit: true, erasableSyntaxOnly: true, allowImportingTsExtensions: true },
};

/** Writes a file that opens every door of ours, and one for each piece of TypeScript in a README. */
export function writeProbes(consumer: Consumer, names: readonly string[]): readonly string[] {
  const doors = names.flatMap((name) => doorsOf(consumer, name));
  const lines = doors.map((door, at) => `export * as door${at} from ${JSON.stringify(door)};`);
  writeFileSync(join(consumer.folder, "doors.ts"), `${lines.join("\n")}\n`);
  mkdirSync(join(consumer.folder, "readmes"), { recursive: true });
  return names.flatMap((name) => {
    const path = join("readmes", `${name.replace("@cartulary/", "")}.ts`);
    const program = programIn(join(consumer.folder, "node_modules", name, "README.md"));
    if (program === undefined) return [];
    writeFileSync(join(consumer.folder, path), program);
    return [path];
  });
}

/** The lines of TypeScript in a README. */
export function programIn(readme: string): string | undefined {
  if (!existsSync(readme)) return undefined;
  return /^```ts\n(.*?)^```$/ms.exec(readFileSync(readme, "utf8"))?.[1];
}

/** What each compiler finds wrong with a consumer's folder. */
export function typeErrors({ folder }: Consumer): readonly string[] {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS, include: ["**/*.ts"] }));
  return COMPILERS.flatMap((compiler) => {
    const { code, stdout, stderr } = run(process.execPath, [compiler, "-p", "."], folder);
    return code === 0 ? [] : [`${run(process.execPath, [compiler, "--version"], folder).stdout}${stdout}${stderr}`];
  });
}
