import { graphStoresContract } from "@cartulary/ports/knowledge-graph";
import { knowledgeGraphModule } from "@cartulary/sql/knowledge-graph";
import { onTestFinished } from "vitest";
import { openTestSqlite } from "../src/testkit.ts";

graphStoresContract("SQLite", {
  async create() {
    const database = await openTestSqlite([knowledgeGraphModule]);
    onTestFinished(() => database.close());
    return database;
  },
});
