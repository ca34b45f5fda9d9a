/**
 * Returns the URL of a sibling module with the extension of the calling module: `name.ts` in source, `name.js` after a
 * build. For the entry of a child: `siblingModule(import.meta.url, "child")`.
 */
export function siblingModule(ownUrl: string, name: string): URL {
  const ending = ownUrl.slice(ownUrl.lastIndexOf("."));
  return new URL(`./${name}${ending}`, ownUrl);
}

/**
 * Options with which a child resolves our packages like its parent: as sources in a checkout. An installed package has
 * no runnable sources, even for a program in TypeScript.
 */
export const SOURCE_OPTIONS: readonly string[] = import.meta.url.endsWith(".ts")
  ? ["--conditions=@cartulary/source"]
  : [];
