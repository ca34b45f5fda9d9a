// Lists folders, uploads a file with progress and downloads it again, on Deno: `main.ts FILE`.
import { basename } from "node:path";
import { createClient } from "@cartulary/client";

// Of the types of Deno, those that this example needs.
declare const Deno: {
  readonly args: readonly string[];
  readonly env: { get(name: string): string | undefined };
  open(path: string): Promise<{ readonly readable: ReadableStream<Uint8Array> }>;
  stat(path: string): Promise<{ readonly size: number }>;
  writeFile(path: string, content: ReadableStream<Uint8Array>): Promise<void>;
};

const [path = ""] = Deno.args;
const cartulary = createClient({
  baseUrl: Deno.env.get("CARTULARY_URL") ?? "http://127.0.0.1:8080",
  token: Deno.env.get("CARTULARY_TOKEN") ?? "",
});

for await (const folder of cartulary.listFolders.all({ sort: "name", direction: "asc" })) console.log(folder.name);

// With its size, a stream is sent as it is read.
const { readable } = await Deno.open(path);
const { size } = await Deno.stat(path);
const document = await cartulary.createDocument(
  { uploaded_file: readable, name: basename(path) },
  { size, onProgress: ({ loaded, total }) => console.log(`${loaded} of ${total} bytes`) },
);

const { body } = await cartulary.getDocumentContent({ id: document.id });
if (body) await Deno.writeFile(`${path}.copy`, body);
console.log("downloaded", document.name);
