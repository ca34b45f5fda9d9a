import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/cartulary-process.ts";
import { cartularyHere } from "../../support/command-here.ts";
import { type BagFiles, bagOf, DECLARATION, manifestOf, writeFiles } from "../../support/sample-bags.ts";

const HELLO: BagFiles = { "data/hello.txt": "hello\n" };
const TWO: BagFiles = { ...HELLO, "data/sub/world.txt": "world\n" };
const old = (version: string): BagFiles => ({
  "bagit.txt": `BagIt-Version: ${version}\nTag-File-Character-Encoding: UTF-8\n`,
});
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
const digest = (algorithm: string) => manifestOf(algorithm, HELLO).split(" ")[0];

/** The kinds of bags in the conformance suite of the Library of Congress. */
const VALID: Readonly<Record<string, BagFiles>> = {
  basic: bagOf(HELLO, "sha256"),
  "several manifests": bagOf(TWO, "md5", "sha256", "sha512"),
  "version 0.97 with a file in one of two manifests": {
    ...bagOf(TWO, "md5"),
    ...old("0.97"),
    "manifest-sha512.txt": manifestOf("sha512", HELLO),
  },
  "a manifest of tag files, with one that no manifest lists": {
    ...bagOf(HELLO, "sha512"),
    "extra/notes.txt": "notes",
    "tagmanifest-md5.txt": manifestOf("md5", { "bagit.txt": DECLARATION }),
  },
  "a leading dot and slash": { ...bagOf(HELLO), "manifest-md5.txt": `${digest("md5")}  ./data/hello.txt\n` },
  "an asterisk of md5sum": { ...bagOf(HELLO), "manifest-md5.txt": `${digest("md5")} *data/hello.txt\n` },
  "upper-case digests, tabs and CRLF": {
    ...bagOf(HELLO),
    "manifest-sha256.txt": `${digest("sha256")?.toUpperCase()}\tdata/hello.txt\r\n`,
  },
  "encoded names": {
    ...bagOf({ "data/50%.txt": "a", "data/line\nbreak.txt": "b" }),
    "manifest-sha256.txt": manifestOf("sha256", { "data/50%25.txt": "a", "data/line%0Abreak.txt": "b" }),
  },
  "names with spaces and accents": bagOf({ "data/Bail  d'été (2).txt": "x" }, "sha256"),
  "the same line twice": {
    ...bagOf(HELLO),
    ...old("0.97"),
    "manifest-md5.txt": manifestOf("md5", HELLO).repeat(2),
  },
  "repeated and continued labels": {
    ...bagOf(HELLO, "sha256"),
    "bag-info.txt":
      "Contact-Name: One\nContact-Name: Two\nExternal-Description: long\n  and longer\nPayload-Oxum: 6.1\n",
  },
  "tag files in UTF-16": {
    "bagit.txt": "BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-16\n",
    ...HELLO,
    "manifest-md5.txt": utf16(manifestOf("md5", HELLO)),
    "bag-info.txt": utf16("Payload-Oxum: 6.1\n"),
  },
  "tag files in ISO-8859-1": {
    "bagit.txt": "BagIt-Version: 0.97\nTag-File-Character-Encoding: ISO-8859-1\n",
    ...{ "data/été.txt": "hello\n" },
    "manifest-md5.txt": Buffer.from(`${digest("md5")}  data/été.txt\n`, "latin1"),
  },
  "files to fetch that are there": {
    ...bagOf(HELLO, "sha256"),
    "fetch.txt": "https://archive.example.org/hello.txt 6 data/hello.txt\n",
  },
};

const INVALID: Readonly<Record<string, readonly [files: BagFiles, ...lines: readonly string[]]>> = {
  "no declaration": [{ ...HELLO, "manifest-md5.txt": manifestOf("md5", HELLO) }, "bagit.txt: is missing"],
  "a mark of byte order": [
    { ...bagOf(HELLO, "md5"), "bagit.txt": `\ufeff${DECLARATION}` },
    "bagit.txt: begins with a byte order mark",
  ],
  "no version": [
    { ...bagOf(HELLO, "md5"), "bagit.txt": "BagIt-Version: one\nTag-File-Character-Encoding: UTF-8\n" },
    "bagit.txt: has no BagIt-Version in its first line",
  ],
  "no manifest": [bagOf(HELLO), "bag: has no payload manifest with a known algorithm"],
  "no payload": [{ "bagit.txt": DECLARATION, "manifest-md5.txt": "" }, "data: is missing: the folder of the payload"],
  "a missing file": [
    { ...bagOf(HELLO), "manifest-md5.txt": manifestOf("md5", TWO) },
    "data/sub/world.txt: is missing, listed in manifest-md5.txt",
  ],
  "an extra file": [{ ...bagOf(HELLO, "md5"), "data/extra": "x" }, "data/extra: is in no manifest"],
  "an altered file": [
    { ...bagOf(HELLO, "sha512"), "data/hello.txt": "hellO\n" },
    "data/hello.txt: has another digest than in manifest-sha512.txt",
  ],
  "an altered tag file": [
    {
      ...bagOf(HELLO, "md5"),
      "bag-info.txt": "Contact-Name: One\n",
      "tagmanifest-md5.txt": manifestOf("md5", { "bag-info.txt": "Contact-Name: Two\n" }),
    },
    "bag-info.txt: has another digest than in tagmanifest-md5.txt",
  ],
  "a missing tag file": [
    { ...bagOf(HELLO, "md5"), "tagmanifest-md5.txt": manifestOf("md5", { "bag-info.txt": "x" }) },
    "bag-info.txt: is missing, listed in tagmanifest-md5.txt",
  ],
  "a wrong Payload-Oxum": [
    { ...bagOf(HELLO, "md5"), "bag-info.txt": "Payload-Oxum: 7.1\n" },
    "bag-info.txt: has Payload-Oxum 7.1, and the payload 6.1",
  ],
  "a file that one manifest of version 1.0 lacks": [
    { ...bagOf(TWO, "md5"), "manifest-sha256.txt": manifestOf("sha256", HELLO) },
    "data/sub/world.txt: is not in manifest-sha256.txt",
  ],
  "two digests of one file": [
    { ...bagOf(HELLO), "manifest-md5.txt": `${manifestOf("md5", HELLO)}${"0".repeat(32)}  data/hello.txt\n` },
    "data/hello.txt: has two digests in manifest-md5.txt",
    "data/hello.txt: has another digest than in manifest-md5.txt",
  ],
  "paths out of the bag": [
    {
      ...bagOf(HELLO),
      "manifest-md5.txt": ["/etc/passwd", "data/../../up", "~/home", "data/hello.txt"]
        .map((path) => `${digest("md5")}  ${path}\n`)
        .join(""),
    },
    "/etc/passwd: is absolute, in manifest-md5.txt",
    "data/../../up: leaves the bag, in manifest-md5.txt",
    "~/home: is absolute, in manifest-md5.txt",
  ],
  "a file to fetch": [
    {
      ...bagOf(HELLO),
      "manifest-md5.txt": manifestOf("md5", TWO),
      "fetch.txt": "https://archive.example.org/world.txt - data/sub/world.txt\n",
    },
    "data/sub/world.txt: is to be fetched, and missing",
    "data/sub/world.txt: is missing, listed in manifest-md5.txt",
  ],
  "a malformed line": [
    { ...bagOf(HELLO, "md5"), "manifest-sha256.txt": "abc\n" },
    "manifest-sha256.txt: has a malformed line: abc",
  ],
};

describe("cartulary bag verify", () => {
  it("finds every kind of valid bag valid", async () => {
    await using folder = await temporaryFolder();
    for (const [name, files] of Object.entries(VALID)) {
      const path = join(folder.path, name);
      await writeFiles(path, files);
      const { code, stdout } = await cartularyHere(["bag", "verify", path], {});
      expect({
        name,
        code,
        errors: stdout.split("\n").filter((line) => line && !line.includes(": warning: ")),
      }).toEqual({
        ...{ name, code: 0, errors: [] },
      });
    }
  });

  it("finds every fault of a bag, one a line", async () => {
    await using folder = await temporaryFolder();
    for (const [name, [files, ...lines]] of Object.entries(INVALID)) {
      const path = join(folder.path, name);
      await writeFiles(path, files);
      const { code, stdout } = await cartularyHere(["bag", "verify", path], {});
      expect({ name, code, found: lines.filter((line) => stdout.split("\n").includes(line)) }).toEqual({
        ...{ name, code: 1, found: lines },
      });
    }
  });

  it("takes a path that exists only as written, with a warning", async () => {
    await using folder = await temporaryFolder();
    await writeFiles(folder.path, bagOf({ "data/50%25.txt": "x" }, "sha256"));
    expect(await cartularyHere(["bag", "verify", folder.path], {})).toMatchObject({
      code: 0,
      stdout: "data/50%25.txt: warning: exists only as written in manifest-sha256.txt, without decoding\n",
    });
  });

  it("refuses links", async () => {
    await using folder = await temporaryFolder();
    await writeFiles(folder.path, bagOf(HELLO, "md5"));
    await symlink("/etc/passwd", join(folder.path, "data/link"));
    expect(await cartularyHere(["bag", "verify", folder.path], {})).toMatchObject({
      code: 1,
      stdout: "data/link: is a link or a device, not a file\n",
    });
  });

  it("ends with 2 where there is no bag", async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, "empty"));
    await writeFile(join(folder.path, "file"), "x");
    for (const words of [["nowhere"], ["empty"], ["file"]].map(([name = ""]) => [join(folder.path, name)]))
      expect(await cartularyHere(["bag", "verify", ...words], {})).toMatchObject({ code: 2, stdout: "" });
    expect(await cartularyHere(["bag", "verify"], {})).toMatchObject({ code: 2, stdout: "" });
  });
});
