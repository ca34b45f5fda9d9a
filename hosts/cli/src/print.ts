import { once } from "node:events";

/**
 * Writes results to stdout, waiting for a slow reader. When the reader closes the pipe (`| head`), exits with code 1
 * without a message.
 */
export async function print(output: string | Uint8Array): Promise<void> {
  const { stdout } = process;
  if (!stdout.listeners("error").includes(stopReading)) stdout.on("error", stopReading);
  if (!stdout.write(output)) await once(stdout, "drain");
}

function stopReading(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(1);
}
