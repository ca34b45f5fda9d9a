export type Version = readonly [major: number, minor: number, patch: number];

/** Minimum versions by runtime. Runtimes that are absent are not checked. */
export interface LeastVersions {
  readonly node: Version;
  readonly bun?: Version;
  readonly deno?: Version;
}

/** The part of the platform that is read; browsers have none of it. */
interface Platform {
  readonly process?: {
    readonly versions?: { readonly node?: string; readonly bun?: string; readonly deno?: string };
    readonly stderr: { write(text: string): unknown };
    exit(code: number): never;
  };
}

/**
 * Exits the process with one line on stderr if the runtime is too old. Otherwise native code for a newer Node.js would
 * crash with a segmentation fault and no message.
 */
export function requireRuntime({ node, bun, deno }: LeastVersions): void {
  const { versions } = (globalThis as Platform).process ?? {};
  if (versions?.bun !== undefined) requireVersion("Bun", versions.bun, bun);
  else if (versions?.deno !== undefined) requireVersion("Deno", versions.deno, deno);
  else if (versions?.node !== undefined) requireVersion("Node.js", versions.node, node);
}

/** Requires the minimum version for our libraries. */
export function requireLibraryRuntime(): void {
  requireRuntime({ node: [22, 0, 0] });
}

function requireVersion(name: string, version: string, least: Version = [0, 0, 0]): void {
  const parts = version.split(".").map((part) => Number.parseInt(part, 10));
  const difference = least.map((part, index) => (parts[index] ?? 0) - part).find((each) => each !== 0) ?? 0;
  if (difference >= 0) return;
  const { process } = globalThis as Platform;
  process?.stderr.write(`Cartulary needs ${name} ${least.join(".")} or newer; this is ${version}\n`);
  process?.exit(1);
}
