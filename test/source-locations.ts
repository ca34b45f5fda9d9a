import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/**
 * For a bundle: a module still finds its children, fonts and samples from the place of its source. Modules whose path
 * matches `except` find them in the folder of the bundle.
 */
export const keepSourceLocations = (except: readonly RegExp[] = []): Plugin => ({
  name: "as-where-it-stands",
  transform: {
    filter: { id: { exclude: [...except] }, code: /import\.meta\.(?:url|dirname|filename)/ },
    handler(code, id) {
      const places = { url: pathToFileURL(id).href, dirname: dirname(id), filename: id };
      const placed = code.replace(/import\.meta\.(url|dirname|filename)\b/g, (_, key: keyof typeof places) =>
        JSON.stringify(places[key]),
      );
      return { code: placed, map: null };
    },
  },
});
