import { typesetRequest } from "@cartulary/ports/composition";
import { compose, readConfig, tokens } from "@cartulary/server";
import { expect, it } from "vitest";
import { until } from "../../support/cartulary-process.ts";

const SURROUNDINGS = { directory: "/nowhere", isTerminal: false };

/** Processes that this one has started and waits for. */
const children = () => process.getActiveResourcesInfo().filter((resource) => resource === "ProcessWrap").length;

it("children work within the bounds of the environment, and end with their host", async () => {
  const environment = {
    ...{ CARTULARY_TYPST_MEMORY: "200000000", CARTULARY_TYPST_CHILDREN: "1", LOG_LEVEL: "silent" },
    TYPST_FONT_PATHS: "fonts:/more/fonts",
  };
  const host = await compose(readConfig(environment, SURROUNDINGS), []);
  const before = children();
  const typesetter = host.get(tokens.typesetter);
  expect((await typesetter.fonts("u" as never)).fontPaths).toEqual(["/nowhere/fonts", "/more/fonts"]);
  expect(await typesetter.typeset(typesetRequest("= Bail"))).toMatchObject({ outcome: "typeset", pageCount: 1 });
  const bomb = await typesetter.typeset(typesetRequest("#range(1000000000)"));
  expect(bomb).toEqual({ outcome: "failed", cause: "memory", diagnostics: [] });

  const running = typesetter.typeset(typesetRequest("#for a in range(100000) { for b in range(100000) { } }"));
  const refused = expect(running).rejects.toMatchObject({ kind: "unavailable", code: "compilation_busy" });
  await until("the child runs", () => children() === before + 1);
  await host.unbindAllAsync();
  await refused;
  await until("the child is gone", () => children() === before);
  await expect(typesetter.typeset(typesetRequest("= Bail"))).rejects.toMatchObject({ code: "compilation_busy" });
});
