import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);

/** A normalisation before the limits would be quadratic in the number of combining marks of a request. */
it("is done in one place, which takes a step for each character", () => {
  const files = globSync("{core,contracts,adapters,hosts}/*/src/**/*.{ts,tsx}", { cwd: ROOT.pathname });
  expect(files.length).toBeGreaterThan(300);
  const normalising = files.filter((file) =>
    /(?<!\b\w*[rR]ule)\.normalize\(/.test(readFileSync(new URL(file, ROOT), "utf8")),
  );
  expect(normalising).toEqual(["core/kernel/src/text/normalisation.ts"]);
});
