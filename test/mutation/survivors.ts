import type { PlacedMutation } from "./packages.ts";

/** A mutation that no test can notice, or that none should, and why. */
interface Survivor {
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  readonly reason: string;
}

const SURVIVORS: readonly Survivor[] = [];

/** True if the list has a reason for a mutation that survives. */
export function isExplained({ file, original, replacement }: PlacedMutation): boolean {
  return SURVIVORS.some((each) => each.file === file && each.original === original && each.replacement === replacement);
}
