/**
 * The path of a module beside the one that asks, in the form in which that one runs itself: `name.ts` from source,
 * `name.js` when it was built. For the entry of a child: `siblingModule(import.meta.url, "child")`.
 */
export function siblingModule(ownUrl: string, name: string): URL {
  const ending = ownUrl.slice(ownUrl.lastIndexOf("."));
  return new URL(`./${name}${ending}`, ownUrl);
}

/**
 * Options by which a child finds our packages where its parent does: as sources in our own checkout. A program that
 * installed them has no sources that run, also where its own modules are TypeScript.
 */
export const SOURCE_OPTIONS: readonly string[] = import.meta.url.endsWith(".ts")
  ? ["--conditions=@cartulary/source"]
  : [];
