import { stat } from "node:fs/promises";
import type { OpenBag } from "./bag-basics.ts";
import { folderBag } from "./folder-bag.ts";
import { zipBag } from "./zip-bag.ts";

/** Opens the bag in a folder or in a ZIP. Throws where there is neither, or where a ZIP must not be read. */
export async function openBag(path: string): Promise<OpenBag> {
  return (await stat(path)).isDirectory() ? folderBag(path) : zipBag(path);
}
