import type { Client, Document, Folder } from "@cartulary/client";
import { escapeForTerminal } from "../account/error-messages.ts";
import { withServer } from "../account/server.ts";
import { idOf, parseArguments, rejectExtraArguments } from "../parse-arguments.ts";
import { print } from "../print.ts";

/**
 * `cartulary ls [FOLDER]`: lists a folder, folders first, by name; without FOLDER, the documents and folders outside
 * folders. One line each, `<id>\t<name>`, with a slash after folder names. With `--json`, one record a line.
 */
export async function ls(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...words],
    allowPositionals: true,
    options: { url: { type: "string" }, json: { type: "boolean" } },
  });
  const [argument, ...more] = positionals;
  rejectExtraArguments("ls", more);
  const folder = idOf<"Folder">("FOLDER", argument);
  return withServer(values.url, async ({ client }) => {
    const items = itemsOf(client, folder);
    for await (const item of items) await print(`${values.json ? JSON.stringify(item) : lineOf(item)}\n`);
    return 0;
  });
}

const lineOf = ({ id, name, type }: Item): string => `${id}\t${escapeForTerminal(name)}${SUFFIX[type]}`;

type Item = ({ readonly type: "folder" } & Folder) | ({ readonly type: "file" } & Document);

const SUFFIX: Readonly<Record<Item["type"], string>> = { folder: "/", file: "" };

/**
 * Reads the folder first, which also works for folders that lists do not show. Lists the content page by page only when
 * it is long.
 */
async function* itemsOf(client: Client, folder: string | undefined): AsyncGenerator<Item> {
  if (folder !== undefined) {
    const { items, items_truncated: isTruncated } = await client.getFolder({ id: folder });
    if (!isTruncated) return yield* items;
  }
  const place =
    folder === undefined ? { q: { documents_folder_id_null: true } } : ({ documents_folder_id: folder } as const);
  const input = { sort: "name", direction: "asc", ...place } as const;
  for await (const each of client.listFolders.all(input)) yield { type: "folder", ...each };
  for await (const each of client.listDocuments.all(input)) yield { type: "file", ...each };
}
