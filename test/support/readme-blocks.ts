import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const readme = readFileSync(join(resolve(import.meta.dirname, "../.."), "README.md"), "utf8");
/** What is told of the demonstration is tried on it: `readme-billing.long.test.ts`. */
const [before = "", after = ""] = readme.split(/^## Bill a month$.*?(?=^## Take in)/ms);

/** Every block of the README between fences, but for that chapter's. */
export const fenced: readonly { readonly language: string; readonly text: string }[] = [
  ...(before + after).matchAll(/^```(\w*)\n(.*?)^```$/gms),
].map(([, language = "", text = ""]) => ({ language, text }));

export const blocksOf = (language: string): readonly string[] =>
  fenced.filter((block) => block.language === language).map(({ text }) => text);
