import { contentVersion } from "@cartulary/http/pages";
import { SCRIPT } from "./script.ts";

/** The path of the script; another script has another path. */
export const SCRIPT_PATH: string = `/assets/console-${contentVersion(SCRIPT)}.js`;
