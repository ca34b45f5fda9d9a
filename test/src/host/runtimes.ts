import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { askUntilLast } from "../../support/ask-until-last.ts";
import { announced, type HostProcess, startHost, temporaryFolder } from "../../support/cartulary-process.ts";
import type { GroundKind } from "../../support/host-fixtures.ts";
import { tellRaw } from "../../support/raw-story.ts";
import { type Story, tell } from "../../support/runtime-story.ts";
import { missingRuntimes, NODE, otherRuntimes, type TestRuntime } from "../../support/runtimes.ts";

/** Tells the same story to a host on each runtime, on each kind of ground, and compares all that they answer. */
export function describeRuntimes(story: Story, grounds: readonly GroundKind[]): void {
  describe.each(grounds)("on $name", (ground) => {
    const onNode = remembered(() => transcriptOn(NODE, ground, story));

    it("a host on Node.js gives the expected answers", async () => {
      const { transcript } = await onNode();
      expect(transcript.filter(({ status = 0 }) => status < 300).length).toBeGreaterThan(transcript.length / 2);
      expect(transcript.filter(({ status = 0 }) => status >= 500)).toEqual([]);
    });

    it.each(otherRuntimes)("a host on $name answers every byte alike, and stops alike", async (runtime) => {
      const [expected, { transcript, raw, stop }] = [await onNode(), await transcriptOn(runtime, ground, story)];
      for (const [index, each] of transcript.entries()) expect(each).toEqual(expected.transcript[index]);
      expect(transcript).toHaveLength(expected.transcript.length);
      expect(raw).toEqual(expected.raw);
      expect(stop).toEqual(expected.stop);
    });

    it.skip.each(missingRuntimes)("a host on $name answers every byte alike, and stops alike", () => {});
  });
}

async function transcriptOn(runtime: TestRuntime, ground: GroundKind, story: Story) {
  await using prepared = await ground.prepare("empty");
  await using folder = await temporaryFolder();
  await using host = await startHost({ LOG_LEVEL: "warn", ...prepared.environment }, folder.path, runtime);
  expect((await announced(host)).runtime).toMatch(new RegExp(`^${runtime.name} \\d+\\.\\d+\\.\\d+$`));
  const transcript = await tell(host.url, story);
  const raw = await tellRaw(host.url);
  return { transcript, raw, stop: await stopped(host) };
}

/** Connections that a host must not reset when it stops. */
const BUSY_CONNECTIONS = 30;
/** Less than what a host is killed after that does not stop. */
const STOP_MS = 30_000;

/** Stops a host under connections with continuous requests, and returns the last answer of each. */
async function stopped(host: HostProcess) {
  const clients = Array.from({ length: BUSY_CONNECTIONS }, () => askUntilLast(`${host.url}/readyz`));
  await Promise.all(clients.map(({ settled }) => settled));
  host.kill("SIGTERM");
  const reports = await Promise.all(clients.map(({ answers }) => answers));
  const last = new Set(reports.map((report) => JSON.stringify(report.last)));
  const before = new Set(reports.flatMap((report) => report.before.map((each) => JSON.stringify(each))));
  const timely = new AbortController();
  const late = wait(STOP_MS, "did not end", { signal: timely.signal });
  late.catch(() => {});
  const ended = await Promise.race([host.ended, late]);
  timely.abort();
  return { last: [...last], before: [...before], ended };
}

function remembered<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
