/** A version, as three numbers. */
export type Version = readonly [major: number, minor: number, patch: number];

/** The least version of each runtime that something needs. What is not named is not looked at. */
export interface LeastVersions {
  readonly node: Version;
  readonly bun?: Version;
  readonly deno?: Version;
}

/** What is read of the platform; a browser has nothing of it. */
interface Platform {
  readonly process?: {
    readonly versions?: { readonly node?: string; readonly bun?: string; readonly deno?: string };
    readonly stderr: { write(text: string): unknown };
    exit(code: number): never;
  };
}

/**
 * Ends a process that runs on an older runtime, with one line that says what is needed. What our packages are built on would
 * end it later, without a word: native code for a newer Node.js by a segmentation fault.
 */
export function requireRuntime({ node, bun, deno }: LeastVersions): void {
  const { versions } = (globalThis as Platform).process ?? {};
  if (versions?.bun !== undefined) requireVersion("Bun", versions.bun, bun);
  else if (versions?.deno !== undefined) requireVersion("Deno", versions.deno, deno);
  else if (versions?.node !== undefined) requireVersion("Node.js", versions.node, node);
}

/** What every library of ours needs. */
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
