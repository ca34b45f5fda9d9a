import { lstat } from "node:fs/promises";
import { escapeForTerminal } from "../account/error-messages.ts";
import { withServer } from "../account/server.ts";
import { idOf, parseArguments, rejectExtraArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";
import { localName } from "../transfer/local-name.ts";
import { alreadyExists } from "../transfer/part-file.ts";
import type { StoredDocument } from "../transfer/resumable-download.ts";
import { removeOldStates } from "../transfer/resume-store.ts";
import { printContent, saveContent } from "../transfer/save-download.ts";
import { createTransfer, type Transfer } from "../transfer/transfer.ts";
import { UsageError } from "../usage.ts";

const STDOUT = "-";

/**
 * `cartulary download ID`: writes a document to a new file of its name, to the file of `--output`, or to standard
 * output. Prints `<document id>\t<file>`. Resumes an interrupted download. The file appears only after its digest was
 * verified.
 */
export async function download(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { output: { type: "string" }, url: { type: "string" }, json: { type: "boolean" } },
  });
  const [argument, ...more] = positionals;
  rejectExtraArguments("download", more);
  const id = idOf<"Document">("download", argument);
  if (id === undefined) throw new UsageError("download takes the id of a document");
  if (values.output === STDOUT && values.json) throw new UsageError("--json cannot be combined with standard output");
  return withServer(values.url, async (server) => {
    const transfer = createTransfer(server);
    await removeOldStates(Date.now());
    const document = await server.client.getDocument({ id });
    try {
      if (values.output === STDOUT) await printContent(transfer, document);
      else await save(transfer, document, values);
      return 0;
    } finally {
      transfer.progress.clear();
    }
  });
}

interface Options {
  readonly output?: string | undefined;
  readonly json?: boolean | undefined;
}

async function save(transfer: Transfer, document: StoredDocument, { output, json }: Options): Promise<void> {
  const file = output ?? localName(document.name);
  if (output === undefined) await requireFree(file);
  await saveContent(transfer, document, file, output !== undefined);
  transfer.progress.clear();
  const { id, name, byte_size, sha256 } = document;
  await print(
    json ? `${JSON.stringify({ id, name, file, byte_size, sha256 })}\n` : `${id}\t${escapeForTerminal(file)}\n`,
  );
}

async function requireFree(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null);
  if (found) throw alreadyExists(file);
}
