import { describe, expect, it } from "vitest";
import { effectiveMediaType, fileErrors, sanitizeFileName } from "../src/documents/stage-content.ts";

describe("a file name", () => {
  it.each([
    ["a/b\\c.pdf", "c.pdf"],
    ["../../etc/passwd", "passwd"],
    ["  relevé.pdf ", "relevé.pdf"],
    ["e\u0301te\u0301.txt", "été.txt"],
    ["a\u0000b\r\nc.txt", "abc.txt"],
    ["folder/", "Untitled"],
    ["", "Untitled"],
    ["\u200b", "Untitled"],
    ["\ud800.txt", "\ufffd.txt"],
  ])("%j is stored as %j", (sent, stored) => {
    expect(sanitizeFileName(sent)).toBe(stored);
  });

  it.each(["fdp\u202e.exe", "a\u2066b.txt", "bail.pdf\u2029", "folder/a\u2028"])("%j is refused", (fileName) => {
    const file = { fileName, contentType: "text/plain", bytes: (async function* () {})() };
    expect(fileErrors(file)).toMatchObject([{ field: "uploadedFile", code: "invalid" }]);
    expect(fileErrors({ ...file, fileName: `${fileName}/bail.pdf` })).toEqual([]);
  });

  it("is shortened before its extension", () => {
    expect(sanitizeFileName(`${"é".repeat(300)}.pdf`)).toBe(`${"é".repeat(251)}.pdf`);
    expect([...sanitizeFileName("😀".repeat(300))]).toHaveLength(255);
  });
});

describe("a content type", () => {
  const notRecognised = () => Promise.reject(new Error("The content must not be examined"));

  it("is the declared one", async () => {
    expect(await effectiveMediaType("text/plain", notRecognised)).toBe("text/plain");
    expect(await effectiveMediaType("text/html", async () => null)).toBe("text/html");
  });

  it.each(["text/html", "image/svg+xml", "application/xhtml+xml", "text/javascript", "application/x-javascript"])(
    "is the recognised one when %s was declared",
    async (active) => {
      expect(await effectiveMediaType(active, async () => "image/png")).toBe("image/png");
    },
  );
});
