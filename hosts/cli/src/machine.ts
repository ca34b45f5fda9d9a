import type { Surroundings } from "@cartulary/server";

/** Where the command was typed. */
export function surroundings(): Surroundings {
  return { directory: process.cwd(), isTerminal: process.stdout.isTTY ?? false };
}
