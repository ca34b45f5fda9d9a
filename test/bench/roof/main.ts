/** The roof as a process of its own, over the database and directory that the environment names. */

import { join } from "node:path";
import { blobWriter } from "./blob.ts";
import { openPostgresRoof, openSqliteRoof } from "./database.ts";
import { roofFolders } from "./folders.ts";
import { roofOperations } from "./operations.ts";
import { startRoof } from "./server.ts";
import { roofVisitors } from "./visitors.ts";

const { DATABASE_URL: url = "", CARTULARY_DATA: directory = "" } = process.env;
const database = url.startsWith("sqlite:") ? openSqliteRoof(url.slice("sqlite:".length)) : await openPostgresRoof(url);
const blobs = join(directory, "blobs");
const server = await startRoof({
  ...roofOperations(database, blobWriter(blobs)),
  folders: roofFolders(database),
  visitors: roofVisitors(database, blobs),
});
process.once("SIGTERM", () => void server.close().then(() => database.close()));
process.stdout.write(`${JSON.stringify({ event: "listening", url: server.url, pid: process.pid })}\n`);
