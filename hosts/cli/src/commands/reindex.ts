import type { Id } from "@cartulary/kernel";
import { type Host, tokens } from "@cartulary/server";
import { withHost } from "../host.ts";
import { idOf, parseArguments, rejectExtraArguments } from "../parse-arguments.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary reindex`: marks the texts of documents to be read again: of one document, of those with missing text, or
 * of all (default). Running hosts read them; until then the previous text is found. Exit code 1 when the document does
 * not exist.
 */
export async function reindex(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...words],
    options: {
      document: { type: "string" },
      failed: { type: "boolean", default: false },
      all: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  rejectExtraArguments("reindex", positionals);
  const { failed, all, json } = values;
  const document = idOf<"Document">("--document", values.document);
  if (Number(document !== undefined) + Number(failed) + Number(all) > 1) {
    throw new UsageError("reindex takes one of --document, --failed and --all");
  }
  return withHost(async (host) => {
    const count = document ? await reindexOne(host, document) : await reindexMany(host, failed ? "failed" : "all");
    if (count === null) {
      process.stderr.write(`There is no document ${document}\n`);
      return 1;
    }
    const texts = count === 1 ? "text waits" : "texts wait";
    process.stdout.write(json ? `${JSON.stringify({ documents: count })}\n` : `${count} ${texts} to be read again\n`);
    return 0;
  });
}

/** Returns `null` when the document does not exist. */
async function reindexOne(host: Host, document: Id<"Document">): Promise<number | null> {
  const { rereading } = await host.getAsync(tokens.archive);
  return (await rereading.one(document)) ? 1 : null;
}

async function reindexMany(host: Host, which: "all" | "failed"): Promise<number> {
  const { rereading } = await host.getAsync(tokens.archive);
  const progress = createProgress(process.stderr);
  let count = 0;
  try {
    for await (const marked of rereading.many(which)) {
      count += marked;
      progress.show(`${count} documents`);
    }
  } finally {
    progress.clear();
  }
  return count;
}
