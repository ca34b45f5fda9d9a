import type { Id } from "@cartulary/kernel";
import { type Host, tokens } from "@cartulary/server";
import { withHost } from "../host.ts";
import { createProgress } from "../progress.ts";
import { UsageError } from "../usage.ts";
import { idOf, noMore, wordsOf } from "../words.ts";

/**
 * `cartulary reindex`: has the texts of documents read anew, of one, of those that could not be read, or of all, which is
 * what no option means. It only says so to the hosts that serve, now or later: what they have of a text is found until they
 * have read it again. Exit code 1 where there is no such document.
 */
export async function reindex(words: readonly string[]): Promise<number> {
  const { values, positionals } = wordsOf({
    args: [...words],
    options: {
      document: { type: "string" },
      failed: { type: "boolean", default: false },
      all: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  noMore("reindex", positionals);
  const { failed, all, json } = values;
  const document = idOf<"Document">("--document", values.document);
  if (Number(document !== undefined) + Number(failed) + Number(all) > 1) {
    throw new UsageError("reindex takes one of --document, --failed and --all");
  }
  return withHost(async (host) => {
    const count = document ? await one(host, document) : await many(host, failed ? "failed" : "all");
    if (count === null) {
      process.stderr.write(`There is no document ${document}\n`);
      return 1;
    }
    const texts = count === 1 ? "text waits" : "texts wait";
    process.stdout.write(json ? `${JSON.stringify({ documents: count })}\n` : `${count} ${texts} to be read anew\n`);
    return 0;
  });
}

/** `null` where there is no such document. */
async function one(host: Host, document: Id<"Document">): Promise<number | null> {
  const { rereading } = await host.getAsync(tokens.archive);
  return (await rereading.one(document)) ? 1 : null;
}

async function many(host: Host, which: "all" | "failed"): Promise<number> {
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
