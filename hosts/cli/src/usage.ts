/** Words that a command cannot use. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
