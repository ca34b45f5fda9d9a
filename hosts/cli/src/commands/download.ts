import { lstat } from "node:fs/promises";
import { printable } from "../account/refusals.ts";
import { withServer } from "../account/server.ts";
import { print } from "../print.ts";
import type { StoredDocument } from "../transfer/content.ts";
import { printContent, saveContent } from "../transfer/incoming-content.ts";
import { localName } from "../transfer/local-name.ts";
import { isThere } from "../transfer/part-file.ts";
import { removeOldStates } from "../transfer/resume-store.ts";
import { createTransfer, type Transfer } from "../transfer/transfer.ts";
import { UsageError } from "../usage.ts";
import { idOf, noMore, wordsOf } from "../words.ts";

/** Standard output. */
const STDOUT = "-";

/**
 * `cartulary download ID`: writes a document's bytes to a file of its name, which must not be there yet, to the one that
 * `--output` names, or to standard output. Prints `<document id>\t<file>`. The same command goes on where an
 * interrupted one stopped; nothing stands under the file's name before its digest is the document's.
 */
export async function download(words: readonly string[]): Promise<number> {
  const { values, positionals } = wordsOf({
    args: [...words],
    allowPositionals: true,
    options: { output: { type: "string" }, url: { type: "string" }, json: { type: "boolean" } },
  });
  const [word, ...more] = positionals;
  noMore("download", more);
  const id = idOf<"Document">("download", word);
  if (id === undefined) throw new UsageError("download takes the id of a document");
  if (values.output === STDOUT && values.json) throw new UsageError("standard output is for the bytes: no --json");
  return withServer(values.url, async (server) => {
    const transfer = createTransfer(server);
    await removeOldStates(Date.now());
    const document = await server.client.getDocument({ params: { id } });
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
  const { id, name, byteSize: byte_size, sha256 } = document;
  await print(json ? `${JSON.stringify({ id, name, file, byte_size, sha256 })}\n` : `${id}\t${printable(file)}\n`);
}

async function requireFree(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null);
  if (found) throw isThere(file);
}
