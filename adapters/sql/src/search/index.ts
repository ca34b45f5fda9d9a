import type { SearchFinder, SearchStores } from "@cartulary/search";
import { userRows } from "../directory/tables.ts";
import {
  documentRows,
  documentTypeRows,
  domainRows,
  folderRows,
  grantRows,
  workspaceRows,
} from "../documents/tables.ts";
import { type SqlModule, type SqlTransaction, sqlModule } from "../engine/module.ts";
import { createSearchFinder, SEARCH_LIMITS, type SearchLimits } from "./found-page.ts";
import { searchMigrations } from "./migrations.ts";
import { createSearchIndex } from "./search-index.ts";
import { type SearchTables, searchEntryRows, searchWordRows, textReadingRows } from "./tables.ts";
import { createTextReadings } from "./text-readings.ts";

/** The stores that core/search owns. */
export type OwnSearchStores = Pick<SearchStores, "search" | "textReadings">;

/** core/search in SQL. Opened with the modules of documents, which it finds, and of the directory. */
export type SearchModule = SqlModule<OwnSearchStores, { readonly searchFinder: SearchFinder }>;

/** Creates the search module with lower limits, so that tests reach them with few documents. */
export const searchModuleWithin = (limits: Partial<SearchLimits>): SearchModule => {
  const all = { ...SEARCH_LIMITS, ...limits };
  return sqlModule({
    name: "search",
    entities: [searchEntryRows, searchWordRows, textReadingRows],
    joins: [documentRows, folderRows, workspaceRows, grantRows, domainRows, documentTypeRows, userRows],
    migrations: searchMigrations,
    stores: {
      search: (transaction: SqlTransaction<SearchTables>) => createSearchIndex(transaction, all),
      textReadings: createTextReadings,
    },
    direct: (statements) => ({ searchFinder: createSearchFinder(statements, all) }),
  });
};

export const searchModule: SearchModule = searchModuleWithin({});
