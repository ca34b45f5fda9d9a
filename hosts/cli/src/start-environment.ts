import type { StartEnvironment } from "@cartulary/server";

export function startEnvironment(): StartEnvironment {
  return { directory: process.cwd(), isTerminal: process.stdout.isTTY ?? false };
}
