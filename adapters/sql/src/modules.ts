import { auditModule } from "./audit/index.ts";
import { authModule } from "./auth/index.ts";
import { blobsModule } from "./blobs/index.ts";
import { compositionModule } from "./composition/index.ts";
import { directoryModule } from "./directory/index.ts";
import { documentsModule } from "./documents/index.ts";
import { knowledgeGraphModule } from "./knowledge-graph/index.ts";
import { ledgerModule } from "./ledger/index.ts";
import { publicAccessModule } from "./public-access/index.ts";
import { rentalModule } from "./rental/index.ts";
import { replaysModule } from "./replays/index.ts";
import { searchModule } from "./search/index.ts";
import { uploadsModule } from "./uploads/index.ts";

/** Every SQL module except the job queues, which each engine implements itself. */
export const sqlModules = [
  blobsModule,
  auditModule,
  directoryModule,
  authModule,
  documentsModule,
  replaysModule,
  publicAccessModule,
  uploadsModule,
  compositionModule,
  searchModule,
  ledgerModule,
  rentalModule,
  knowledgeGraphModule,
] as const;
