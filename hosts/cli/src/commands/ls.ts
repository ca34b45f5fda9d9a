import type { FolderId } from "@cartulary/documents";
import type { Condition } from "@cartulary/kernel";
import { type Client, DocumentRecord, FolderRecord, writeShape } from "@cartulary/wire";
import { printable } from "../account/refusals.ts";
import { withServer } from "../account/server.ts";
import { print } from "../print.ts";
import { idOf, noMore, wordsOf } from "../words.ts";

/**
 * `cartulary ls [FOLDER]`: what lies in a folder, folders first, each by name; without FOLDER what lies in none. One line
 * each, `<id>\t<name>`, a folder's name with a slash. With `--json` an array of the records.
 */
export async function ls(words: readonly string[]): Promise<number> {
  const { values, positionals } = wordsOf({
    args: [...words],
    allowPositionals: true,
    options: { url: { type: "string" }, json: { type: "boolean" } },
  });
  const [word, ...more] = positionals;
  noMore("ls", more);
  const folder = idOf<"Folder">("FOLDER", word);
  return withServer(values.url, async ({ client }) => {
    const items = itemsOf(client, folder);
    await (values.json ? printJson(items) : printLines(items));
    return 0;
  });
}

async function printLines(items: AsyncIterable<Item>): Promise<void> {
  for await (const { id, name, type } of items) await print(`${id}\t${printable(name)}${SUFFIX[type]}\n`);
}

async function printJson(items: AsyncIterable<Item>): Promise<void> {
  const records: object[] = [];
  for await (const item of items) records.push(shown(item));
  await print(`${JSON.stringify(records)}\n`);
}

type Folder = Awaited<ReturnType<Client["listFolders"]>>["items"][number];
type Document = Awaited<ReturnType<Client["listDocuments"]>>["items"][number];
type Item = ({ readonly type: "folder" } & Folder) | ({ readonly type: "file" } & Document);

const SUFFIX: Readonly<Record<Item["type"], string>> = { folder: "/", file: "" };

const shown = (item: Item): object => ({
  type: item.type,
  ...(item.type === "folder"
    ? (writeShape(FolderRecord, item) as object)
    : (writeShape(DocumentRecord, item) as object)),
});

/**
 * Asks for the folder itself first: that answers for whoever may read it, however he comes by it, where lists show what
 * permissions show. Longer folders are read page by page.
 */
async function* itemsOf(client: Client, folder: FolderId | undefined): AsyncGenerator<Item> {
  if (folder !== undefined) {
    const { items, itemsTruncated } = await client.getFolder({ params: { id: folder } });
    if (!itemsTruncated) return yield* items;
  }
  const query = folder === undefined ? {} : { documentsFolderId: folder };
  const conditions = folder === undefined ? [IN_NO_FOLDER] : [];
  const list = { sort: "name", direction: "asc", perPage: 100, conditions } as const;
  for await (const each of pages((page) => client.listFolders({ query, list: { ...list, page } })))
    yield { type: "folder", ...each };
  for await (const each of pages((page) => client.listDocuments({ query, list: { ...list, page } })))
    yield { type: "file", ...each };
}

const IN_NO_FOLDER: Condition<"documentsFolderId"> = {
  fields: ["documentsFolderId"],
  join: "or",
  predicate: "null",
  values: [true],
};

interface Page<Element> {
  readonly items: readonly Element[];
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

async function* pages<Element>(ask: (page: number) => Promise<Page<Element>>): AsyncGenerator<Element> {
  for (let number = 1, left = true; left; number += 1) {
    const { items, page, perPage, total } = await ask(number);
    yield* items;
    left = items.length > 0 && page * perPage < total;
  }
}
