import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FIRST } from "../../support/cartulary-process.ts";
import { decideLogin } from "../../support/command-client.ts";
import { cartularyHere, type HostHere, hostHere, startHere } from "../../support/command-here.ts";
import { blocksIn, commandsIn, missingFrom, PAGES, pageText, stepsOf } from "../../support/guide.ts";
import { openGuideShell, type RunCommand } from "../../support/guide-shell.ts";
import { type HostGround, hostGrounds } from "../../support/host-fixtures.ts";
import { housePicture, PICTURE } from "../../support/house-picture.ts";
import { slow } from "../../support/runs.ts";

/** Pages about the sample agency, which their own long tests run. */
const OF_THE_SAMPLE = ["billing", "money", "bank-statements"].map((name) => `docs/guide/${name}.md`);
const WORDS_MAX = 900;
const FIRST_PAGES = ["README.md", "docs/guide/sign-in.md", "docs/guide/documents.md"];

describe("The guide", () => {
  let ground: HostGround;
  let host: HostHere;
  beforeAll(async () => {
    const [kind] = hostGrounds;
    if (!kind) throw new Error("There is no place for data");
    ground = await kind.prepare();
    host = await hostHere(ground.environment);
  });
  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    await ground[Symbol.asyncDispose]();
  });

  const showsIt = async (page: string): Promise<void> => {
    const command: RunCommand = async (words, environment, folder, input) => {
      const own = { XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state") };
      const all = { ...ground.environment, ...environment, ...own };
      if (words[0] !== "login") {
        const stdin = vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([Buffer.from(input)]) as never);
        try {
          return await cartularyHere(words, all, folder);
        } finally {
          stdin.mockRestore();
        }
      }
      const { CARTULARY_ADMIN_EMAIL: email, CARTULARY_ADMIN_PASSWORD: password } = FIRST;
      const started = startHere(words, all, folder);
      await decideLogin(started, "approve", { email, password });
      return { code: (await started.ended).code, ...started.output };
    };
    await using shell = await openGuideShell(
      { CARTULARY_URL: host.url, CARTULARY_ADMIN_EMAIL: FIRST.CARTULARY_ADMIN_EMAIL },
      command,
    );
    for (const { script, reply } of stepsOf(page)) {
      const output = await shell.run(script);
      expect(missingFrom(output, reply ?? ""), `${script}\n${output}`).toEqual([]);
    }
  };
  it.each(FIRST_PAGES)("%s shows the output of its commands", showsIt);

  const laterPages = PAGES.filter((page) => ![...FIRST_PAGES, ...OF_THE_SAMPLE].includes(page));
  slow.it.each(laterPages)("%s shows the output of its commands", showsIt);

  it.each(PAGES)("%s has no value to fill in, and only blocks that a test runs or compares", (page) => {
    const blocks = blocksIn(pageText(page));
    const languages = page.endsWith("operate.md") ? ["sh", "text", "ts", "sql"] : ["sh", "text", "ts"];
    expect(blocks.filter(({ language }) => !languages.includes(language))).toEqual([]);
    expect(blocks.filter(({ language, text }) => language === "sh" && text.includes("…"))).toEqual([]);
  });

  it("the index names each page", () => {
    const named = [...pageText("docs/guide/README.md").matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name);
    const pages = PAGES.filter((page) => page.startsWith("docs/guide/") && !page.endsWith("README.md"));
    expect(pages.filter((page) => !named.includes(page.slice("docs/guide/".length)))).toEqual([]);
  });

  it("the picture of the README is the one that its script draws", () => {
    expect(pageText(PICTURE)).toBe(housePicture());
    expect(pageText("README.md")).toContain(`](${PICTURE})`);
  });

  it("the README has at most 900 words", () => {
    expect(pageText("README.md").split(/\s+/).length).toBeLessThanOrEqual(WORDS_MAX);
  });
});

describe("A script of the guide", () => {
  it("is split where a command ends", () => {
    const commands = ["A=1", "ask \\\n  -d 'x\ny'", "cat <<END\na\nEND", "for X in a; do\n  echo $X\ndone"];
    expect(commandsIn(commands.join("\n"))).toEqual(commands);
  });

  it("is compared with the output on the page, in order", () => {
    expect(missingFrom("one\n{a: 1, b: 2}\nthree", "{…b: 2}\nthree\n")).toEqual([]);
    expect(missingFrom("three\none", "one\nthree")).toEqual(["three"]);
  });
});
