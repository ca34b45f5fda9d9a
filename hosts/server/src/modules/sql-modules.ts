import {
  auditModule,
  authModule,
  blobsModule,
  directoryModule,
  documentsModule,
  publicAccessModule,
} from "@cartulary/sql";

/** The share of every core package that this host serves. */
export const sqlModules = [
  blobsModule,
  auditModule,
  directoryModule,
  authModule,
  documentsModule,
  publicAccessModule,
] as const;
