import type { CodeStore } from "../../agency/ports.ts";

/** Counter of the register, next to those of accounting codes. */
const REGISTER = "mandate";

/**
 * Returns the next numbers of the register of mandates. They are gap-free: the counter is locked until the transaction
 * ends, and a rollback restores it.
 */
export async function registerNumbers(codes: CodeStore, count: number): Promise<readonly number[]> {
  const last = await codes.lock(REGISTER);
  await codes.set(REGISTER, last + count);
  return Array.from({ length: count }, (_, index) => last + index + 1);
}
