import { DamagedBackupError } from "@cartulary/blobs";
import { createFsBackupFolder } from "@cartulary/blobs-fs";
import { MissingToolError } from "@cartulary/kernel";
import { tokens } from "@cartulary/server";
import { printFindings } from "../findings.ts";
import { withHost } from "../host.ts";
import { parseArguments, rejectExtraArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary backup DIR [--check]`: writes the database and its blobs to a folder while hosts serve; into the same
 * folder again, only new blobs. `--check` then reads everything back. Exit code 2 without pg_dump, where the database
 * needs it.
 */
export async function backup(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { check: { type: "boolean", default: false } },
  });
  const directory = directoryOf("backup", positionals);
  return reporting((show) =>
    withHost(async (host) => {
      // Before the database is opened, which may need a migration.
      await host.get(tokens.databaseBackup).requireTools();
      const service = await host.getAsync(tokens.backup);
      const folder = createFsBackupFolder({ directory });
      const { blobs, blobBytes } = await service.save(folder, (done) => show(`${done} blobs copied`));
      if (values.check) await service.check(folder, (done) => show(`${done} blobs read back`));
      await print(`${directory} has the database and ${blobs} blobs of ${blobBytes} bytes\n`);
      return 0;
    }),
  );
}

/**
 * `cartulary restore DIR`: restores a backup into an empty database and an empty blob store, then verifies them. Exit
 * code 1, without a change, when the backup is damaged or the targets are not empty.
 */
export async function restore(words: readonly string[]): Promise<number> {
  const { positionals } = parseArguments({ args: [...words], allowPositionals: true, options: {} });
  const directory = directoryOf("restore", positionals);
  return reporting((show, clear) =>
    withHost(
      async (host) => {
        const folder = createFsBackupFolder({ directory });
        const { blobs, blobBytes } = await (await host.getAsync(tokens.restore)).load(folder, (step, done) =>
          show(`${done} blobs ${step === "check" ? "checked" : "restored"}`),
        );
        clear();
        await print(`The database and ${blobs} blobs of ${blobBytes} bytes are restored\n`);
        return printFindings(host);
      },
      { inspecting: true, creates: true },
    ),
  );
}

function directoryOf(command: string, positionals: readonly string[]): string {
  const [directory, ...more] = positionals;
  if (directory === undefined) throw new UsageError(`${command} takes the path of a folder`);
  rejectExtraArguments(command, more);
  return directory;
}

/** Shows progress, prints damage line by line, and the commands that replace a missing program (exit code 2). */
async function reporting(work: (show: (text: string) => void, clear: () => void) => Promise<number>): Promise<number> {
  const progress = createProgress(process.stderr);
  try {
    return await work(progress.show, progress.clear);
  } catch (error) {
    progress.clear();
    if (error instanceof DamagedBackupError) await print(error.damage.map((line) => `${line}\n`).join(""));
    if (!(error instanceof MissingToolError)) throw error;
    process.stderr.write(
      `cartulary: ${error.message}. By hand:\n${error.commands.map((line) => `  ${line}\n`).join("")}`,
    );
    process.stderr.write("Copy the blobs of BLOBS_URL after the database, and bring them back before it.\n");
    return 2;
  } finally {
    progress.clear();
  }
}
