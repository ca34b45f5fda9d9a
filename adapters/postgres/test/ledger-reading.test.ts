import { ledgerReadingContract } from "@cartulary/ports/ledger";
import { ledgerModule } from "@cartulary/sql/ledger";
import { afterAll, describe, inject } from "vitest";
import { createTestDatabases } from "../src/testkit.ts";

const url = inject("postgresUrl");

describe.runIf(url !== null)("with a server", () => {
  const databases = createTestDatabases(url ?? "", [ledgerModule], inject("postgresTemplate") ?? undefined);
  let opening: ReturnType<typeof databases.open> | undefined;

  ledgerReadingContract("Postgres", { writesAtOnce: true, openDatabase: () => (opening ??= databases.open()) });

  afterAll(async () => {
    await (await opening)?.close();
    await databases.close();
  });
});
