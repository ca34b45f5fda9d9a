import type { MembershipFinder, RegistryStores, RentalStores } from "@cartulary/rental";
import { userRows } from "../directory/tables.ts";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { estateMigrations } from "./estate/migrations.ts";
import { estateStores, type OwnEstateStores } from "./estate/stores.ts";
import { estateEntities } from "./estate/tables.ts";
import { createFecExportStore, createFecFileStore } from "./fec-export-store.ts";
import { createMandataireMemberStore, createMembershipFinder } from "./mandataire-member-store.ts";
import { createMandataireStore } from "./mandataire-store.ts";
import { rentalMigrations } from "./migrations.ts";
import { fecExportRows, fecFileRows, mandataireMemberRows, mandataireRows } from "./tables.ts";

/** The registry of mandataires, whosever they are. */
export type OwnRegistryStores = Pick<RegistryStores, "mandataires" | "mandataireMembers" | "fecFiles">;

/** What is kept for one mandataire, beside its book: accounting files and its estate. */
export type OwnRentalStores = Pick<RentalStores, "fecExports"> & OwnEstateStores;

/** core/rental in SQL. The tenant is the mandataire; the registry stands before the wall. */
export const rentalModule: SqlModule<
  OwnRegistryStores,
  { readonly membershipFinder: MembershipFinder },
  OwnRentalStores
> = sqlModule({
  name: "rental",
  entities: [mandataireRows, mandataireMemberRows, fecExportRows, fecFileRows, ...estateEntities],
  joins: [userRows],
  sealed: [
    { table: fecExportRows, columns: [] },
    { table: fecFileRows, columns: [] },
  ],
  migrations: [...rentalMigrations, ...estateMigrations],
  stores: {
    mandataires: createMandataireStore,
    mandataireMembers: createMandataireMemberStore,
    fecFiles: createFecFileStore,
  },
  tenantStores: {
    fecExports: createFecExportStore,
    ...estateStores,
  },
  direct: (statements) => ({ membershipFinder: createMembershipFinder(statements) }),
});
