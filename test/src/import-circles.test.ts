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

/** The room that a file of a package's src lies in; `null` for the files at the door. */
const roomOf = (file: string): string | null => /^[^/]+\/[^/]+\/src\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;

/** Which room imports from which other one. */
function betweenRooms(imports: Arrows): Arrows {
  const rooms = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const from = roomOf(file);
    for (const to of [...targets].map(roomOf)) {
      if (from && to && from !== to) rooms.set(from, (rooms.get(from) ?? new Set()).add(to));
    }
  }
  return rooms;
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

it("no file imports itself by way of others, not for a type either", () => {
  expect(sources.size).toBeGreaterThan(500);
  expect(circleIn(sources)).toBeNull();
  expect(circleIn(importsOf("test/**/*.ts"))).toBeNull();
});

it("no room of a package imports from another one that imports from it", () => {
  const rooms = betweenRooms(sources);
  expect(rooms.size).toBeGreaterThan(5);
  expect(circleIn(rooms)).toBeNull();
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
