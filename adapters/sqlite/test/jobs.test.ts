import { type Id, type Instant, instantOf, millisecondsOf } from "@cartulary/kernel";
import { JOB_QUEUES, jobQueueContract } from "@cartulary/ports/kernel";
import { onTestFinished } from "vitest";
import { openSqlite } from "../src/index.ts";
import { jobsModule } from "../src/jobs-module.ts";
import { newPath } from "./support.ts";

jobQueueContract("SQLite", {
  async openDatabase() {
    const path = newPath();
    let now = millisecondsOf("2026-03-01T09:00:00.000Z" as Instant);
    let ids = 0;
    const clock = { now: () => instantOf(now) };
    const newId = <Noun extends string>() => `01900000-0000-7000-8000-${`${++ids}`.padStart(12, "0")}` as Id<Noun>;
    const host = async () => {
      const modules = [jobsModule({ clock, newId, queues: JOB_QUEUES })];
      const opened = await openSqlite({ path, modules, synchronous: "off" });
      onTestFinished(() => opened.close());
      return opened.transact;
    };
    return {
      hosts: [await host(), await host()],
      clock,
      slackSeconds: 1,
      async pass(seconds) {
        now += seconds * 1_000;
      },
    };
  },
});
