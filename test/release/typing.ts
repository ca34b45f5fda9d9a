import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Consumer, doorsOf } from "./consumer.ts";
import { run } from "./npm.ts";
import { ROOT } from "./packages.ts";

/** The compilers that users have: the last one in JavaScript, and ours. */
const COMPILERS = [join(ROOT, "test/node_modules/typescript/bin/tsc"), join(ROOT, "node_modules/typescript/bin/tsc")];

/** No DOM, and nothing skipped: declarations with unknown names fail. */
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
    const readme = readFileSync(join(consumer.folder, "node_modules", name, "README.md"), "utf8");
    return programsIn(readme, name.slice("@cartulary/".length)).map(({ file, text }) => {
      writeFileSync(join(consumer.folder, "readmes", file), text);
      return join("readmes", file);
    });
  });
}

/** A program of a README, and the file that it is to stand in. */
export interface ReadmeProgram {
  readonly file: string;
  readonly text: string;
}

/** The TypeScript programs of a README. One that begins with `// other.ts` goes to that file, others to `name.ts`. */
export function programsIn(readme: string, name: string): readonly ReadmeProgram[] {
  return [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = ""]) => ({
    file: /^\/\/ (\S+\.ts)\n/.exec(text)?.[1] ?? `${name}.ts`,
    text,
  }));
}

/** The type errors that each compiler reports on a consumer's folder. */
export function typeErrors({ folder }: Consumer): readonly string[] {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS, include: ["**/*.ts"] }));
  return COMPILERS.flatMap((compiler) => {
    const { code, stdout, stderr } = run(process.execPath, [compiler, "-p", "."], folder);
    return code === 0 ? [] : [`${run(process.execPath, [compiler, "--version"], folder).stdout}${stdout}${stderr}`];
  });
}
