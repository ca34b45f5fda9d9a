import { resolve } from "node:path";
import { createLog } from "@cartulary/server";
import { describe, expect, it } from "vitest";
import { startProcess } from "../../support/cartulary-process.ts";

const REQUEST = {
  method: "GET",
  path: "/api/v1/documents/{id}",
  status: 503,
  code: "database_unavailable",
  bytes: 120,
  ms: 4,
  requestId: "r-1",
  userId: "u-1",
  address: "192.0.2.7",
};
const TOKEN = `ctat_${"aB3".repeat(16)}x`;

/** The log line of an event. */
function written(format: "json" | "pretty", write: (log: ReturnType<typeof createLog>) => void): string {
  let text = "";
  write(createLog({ level: "info", format }, { write: (line) => (text += line) }));
  return text;
}

/** An error like a driver's: its message contains internals that must not reach a client. */
function failure(): Error {
  const refused = Object.assign(new Error(`connect postgres://app:hunter2@db/x\nwith ${TOKEN}\u001b[31m`), {
    code: "ECONNREFUSED",
    detail: "Key (phc)=($argon2id$...)",
    query: "select 'a password'",
  });
  return new Error("The database does not answer", { cause: refused });
}

describe("the log", () => {
  it.each(["info", "error"] as const)(
    "has an error with its causes in one line of JSON, and nothing else that hangs on it, at %s",
    (level) => {
      const text = written("json", (log) => log[level]({ ...REQUEST, err: failure() }, "request"));
      expect(text.trimEnd()).not.toContain("\n");
      expect(text).toMatch(/^{"level":\d+,"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/);
      const { err, ...line } = JSON.parse(text);
      expect(line).toMatchObject(REQUEST);
      expect(err).toEqual({
        type: "Error",
        message: "The database does not answer",
        stack: expect.stringContaining("log.test.ts"),
        causes: [
          {
            type: "Error",
            code: "ECONNREFUSED",
            message: "connect postgres://app:[redacted]@db/x\nwith [redacted]\u001b[31m",
            stack: expect.stringContaining("log.test.ts"),
          },
        ],
      });
      expect(text).not.toMatch(/hunter2|aB3aB3|argon2|a password/);
    },
  );

  it("has every part of an error of several", () => {
    const several = new AggregateError([new Error("One"), new TypeError("Two"), "three"], "Not ready");
    const { err } = JSON.parse(written("json", (log) => log.error({ err: several }, "x")));
    expect(err.causes.map(({ type, message }: Error & { type: string }) => [type, message])).toEqual([
      ["Error", "One"],
      ["TypeError", "Two"],
      ["string", "three"],
    ]);
  });

  it("ends at an error that is its own cause", () => {
    const circular = new Error("Round and round");
    circular.cause = circular;
    expect(written("json", (log) => log.error({ err: circular }, "x")).length).toBeLessThan(60_000);
  });

  it.each([
    ["a request", { ...REQUEST, status: 200, code: null }, undefined],
    ["a request that failed", REQUEST, failure()],
    ["something else", { event: "job", queue: "upkeep" }, failure()],
  ])("is one line for %s where people read it", (_, fields, err) => {
    const text = written("pretty", (log) => log.error({ ...fields, ...(err && { err }) }, "request"));
    expect(text.endsWith("\n")).toBe(true);
    expect(text.trimEnd()).not.toMatch(/\p{Cc}|hunter2|aB3aB3/u);
    for (const value of Object.values(fields).filter((each) => each !== null)) expect(text).toContain(String(value));
    if (err) expect(text).toMatch(/The database does not answer.*ECONNREFUSED/);
  });
});

describe("log lines", () => {
  it.each(["", "process.exit(1);", 'throw new Error("An uncaught error");'])(
    "are all there when the process ends: %s",
    async (end) => {
      const code = `const { createLog } = await import("@cartulary/server");
        const log = createLog({ level: "info", format: "json" });
        for (let index = 0; index < 100; index += 1) log.info({ index });
        setImmediate(() => { log.info({ index: 100 }); ${end} });`;
      const words = ["--conditions=@cartulary/source", "--input-type=module", "--eval", code];
      await using child = startProcess(process.execPath, words, {}, resolve(import.meta.dirname, "../.."));
      await child.ended;
      expect(child.output.stderr.match(/"index":\d+/g)).toEqual(
        Array.from({ length: 101 }, (_, index) => `"index":${index}`),
      );
    },
  );
});
