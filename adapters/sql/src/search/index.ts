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
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { createSearchFinder } from "./found-page.ts";
import { searchMigrations } from "./migrations.ts";
import { createSearchIndex } from "./search-index.ts";
import {
  searchCommonWordRows,
  searchEntryRows,
  searchNumberRows,
  searchPostingRows,
  searchSealingRows,
  searchSegmentRows,
  searchVacatedRows,
  textReadingRows,
} from "./tables.ts";
import { createTextReadings } from "./text-readings.ts";

/** The stores that core/search owns. */
export type OwnSearchStores = Pick<SearchStores, "search" | "textReadings">;

/** core/search in SQL. Opened with the modules of documents, which it finds, and of the directory. */
export const searchModule: SqlModule<OwnSearchStores, { readonly searchFinder: SearchFinder }> = sqlModule({
  name: "search",
  entities: [
    searchEntryRows,
    searchNumberRows,
    searchVacatedRows,
    searchCommonWordRows,
    searchPostingRows,
    searchSegmentRows,
    searchSealingRows,
    textReadingRows,
  ],
  joins: [documentRows, folderRows, workspaceRows, grantRows, domainRows, documentTypeRows, userRows],
  migrations: searchMigrations,
  stores: { search: createSearchIndex, textReadings: createTextReadings },
  direct: (statements) => ({ searchFinder: createSearchFinder(statements) }),
});
