import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { CHECKED_IN, mayBeShipped, shipped } from "../../release/licences.ts";
import { ROOT } from "../../release/packages.ts";

it("everything that is shipped is under a licence of the list", () => {
  const all = shipped();
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter((each) => !mayBeShipped(each))).toEqual([]);
});

it.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["(GPL-2.0-only OR CC0-1.0)", true],
  ["(MIT AND Apache-2.0)", true],
  ["(MIT AND GPL-3.0-only)", false],
  ["(MIT AND Zlib)", false],
  ["GPL-3.0-only", false],
  ["AGPL-3.0-or-later", false],
  ["SEE LICENSE IN LICENSE", false],
  ["UNLICENSED", false],
  ["", false],
  [null, false],
])("a package under %s may be shipped: %s", (licence, may) => {
  expect(mayBeShipped({ name: "some-package@1.0.0", licence })).toBe(may);
});

it("every checked-in font, WebAssembly file and script of others is in the list", () => {
  const files = globSync("{adapters,hosts,core,contracts}/**/*.{ttf,otf,woff2,wasm,cjs,traineddata,js.txt}", {
    cwd: ROOT,
    exclude: (name) => name === "node_modules" || name === "dist",
  });
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !CHECKED_IN.some((each) => each.files.test(file)))).toEqual([]);
});
