import { graphStoresContract } from "@cartulary/ports/knowledge-graph";
import { knowledgeGraphModule } from "@cartulary/sql/knowledge-graph";
import { afterAll, describe, inject, onTestFinished } from "vitest";
import { createReusableDatabases, createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const databases = createReusableDatabases(createTestDatabases(url ?? "", [knowledgeGraphModule]));
  afterAll(() => databases.close());

  graphStoresContract("Postgres", {
    async create() {
      const database = await databases.open();
      onTestFinished(() => database.close());
      return database;
    },
  });
});
