// Lists folders, uploads a file with progress and downloads it again, on Node.js: `main.ts FILE`.
import { createWriteStream, openAsBlob } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createClient } from "@cartulary/client";

const { CARTULARY_URL: baseUrl = "http://127.0.0.1:8080", CARTULARY_TOKEN: token = "" } = process.env;
const [path = ""] = process.argv.slice(2);
const cartulary = createClient({ baseUrl, token });

for await (const folder of cartulary.listFolders.all({ sort: "name", direction: "asc" })) console.log(folder.name);

// The blob stays on the disk: each chunk is read when it is sent.
const file = new File([await openAsBlob(path)], basename(path), { type: "text/plain" });
const document = await cartulary.createDocument(
  { uploaded_file: file },
  { onProgress: ({ loaded, total }) => console.log(`${loaded} of ${total} bytes`) },
);

const { body } = await cartulary.getDocumentContent({ id: document.id });
if (body) await pipeline(Readable.fromWeb(body), createWriteStream(`${path}.copy`));
console.log("downloaded", document.name);
