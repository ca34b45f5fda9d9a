import {
  auditModule,
  authModule,
  blobsModule,
  directoryModule,
  documentsModule,
  ledgerModule,
  publicAccessModule,
  rentalModule,
} from "@cartulary/sql";

/** The share of every core package that this host serves. */
export const sqlModules = [
  blobsModule,
  auditModule,
  directoryModule,
  authModule,
  documentsModule,
  publicAccessModule,
  ledgerModule,
  rentalModule,
] as const;
