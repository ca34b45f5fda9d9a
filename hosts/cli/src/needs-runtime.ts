/**
 * Refuses an older runtime in one line. The first import of the command: without it the SQLite driver, built for a newer
 * one, ends the process with a segmentation fault and not a word.
 */
const LEAST = { bun: [1, 4, 5], deno: [2, 9, 6], node: [24, 21, 0], nodeNotPinned: [22, 18, 0] } as const;

/** Where npm has the Node.js that the project is pinned to. */
const PINNED_PLATFORMS = ["linux-arm64", "linux-x64", "win32-x64"];

const { bun, deno, node } = process.versions;
if (bun !== undefined) requireVersion("Bun", bun, LEAST.bun);
else if (deno !== undefined) requireVersion("Deno", deno, LEAST.deno);
else {
  const isPinned = PINNED_PLATFORMS.includes(`${process.platform}-${process.arch}`);
  requireVersion("Node.js", node, isPinned ? LEAST.node : LEAST.nodeNotPinned);
}

function requireVersion(name: string, version: string, least: readonly [number, number, number]): void {
  const parts = version.split(".").map((part) => Number.parseInt(part, 10));
  const difference = least.map((part, index) => (parts[index] ?? 0) - part).find((each) => each !== 0) ?? 0;
  if (difference >= 0) return;
  process.stderr.write(`Cartulary needs ${name} ${least.join(".")} or newer; this is ${version}\n`);
  process.exit(1);
}

export {};
