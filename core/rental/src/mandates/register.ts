import type { CodeStore } from "../estate/store.ts";

/** What the register counts under, beside the codes of people. */
const REGISTER = "mandate";

/**
 * The next numbers of the register of mandates, in order and without a gap: what is rolled back gives them back, and
 * whoever wants some meanwhile waits.
 */
export async function registerNumbers(codes: CodeStore, count: number): Promise<readonly number[]> {
  const last = await codes.lock(REGISTER);
  await codes.set(REGISTER, last + count);
  return Array.from({ length: count }, (_, index) => last + index + 1);
}
