import { once } from "node:events";

/**
 * Writes what a command found to stdout, at the pace of whoever reads it. A reader who has seen enough (`| head`) ends the
 * process with code 1 and without a word: nothing failed, and nobody is left to tell.
 */
export async function print(found: string | Uint8Array): Promise<void> {
  const { stdout } = process;
  if (!stdout.listeners("error").includes(stopReading)) stdout.on("error", stopReading);
  if (!stdout.write(found)) await once(stdout, "drain");
}

function stopReading(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(1);
}
