/** Why a file that somebody named cannot be read, in words. */
export function unreadable(file: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return `${file} cannot be read: ${REASONS[code] ?? (error instanceof Error ? error.message : String(error))}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a directory",
  EACCES: "this user may not read it",
};
