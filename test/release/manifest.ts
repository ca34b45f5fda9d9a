import type { Manifest, Package, Versions } from "./packages.ts";

/** A whole server requires the Node.js that the tests run on; a library requires one that is still maintained. */
const LEAST_NODE = ">=22";
const LEAST_NODE_OF_HOSTS = ">=24.21.0";
const WHOLE_SERVERS: readonly string[] = ["hosts/server", "hosts/node", "hosts/cli"];
/** These run on no Node.js: their package.json says itself on what. */
const OTHER_RUNTIMES: readonly string[] = ["hosts/bun", "hosts/deno"];

const PREPACK = "node ../../hosts/node/bin/on-node.mjs test/release/build.ts";

/**
 * A package.json with all that follows from a rule put right: what every package of ours says in the same words, and the
 * exact version of ours that it works with. What only its author knows stays as it is.
 */
export function ruledManifest({ folder, manifest }: Package, version: string): Manifest {
  const { name, description, keywords, exports, files, engines, scripts, ...rest } = manifest;
  const { version: _, license, type, sideEffects, devDependencies, ...others } = rest;
  return {
    ...{ name, version, description: description ?? "", keywords: keywords ?? [], license: "MIT", type: "module" },
    sideEffects: false,
    ...(exports && { exports }),
    files: [...new Set(["CHANGELOG.md", "dist", "src", ...(files ?? [])])].sort(),
    engines: OTHER_RUNTIMES.includes(folder) && engines ? engines : { node: leastNode(folder) },
    scripts: { ...scripts, prepack: PREPACK },
    ...ruledVersions(others, version),
    ...(devDependencies && { devDependencies: exactly(devDependencies, version) }),
  } as Manifest;
}

function leastNode(folder: string): string {
  return WHOLE_SERVERS.includes(folder) ? LEAST_NODE_OF_HOSTS : LEAST_NODE;
}

/** Every list of dependencies of a manifest names our own packages by their exact version. */
function ruledVersions<Fields extends object>(fields: Fields, version: string): Fields {
  const ruled = Object.entries(fields).map(([key, value]) => [
    key,
    key.endsWith("ependencies") ? exactly(value, version) : value,
  ]);
  return Object.fromEntries(ruled) as Fields;
}

function exactly(versions: Versions, version: string): Versions {
  return Object.fromEntries(
    Object.entries(versions).map(([name, wanted]) => [name, name.startsWith("@cartulary/") ? version : wanted]),
  );
}
