import { type Mutant, mutantsOf } from "./mutant.ts";

const KERNEL = "core/kernel/src";
const TEXT = "core/kernel/test/text";
const DAY = "core/kernel/test/day";
const OLDER = "release/older-node.long";
const KEYS = "http/idempotency";
const SQL = "adapters/sql/src";
const LISTS = "adapters/sqlite/test/contracts";
const PG_JOBS = "adapters/postgres/test/jobs";
const JOBS = "adapters/sqlite/test/jobs";

/** Bugs of what everything is made of: text, lists, keys of requests, jobs. */
export const kernelMutants: readonly Mutant[] = mutantsOf({
  "core/kernel/src/records/record.ts": [
    ["a patch changes fixed fields", 'use !== "fixed"', "true", "core/kernel/test/record"],
    [
      "an input sets what the program computes",
      'use === "preset" || use === "derived"',
      "false",
      "core/kernel/test/record",
    ],
  ],
  [`${KERNEL}/clock.ts`]: [
    ["the last year of four figures ends early", "const LAST_DAY = 2_932_896;", "const LAST_DAY = 2_933_000;", DAY],
    ["a day is remembered for another", "days.set(day, text);", "days.set(day + 1, text);", DAY],
    ["hours go on after a day", "milliseconds - day * DAY_MS", "milliseconds % (2 * DAY_MS)", DAY],
  ],
  [`${KERNEL}/runtime.ts`]: [
    ["a library runs on any Node.js", "requireRuntime({ node: [22, 0, 0] });", "", OLDER],
    ["a version is judged by its end alone", "find((each) => each !== 0)", "findLast((each) => each !== 0)", OLDER],
  ],
  [`${KERNEL}/lists.ts`]: [
    [
      "many items are as many arguments",
      "for (const item of items) list.push(item);",
      "list.push(...items);",
      "core/kernel/test/many-items",
    ],
  ],
  [`${KERNEL}/text/transliteration.ts`]: [
    ["a long name is looked at whole", "name.slice(0, LOOKED_AT)", "name", "core/kernel/test/transliteration"],
    ["letters that are two are left out", 'SPELT[character] ?? "_"', '"_"', "core/kernel/test/transliteration"],
  ],
  [`${KERNEL}/text/text-of-units.ts`]: [
    ["text is made in one call", "TOGETHER = 4096", "TOGETHER = 4_096_000", "core/kernel/test/many-items"],
  ],
  [`${KERNEL}/text/line-and-passage.ts`]: [
    [
      "text is composed before its length is looked at",
      "return text.length > 4 * max + 64;",
      "return text.length < 0 && max < 0;",
      TEXT,
      "http/costs.long",
    ],
    ["a name turns the direction", "\\u202A-\\u202E\\u2066-\\u2069", "", TEXT],
    [
      "a name is nothing that can be seen",
      "if (required && isInvisible(result)) return",
      "if (required && result === null) return",
      TEXT,
    ],
    [
      "a name is a character too long",
      "codePoints(result) > max ? tooLong",
      "codePoints(result) > max + 1 ? tooLong",
      TEXT,
    ],
    ["emoji are two characters", "for (const _ of text) count += 1;", "count = text.length;", TEXT],
  ],
  [`${KERNEL}/text/normalisation.ts`]: [
    [
      "marks are put in order by the platform, as many as they are",
      "if (text.length <= SHORT_RUN) return",
      "if (text.length >= 0) return",
      "core/kernel/test/normalisation",
      "http/costs.long",
    ],
  ],
  [`${KERNEL}/text/csv.ts`]: [
    [
      "a cell is a formula",
      "const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;",
      "const text = value;",
      "core/kernel/test/csv",
      "hosts/http/test/csv",
    ],
    ["quotes are not doubled", `text.replaceAll('"', '""')`, "text", "hosts/http/test/csv"],
  ],
  [`${KERNEL}/use-cases/idempotency.ts`]: [
    [
      "a request under a key is performed again",
      "const replay = await replays.find(request, now);",
      "const replay = null;",
      KEYS,
    ],
    [
      "another request under the key gets the first answer",
      "if (replay.fingerprint !== fingerprint)",
      "if (replay.fingerprint === null)",
      KEYS,
    ],
    [
      "a reply is replayed although its record is gone",
      "reply: await onReplay(await replyIn<Reply>(replay, request, cipher))",
      "reply: await replyIn<Reply>(replay, request, cipher)",
      KEYS,
    ],
    [
      "what the first made refuses the next",
      "if (!(await transact.read(({ replays }) => replays.find(key, now)))) throw error;",
      "throw error;",
      KEYS,
    ],
    ["secrets are stored in clear", "...(secret && { cipher }),", "", KEYS],
    [
      "all users share their keys",
      "const request: IdempotentRequest = { userId, scope, key, fingerprint };",
      'const request: IdempotentRequest = { userId: "01900000-0000-7000-8000-000000000000" as typeof userId, scope, key, fingerprint };',
      KEYS,
    ],
    ["a key may be empty", "{1,255}$/", "{0,255}$/", KEYS],
  ],
  [`${KERNEL}/caller.ts`]: [
    [
      "the scope read is enough to write",
      "SCOPES.indexOf(scope) >= SCOPES.indexOf(needed)",
      "SCOPES.indexOf(scope) >= 0",
      "http/operations",
      "core/auth/test/scope",
    ],
    [
      "managers administer",
      'return isRoleAtLeast(role, "admin");',
      'return isRoleAtLeast(role, "manager");',
      "http/access-matrix",
      "core/directory/test/user-rights",
    ],
  ],
  [`${KERNEL}/jobs/runner.ts`]: [
    ["the first queue always goes first", "queues.indexOf(job.queue) + 1", "0", JOBS],
    ["the owner with the least turn always goes first", "served.set(job.queue, job.turn);", "", JOBS],
    ["one queue takes every place", "Math.max(1, concurrency - 1)", "concurrency", JOBS],
    ["a queue takes more places than it may", "Math.min(atOnceMax, ofOneQueue)", "ofOneQueue + 0 * atOnceMax", JOBS],
    [
      "running jobs get no signal to stop",
      "for (const run of runs) run.stop();\n      const late",
      "const late",
      JOBS,
      "host/jobs",
    ],
    [
      "a job that fails is done",
      "await transact.write(({ leases }) => leases.fail(job, reasonOf(error)));\n      return;",
      "",
      JOBS,
    ],
    ["a long job loses its lease", "if (isRunning) cancel = timer.after(RENEW_MS, renew);", "", JOBS],
    [
      "jobs that were done together are done again",
      "    await transact.write(({ leases }) => leases.complete(...jobs));\n",
      "",
      JOBS,
    ],
    [
      "jobs fail for another's fault",
      "      return false;\n    }\n    await transact",
      "      return true;\n    }\n    await transact",
      JOBS,
    ],
    [
      "nothing is done together",
      "definition.handleBatch ? await leases.claimBatch",
      "!definition.handleBatch ? await leases.claimBatch",
      JOBS,
    ],
  ],
  "adapters/sqlite/src/job-store.ts": [
    [
      "a job is ended by a worker that lost it",
      '.where("attempts", "=", attempts)\n    .where("leased"',
      '.where("leased"',
      JOBS,
    ],
    ["a job is tried once more", "job.attempt >= job.attemptsMax", "job.attempt > job.attemptsMax", JOBS],
    ["a job whose last runner died waits for ever", "await giveUpLost();", "", JOBS],
    [
      "a job is begun before its time",
      "sql`due_at <= ${dialect.instant(clock.now())}`",
      "sql`due_at is not null`",
      JOBS,
    ],
    ["a full queue keeps the others waiting", "order by wanted.key limit 1", "order by queue limit 1", JOBS],
    [
      "a turn passes to who has no job due",
      "where exists (select 1 from jobs where queue = due.queue and jobs.turn = turns.turn and ${isDue()}) limit 1",
      "limit 1",
      JOBS,
    ],
  ],
  "adapters/postgres/src/job-store.ts": [
    ["what is to be tried again waits for ever", "job.state < 'active'", "job.state = 'created'", PG_JOBS],
    ["a full queue keeps the others waiting", "is not null order by place`", "is not null order by queue`", PG_JOBS],
    ["all owners are one", "        priority: turnOf(owner),\n", "", PG_JOBS],
    ["a job is ended by a worker that lost it", "and job.retry_count = wanted.attempt - 1", "", PG_JOBS],
  ],
  [`${SQL}/records/predicates.ts`]: [
    ["not equal is equal", 'not_eq: compared("<>")', 'not_eq: compared("=")', LISTS],
    ["nothing is in none", "values.length === 0 ? NEVER", "values.length === 0 ? ALWAYS", LISTS],
    ["any is all", 'quantifier === "any" ? "or" : "and"', '"and"', LISTS],
    [
      "an empty text is present",
      "field.empty ? sql`not (${field.empty})` : isNotNull(field)",
      "isNotNull(field)",
      LISTS,
    ],
    [
      "null is true where it is not false",
      "${column} is distinct from ${parameter(truth)}",
      "${column} <> ${parameter(truth)}",
      LISTS,
    ],
  ],
  [`${SQL}/records/text-match.ts`]: [
    [
      "a wildcard is searched for as one where it is meant as itself",
      'character.replace(/[\\\\%_]/, "\\\\$&")',
      "character",
      LISTS,
    ],
    ["cont looks at the beginning", "${position(text, part)} > 0", "${position(text, part)} = 1", LISTS],
    ["the case counts", "startsWith(text, fold(value), parameter)", "startsWith(text, value, parameter)", LISTS],
    ["a pattern's middle takes the room of its tail", "length(${text}) - ${least - 1}", "length(${text})", LISTS],
    [
      "patterns try themselves at every character",
      "if (!tail || another || middle.some(isWildcard))",
      "if (tail)",
      "http/hostile-tree-and-lists",
      LISTS,
    ],
  ],
  [`${SQL}/records/listing.ts`]: [
    ["null comes first", "columns[sort].nullable ? [sql`${key} is null`, ...keys] : keys", "keys", LISTS],
    ["ties are broken by chance", "const keys = [key, id]", "const keys = [key]", LISTS],
    ["conditions are alternatives", 'between(request)], "and");', 'between(request)], "or");', LISTS],
  ],
  "core/kernel/src/records/listing.ts": [
    ["pages overlap", "offset = (page - 1) * perPage", "offset = (page - 1) * (perPage - 1)", LISTS, "http/lists"],
  ],
  "contracts/wire/src/listing.ts": [
    [
      "a page may have any length",
      'if (requested < 1 || (exceedsMax && perPageOverflow === "refuse"))',
      "if (wanted < 1)",
      "contracts/wire/test/listing",
    ],
    ["page 0 is a page", "if (page < 1) throw", "if (page < 0) throw", "contracts/wire/test/listing"],
    [
      "a request may have any number of searches",
      "limitPassageSearch(listing, conditions);",
      "",
      "contracts/wire/test/listing",
    ],
  ],
  "contracts/wire/src/error.ts": [],
  "contracts/wire/src/bounded-schemas.ts": [
    [
      "an array is looked at to its end",
      "if (payload.issues.length >= ERRORS_REPORTED_MAX) break;",
      "",
      "http/costs.long",
      "contracts/wire/test/shape",
    ],
    [
      "every key of a free object is looked at",
      "z.core.util.isPlainObject(payload.value) ? payload : parse(payload, context)",
      "parse(payload, context)",
      "http/costs.long",
    ],
  ],
});
