import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createBlobs } from "@cartulary/blobs";
import { compose, readConfig, technologyModules, tokens } from "@cartulary/server";
import type { Environment } from "../../support/cartulary-process.ts";
import { archives } from "../../support/document-fixture.ts";
import { steadyClock } from "../../support/fixed-clock.ts";

const MUCH_LATER_MS = 100 * 86_400_000;

/**
 * Files in the blob directory that no document or version refers to, long after the hosts that left them: by then the
 * collector should have removed every one.
 */
export async function unusedFiles(environment: Environment): Promise<readonly string[]> {
  const config = readConfig(environment, { directory: tmpdir(), isTerminal: false });
  if (config.blobs.kind !== "file") throw new TypeError("Only a directory can be looked into");
  const container = await compose(config, await technologyModules(config));
  try {
    const clock = steadyClock(new Date(Date.now() + MUCH_LATER_MS).toISOString());
    container.rebind(tokens.clock).toConstantValue(clock);
    await createBlobs(await container.getAsync(tokens.stores)).collectGarbage();
    const { documents, versions } = await container.getAsync(tokens.archive);
    const all = await archives({ documents, versions });
    const used = new Set<string>(
      all.flatMap((each) => [each.document, ...each.versions].map(({ blobKey }) => blobKey)),
    );
    return (await filesIn(config.blobs.directory)).filter((file) => !used.has(file));
  } finally {
    await container.unbindAllAsync();
  }
}

async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(directory, join(parentPath, name)));
}
