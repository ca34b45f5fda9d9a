// Lists folders, uploads a file with progress and downloads it again, on Bun: `main.ts FILE`.
import { basename } from "node:path";
import { createClient } from "@cartulary/client";

// Of the types of Bun, those that this example needs.
declare const Bun: {
  file(path: string): Blob;
  write(path: string, content: Response): Promise<number>;
};

const { CARTULARY_URL: baseUrl = "http://127.0.0.1:8080", CARTULARY_TOKEN: token = "" } = process.env;
const [path = ""] = process.argv.slice(2);
const cartulary = createClient({ baseUrl, token });

for await (const folder of cartulary.listFolders.all({ sort: "name", direction: "asc" })) console.log(folder.name);

const document = await cartulary.createDocument(
  { uploaded_file: Bun.file(path), name: basename(path) },
  { onProgress: ({ loaded, total }) => console.log(`${loaded} of ${total} bytes`) },
);

await Bun.write(`${path}.copy`, await cartulary.getDocumentContent({ id: document.id }));
console.log("downloaded", document.name);
