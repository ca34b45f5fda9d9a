import type { BlobKey } from "@cartulary/kernel";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterFailure,
  afterReading,
  afterRecognition,
  FIRST_CPU_MS,
  newReading,
  nextStep,
  PAGE_CPU_MS,
  READING_ON_CPU_MS,
  type Reading,
  type ReadingLimits,
  TEXT_BYTES_MAX,
  type TextReading,
  TRIES_MAX,
  textStatusOf,
} from "../src/index.ts";

const KEY = "blobs/1" as BlobKey;
const pdf = newReading(KEY, "pdf");
const file = newReading(KEY, "file");
const picture = newReading(KEY, "picture");

const limitsOf = (reading: Reading): ReadingLimits => {
  const step = nextStep(reading);
  if (step?.kind !== "read") throw new Error("Nothing is to be read");
  return step.limits;
};

/** After one more step of reading. */
const after = (reading: Reading, read: TextReading, recognizes = false): Reading => {
  const next = afterReading(reading, limitsOf(reading), read, recognizes);
  if (!next) throw new Error("It has no text");
  return next;
};

const partial = (text: string, nextPage: number): TextReading => ({
  ...{ status: "partial", text, nextPage, pagesWithoutText: [] },
});
const read = (text: string, pagesWithoutText: readonly number[] = []): TextReading => ({
  ...{ status: "read", text, pagesWithoutText },
});

describe("the reading of a content", () => {
  it("ends with its first step if that reads everything", () => {
    expect(limitsOf(pdf)).toEqual({ bytesMax: TEXT_BYTES_MAX, cpuMilliseconds: FIRST_CPU_MS, fromPage: 0 });
    const ended = after(pdf, read("bail", [1]));
    expect([nextStep(ended), textStatusOf(ended), ended.text]).toEqual([null, "read", "bail"]);
    expect(textStatusOf(after(file, read("")))).toBe("read");
    expect(afterReading(file, limitsOf(file), { status: "none" }, true)).toBeNull();
  });

  it("keeps its text when it is cut off, and continues with low priority", () => {
    const cut = after(pdf, partial("one ", 7));
    expect([cut.text, textStatusOf(cut)]).toEqual(["one ", "partial"]);
    expect(limitsOf(cut)).toMatchObject({ fromPage: 7, isUnhurried: true });
    const ended = after(after(cut, partial("two ", 9)), read("three"));
    expect([ended.text, textStatusOf(ended), nextStep(ended)]).toEqual(["one two three", "read", null]);
  });

  it("is pending until some text was read", () => {
    expect([pdf, picture, after(pdf, partial("", 0))].map(textStatusOf)).toEqual(["pending", "pending", "pending"]);
  });

  it("skips a page that takes a whole step, and reports a gap", () => {
    const stuck = after(after(pdf, partial("one ", 3)), partial("", 3));
    expect(limitsOf(stuck).fromPage).toBe(4);
    expect(textStatusOf(after(stuck, read("two")))).toBe("partial");
  });

  it("of a file without pages restarts with all remaining time, and keeps the longer text", () => {
    const cut = after(file, partial("one two", 0));
    expect(limitsOf(cut)).toMatchObject({ fromPage: 0, cpuMilliseconds: READING_ON_CPU_MS, bytesMax: TEXT_BYTES_MAX });
    expect(after(cut, read("one two three"))).toMatchObject({ text: "one two three", hasGaps: false });
    const ended = after(cut, partial("one", 0));
    expect([ended.text, textStatusOf(ended), nextStep(ended)]).toEqual(["one two", "partial", null]);
  });

  it("fails after three attempts, or at once on a final error, and keeps its text", () => {
    const fails: TextReading = { status: "failed", isFinal: false };
    const statuses = [1, 2, 3].map((tries) => {
      let reading = pdf;
      for (let count = 0; count < tries; count += 1) reading = after(reading, fails);
      return textStatusOf(reading);
    });
    expect(statuses).toEqual(["pending", "pending", "failed"]);
    expect(textStatusOf(after(pdf, { status: "failed", isFinal: true }))).toBe("failed");
    const cut = after(pdf, partial("one", 1));
    expect(textStatusOf(after(cut, { status: "failed", isFinal: true }))).toBe("partial");
    expect(after(after(pdf, fails), read("bail")).failures).toBe(0);
  });

  it("continues with recognition, page by page, and is pending until its end", () => {
    const begun = after(pdf, read("bail", [1, 4]), true);
    expect([textStatusOf(begun), begun.unrecognized]).toEqual(["pending", [1, 4]]);
    const limits = { cpuMilliseconds: PAGE_CPU_MS };
    expect(nextStep(begun)).toEqual({ kind: "recognize", page: 1, limits });
    const half = afterRecognition(begun, "scan");
    expect([textStatusOf(half), half.text]).toEqual(["pending", "bail\nscan"]);
    const ended = afterRecognition(half, " ");
    expect([textStatusOf(ended), ended.text]).toEqual(["read", "bail\nscan"]);
    expect(nextStep(picture)).toEqual({ kind: "recognize", page: null, limits });
    expect(textStatusOf(afterRecognition(picture, ""))).toBe("read");
  });

  it("skips a page whose recognition fails three times", () => {
    const tried = afterFailure(afterFailure(picture));
    expect([textStatusOf(tried), nextStep(tried)?.kind]).toEqual(["pending", "recognize"]);
    expect(textStatusOf(afterFailure(tried))).toBe("failed");
    const begun = after(pdf, read("bail", [1]), true);
    expect(textStatusOf(afterFailure(afterFailure(afterFailure(begun))))).toBe("partial");
  });

  it("ends within its time for any replies of readers, with a bounded text", () => {
    const text = fc.oneof(fc.constantFrom("", "a\0b", "\ud800", "é".repeat(600_000)), fc.string({ maxLength: 9 }));
    const pages = fc.array(fc.nat(9), { maxLength: 3 });
    const readings: fc.Arbitrary<TextReading> = fc.oneof(
      fc.record({ status: fc.constant("read" as const), text, pagesWithoutText: pages }),
      fc.record({ status: fc.constant("partial" as const), text, nextPage: fc.nat(9), pagesWithoutText: pages }),
      fc.record({ status: fc.constant("failed" as const), isFinal: fc.boolean() }),
    );
    const kinds = fc.constantFrom("pdf" as const, "file" as const, "picture" as const);
    fc.assert(
      fc.property(
        kinds,
        fc.array(fc.tuple(readings, fc.boolean()), { minLength: 1, maxLength: 6 }),
        (kind, answers) => {
          let reading = newReading(KEY, kind);
          let grantedMs = 0;
          for (let count = 0; ; count += 1) {
            const step = nextStep(reading);
            if (!step) break;
            expect(count).toBeLessThan(TRIES_MAX * 200);
            const [answer, recognizes] = answers[count % answers.length] as [TextReading, boolean];
            if (step.kind === "recognize") {
              const recognized = "text" in answer ? answer.text : null;
              reading = recognized === null ? afterFailure(reading) : afterRecognition(reading, recognized);
            } else {
              if (step.limits.isUnhurried) grantedMs += step.limits.cpuMilliseconds;
              const bounded =
                "text" in answer ? { ...answer, text: answer.text.slice(0, step.limits.bytesMax / 4) } : answer;
              // After a failure the reader gets the same step again.
              if (answer.status === "failed" && step.limits.isUnhurried) grantedMs -= step.limits.cpuMilliseconds;
              reading = afterReading(reading, step.limits, bounded, recognizes && count < 9) ?? reading;
            }
            expect(Buffer.byteLength(reading.text)).toBeLessThanOrEqual(TEXT_BYTES_MAX);
            expect(reading.text.isWellFormed() && !reading.text.includes("\0")).toBe(true);
          }
          expect(grantedMs).toBeLessThanOrEqual(READING_ON_CPU_MS + 60_000);
          expect(["read", "partial", "failed"]).toContain(textStatusOf(reading));
        },
      ),
      { numRuns: 200 },
    );
  });
});
