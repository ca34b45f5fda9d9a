/** Returns the message for a file that cannot be read. */
export function fileErrorMessage(file: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return `${file} cannot be read: ${REASONS[code] ?? (error instanceof Error ? error.message : String(error))}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "file not found",
  ENOTDIR: "file not found",
  EISDIR: "it is a directory",
  EACCES: "permission denied",
};
