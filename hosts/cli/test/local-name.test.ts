import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localName } from "../src/transfer/local-name.ts";

describe("the name under which a document is saved", () => {
  it.each([
    ["Bail: « été » 10:30.pdf", "Bail: « été » 10:30.pdf"],
    [".bashrc", "_.bashrc"],
    ["-rf", "_-rf"],
    ["--output=x", "_--output=x"],
    ["~root", "_~root"],
    ["../../etc/passwd", "etc_passwd"],
    ["..\\..\\.ssh/id", "_.ssh_id"],
    ["/", "document"],
    ["...", "document"],
    ["", "document"],
    ["CON", "_CON"],
    ["nul.txt", "_nul.txt"],
    ["lpt¹.pdf", "_lpt¹.pdf"],
    ["COM1", "_COM1"],
    ["console.log", "console.log"],
    ["a\u0000b\u001b[2J\n.txt", "ab[2J.txt"],
    ["\u202efdp.exe", "fdp.exe"],
    ["\u200b-rf", "_-rf"],
    ["\ufeff \u2066.profile", "_.profile"],
    ["می\u200cخواهم.txt", "می\u200cخواهم.txt"],
    ["a\ud800b", "a\ufffdb"],
  ])("%j is %j", (name, expected) => {
    expect(localName(name, "linux")).toBe(expected);
  });

  it("has no forbidden character and no trailing dot or blank on Windows", () => {
    expect(localName('a<b>c:d"e|f?g*h', "win32")).toBe("a_b_c_d_e_f_g_h");
    expect(localName("nul. . ", "win32")).toBe("_nul");
    expect(localName("file.txt:stream", "win32")).toBe("file.txt_stream");
  });

  it("is shortened to the maximum length, with its extension", () => {
    const long = localName(`${"é".repeat(255)}.pdf`, "linux");
    expect(long).toBe(`${"é".repeat(125)}.pdf`);
    expect(localName(`a.${"b".repeat(300)}`, "linux")).toBe(`a.${"b".repeat(253)}`);
    expect(Buffer.byteLength(localName("😀".repeat(1_000_000), "linux"))).toBe(252);
  });

  it("is a visible name in the folder and no option, for any name of a server", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.constantFrom("/", "\\", "..", "~", "-", "."),
    );
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join("")),
        fc.constantFrom("linux", "win32"),
        (name, platform) => {
          const local = localName(name, platform);
          expect(local).toMatch(/^[^./\\~-][^/\\]*$/);
          expect(local).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
          expect(Buffer.byteLength(local)).toBeLessThanOrEqual(255);
          expect(localName(local, platform)).toBe(local);
        },
      ),
    );
  });
});
