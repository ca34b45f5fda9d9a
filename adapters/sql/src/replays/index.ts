import type { ReplayStores } from "@cartulary/kernel";
import { type SqlModule, sqlModule } from "../engine/module.ts";
import { replayMigrations } from "./migrations.ts";
import { createReplayStore } from "./replay-store.ts";
import { replayRows } from "./tables.ts";

/** The stored responses to requests with an Idempotency-Key, for all packages, in SQL. */
export const replaysModule: SqlModule<ReplayStores, object> = sqlModule({
  name: "replays",
  entities: [replayRows],
  migrations: replayMigrations,
  stores: { replays: createReplayStore },
});
