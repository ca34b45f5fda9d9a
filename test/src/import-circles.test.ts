import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url).pathname;
const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*"(\.{1,2}\/[^"]+)"/g;

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

/** Each file's relative imports, of types too: what erases at run time still has to be read together. */
function importsOf(pattern: string): Arrows {
  const files = globSync(pattern, { cwd: ROOT }).filter((file) => !file.includes("node_modules"));
  return new Map(
    files.map((file) => {
      const imported = readFileSync(join(ROOT, file), "utf8").matchAll(IMPORTED);
      return [file, new Set([...imported].map(([, path = ""]) => join(dirname(file), path)))];
    }),
  );
}

/** Matches the folder of a file in a package's src; no match for files directly in src. */
const ROOM = /^[^/]+\/[^/]+\/src\/[^/]+(?=\/)/;
/** Matches the folder of a file in a wing of rental. */
const ROOM_OF_WING = /^core\/rental\/src\/[^/]+\/[^/]+(?=\/)/;

/** Which room imports from which other one. */
function betweenRooms(imports: Arrows, room = ROOM): Arrows {
  const roomOf = (file: string) => room.exec(file)?.[0] ?? null;
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const from = roomOf(file);
    for (const to of [...targets].map(roomOf)) {
      if (from && to && from !== to) rooms.set(from, (rooms.get(from) ?? new Set()).add(to));
    }
  }
  return rooms;
}

/** The wings of rental, each with the wings that it may import. */
const WINGS: Readonly<Record<string, readonly string[]>> = {
  agency: [],
  property: ["agency"],
  accounting: ["agency", "property"],
  billing: ["agency", "property", "accounting"],
  money: ["agency", "property", "accounting", "billing"],
  incidents: ["agency", "property"],
  letters: ["agency", "property", "accounting", "billing", "money"],
};

/** Folders with a folder for each wing that they have something of. */
const RENTAL = [
  ...["core/rental/src", "core/rental/test"],
  ...["adapters/sql/src/rental", "contracts/wire/src/rental", "contracts/ports/src/rental"],
  "hosts/http/src/operations",
];

/** The imports of a wing's files from above it: from a higher wing, or from the files above all wings. */
function upwardImports(imports: Arrows, folder: string): readonly string[] {
  const partOf = (file: string) => (file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : "");
  return [...imports].flatMap(([file, targets]) => {
    const [wing = ""] = partOf(file).split("/");
    const below = WINGS[wing];
    if (!below) return [];
    const isAbove = (target: string) => {
      const [room, ...rest] = partOf(target).split("/");
      return rest.length > 0 && room !== wing && !below.includes(room ?? "");
    };
    return [...targets].filter(isAbove).map((target) => `${file} -> ${target}`);
  });
}

/** A circle, as what leads from one to the next; `null` where there is none. */
function circleIn(arrows: Arrows): string | null {
  const finished = new Set<string>();
  const search = (at: string, way: readonly string[]): string | null => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at].join(" -> ");
    if (finished.has(at)) return null;
    for (const next of arrows.get(at) ?? []) {
      const circle = search(next, [...way, at]);
      if (circle) return circle;
    }
    finished.add(at);
    return null;
  };
  for (const start of arrows.keys()) {
    const circle = search(start, []);
    if (circle) return circle;
  }
  return null;
}

const sources = importsOf("{core,contracts,adapters,hosts}/*/{src,test}/**/*.{ts,tsx}");

it("no file imports itself through others, not for a type either", () => {
  expect(sources.size).toBeGreaterThan(500);
  expect(circleIn(sources)).toBeNull();
  expect(circleIn(importsOf("test/**/*.ts"))).toBeNull();
});

it("no room of a package imports from another one that imports from it", () => {
  const rooms = betweenRooms(sources);
  expect(rooms.size).toBeGreaterThan(5);
  expect(circleIn(rooms)).toBeNull();
});

it("no room of a wing of rental imports from another one that imports from it", () => {
  expect(circleIn(betweenRooms(sources, ROOM_OF_WING))).toBeNull();
});

it.each(RENTAL)("wings of %s import the wings below them alone", (folder) => {
  expect(upwardImports(sources, folder)).toEqual([]);
});

it("no wing of core/rental imports a file above the wings", () => {
  const above = [...sources].flatMap(([file, targets]) => {
    const [, wing = ""] = /^core\/rental\/src\/([^/]+)\//.exec(file) ?? [];
    return wing in WINGS ? [...targets].filter((target) => /^core\/rental\/src\/[^/]+$/.test(target)) : [];
  });
  expect(above).toEqual([]);
});

it("finds an import of a higher wing, and one of a file above the wings", () => {
  const arrows: Arrows = new Map([
    ["a/property/x.ts", new Set(["a/agency/y.ts", "a/money/y.ts", "a/property/y.ts", "b/money/y.ts"])],
    ["a/incidents/x.ts", new Set(["a/property/y.ts", "a/daily/y.ts"])],
    ["a/daily/x.ts", new Set(["a/money/y.ts"])],
  ]);
  expect(upwardImports(arrows, "a")).toEqual(["a/property/x.ts -> a/money/y.ts", "a/incidents/x.ts -> a/daily/y.ts"]);
});

it("a circle of a type alone and one of rooms are found", () => {
  const arrows: Arrows = new Map([
    ["core/a/src/x/one.ts", new Set(["core/a/src/y/two.ts"])],
    ["core/a/src/y/two.ts", new Set(["core/a/src/y/three.ts"])],
    ["core/a/src/y/three.ts", new Set(["core/a/src/x/four.ts"])],
  ]);
  expect(circleIn(arrows)).toBeNull();
  expect(circleIn(betweenRooms(arrows))).toBe("core/a/src/x -> core/a/src/y -> core/a/src/x");
  expect('import type { A } from "./a.ts";'.match(IMPORTED)).toHaveLength(1);
});
