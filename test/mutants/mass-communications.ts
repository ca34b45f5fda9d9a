import { type Mutant, mutantsOf } from "./mutant.ts";

const COMMUNICATIONS = "core/composition/src/communications";
const HTTP = "http/mass-communications";
const CRASHES = "durability/mass-communication-crash-points";
const TURNS = "core/kernel/test/elements-job";
const PURE = "core/composition/test/mass-communication";
const STORES = "adapters/sqlite/test/composition";
const POOL = "adapters/containment/test/child-pool";

/** Bugs of mass communications, and of who waits for the compiler. */
export const massCommunicationMutants: readonly Mutant[] = mutantsOf({
  "core/composition/src/records/mass-communication.ts": [
    [
      "a communication without documents is completed",
      `record.successfulFiles > 0 ? "completed" : "failed"`,
      `"completed"`,
      PURE,
      HTTP,
    ],
    [
      "the last hundred failures are reported",
      "record.failures.length < FAILURES_MAX ? [...record.failures, failure]",
      "record.failures.length < FAILURES_MAX ? [failure, ...record.failures]",
      PURE,
    ],
    ["what has ended is called off", `completed: [],`, 'completed: ["markCancelled"],', PURE, HTTP],
    ["called off twice is an error", `if (record.status === "cancelled") return record;`, "", PURE, HTTP],
    [
      "progress counts successes only",
      "successfulFiles + failedFiles;",
      "successfulFiles + failedFiles * 0;",
      PURE,
      HTTP,
    ],
  ],
  [`${COMMUNICATIONS}/addressees.ts`]: [
    [
      "who shares an address gets two letters",
      "if (!byKey.has(key)) byKey.set(key, addressee);",
      "byKey.set(key + byKey.size, addressee);",
      HTTP,
    ],
    ["groups without members are written to", "byKey.size === 0 ? blank", "byKey.size < 0 ? blank", HTTP],
  ],
  [`${COMMUNICATIONS}/mass-communications.ts`]: [
    [
      "every user sees all communications",
      "record.userId === caller.userId || isAdministrator(caller)",
      "record.userId",
      HTTP,
    ],
    ["lists show the communications of all users", "isAdministrator(caller) ? null : caller.userId", "null", HTTP],
    ["a cancelled communication continues", "await recipients.removeAll(id);", "", CRASHES],
    ["no communication begins", "await stores.jobs.enqueue(communicationJob(record));", "", HTTP],
    ["a recipient makes variables too long", "throwIfInvalid([tooLongFor(longestOf(addressees), record)]);", "", HTTP],
  ],
  [`${COMMUNICATIONS}/make-recipient-document.ts`]: [
    [
      "a recipient gets a document from each host",
      "(await recipients.remove(recipient)) ? record : null",
      "(await recipients.remove(recipient), true) ? record : null",
      CRASHES,
    ],
    ["unused bytes are never removed", "if (!isStored) await blobs.discard(blob);", "", CRASHES],
    [
      "rights are those of the beginning",
      "const maker: Caller | null = await stores.subjects.callerOf(userId);",
      'const maker: Caller | null = { userId, role: "admin", scopes: [], groupIds: [] };',
      HTTP,
    ],
    [
      "a template that is gone is named",
      "...(!isThere && { templateId: null, templateKey: null })",
      "...(!isThere && {})",
      HTTP,
    ],
    [
      "drafts are left out",
      "requirePrintable(document, parts.map(outlineOf), true);",
      "requirePrintable(document, parts.map(outlineOf), false);",
      HTTP,
    ],
    ["the document is no PDF's", `status: "exported" } as const`, `status: "draft" } as const`, HTTP, CRASHES],
  ],
  [`${COMMUNICATIONS}/mass-communication-jobs.ts`]: [
    [
      "after fifty it is forgotten",
      "if (record && isActive(record)) await jobs.enqueue({ ...communicationJob(record), ...(runAt && { runAt }) });",
      "",
      HTTP,
    ],
  ],
  "core/kernel/src/jobs/bounded-concurrency.ts": [
    ["a failure is swallowed", "if (failures.length > 0) throw failures[0];", "", TURNS],
    ["after a failure the turn continues", "if (failures.length > 0) return;", "", TURNS],
  ],
  "core/kernel/src/jobs/elements-job.ts": [
    ["a turn has no end", "if (clock.now() < until) await turn.make(element);", "await turn.make(element);", TURNS],
    [
      "an element fails for good before its last attempt",
      "if (isLast) await continueAt",
      "if (!isLast) await continueAt",
      TURNS,
    ],
  ],
  "core/composition/src/source/placeholders.ts": [
    [
      "a recipient without a first name gets no letter",
      "if (value === undefined) return null;",
      "if (value === undefined || value === null) return null;",
      HTTP,
    ],
  ],
  "adapters/containment/src/concurrency-limiter.ts": [
    [
      "the background takes every child",
      "const backgroundMax = Math.max(places - 1, 1);",
      "const backgroundMax = places;",
      POOL,
    ],
    [
      "the background goes first",
      "if (foreground) foreground.admit();",
      "if (foreground && !queues.background.next()) foreground.admit();",
      POOL,
    ],
  ],
  "adapters/sql/src/composition/address-book.ts": [
    ["unknown ids are skipped", "return null;", "return [];", STORES, HTTP],
  ],
});
