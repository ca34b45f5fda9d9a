import { basename, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { NoBagError, PAYLOAD } from "@cartulary/bags";
import { withServer } from "../account/server.ts";
import type { OpenBag } from "../bags/bag-basics.ts";
import { type BagTree, bagTree, parseRecord, parseRecords } from "../bags/bag-records.ts";
import { type BagToImport, importTree } from "../bags/import-tree.ts";
import { openBag } from "../bags/open-bag.ts";
import { idOf, parseArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";
import { UsageError } from "../usage.ts";
import { printFindings, readBag } from "./bag-verify.ts";

/**
 * `cartulary import DIR|ZIP [--workspace ID] [--permissions]`: checks a bag (RFC 8493) whole, then creates its folders and
 * documents with new ids, in a new workspace or in that of `--workspace`, and prints the workspace's id. A bag without our
 * metadata comes in by its files. Exit code 1, with nothing imported, for a bag that is not valid.
 */
export async function importBag(words: readonly string[]): Promise<number> {
  const { path, workspace, permissions, url } = parseOptions(words);
  const { contents, findings } = await readBag(path).catch((error: unknown) => {
    throw error instanceof NoBagError ? new Error(`${path}: ${error.message}`) : error;
  });
  await printFindings(
    findings.filter(({ severity }) => severity === "error"),
    false,
  );
  if (findings.some(({ severity }) => severity === "error"))
    throw new Error(`${path} is not valid: nothing was imported`);
  await using bag = await openBag(path);
  const payload = [...contents.files.keys()].filter((file) => file.startsWith(PAYLOAD));
  const read = async (file: string) => (contents.files.has(file) ? textOf(bag, file) : null);
  const tree = await treeOf(read, payload);
  const root = (await read("metadata/workspace.json")) ?? (await read("metadata/folder.json"));
  const toImport: BagToImport = {
    ...{ bag, tree, name: basename(resolve(path)).replace(/\.zip$/i, "") || "bag" },
    root: root === null ? null : parseRecord("the record of the root", root),
    planCsv: await read("metadata/plan.csv"),
  };
  return await withServer(url, async (server) => {
    const id = await importTree(server, toImport, { ...(workspace && { workspace }), permissions });
    await print(`${id}\n`);
    return 0;
  });
}

async function treeOf(read: (file: string) => Promise<string | null>, payload: readonly string[]): Promise<BagTree> {
  const [folders, documents] = ["metadata/folders.jsonl", "metadata/documents.jsonl"];
  return bagTree(payload, {
    folders: parseRecords(folders ?? "", (await read(folders ?? "")) ?? ""),
    documents: parseRecords(documents ?? "", (await read(documents ?? "")) ?? ""),
  });
}

async function textOf(bag: OpenBag, file: string): Promise<string> {
  const text = bag.decode(await buffer(bag.open(file)), "UTF-8");
  if (text === null) throw new Error(`${file} is not text in UTF-8`);
  return text;
}

interface Options {
  readonly path: string;
  readonly workspace?: string;
  readonly permissions: boolean;
  readonly url?: string;
}

function parseOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: {
      workspace: { type: "string" },
      permissions: { type: "boolean", default: false },
      url: { type: "string" },
    },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError("import takes the path of a folder or of a ZIP");
  const { permissions, url } = values;
  const workspace = idOf<"Workspace">("--workspace", values.workspace);
  return { path, permissions, ...(workspace && { workspace }), ...(url !== undefined && { url }) };
}
