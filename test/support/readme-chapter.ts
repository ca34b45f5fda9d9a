import { expect } from "vitest";
import { type Environment, startProcess } from "./cartulary-process.ts";
import { readme } from "./readme-blocks.ts";

/** The commands of a chapter of the README, each whole: one goes on while a quote is open. */
export function commandsOf(chapter: string): readonly string[] {
  const text = readme.slice(readme.indexOf(`\n## ${chapter}\n`) + 1).split("\n## ")[0] ?? "";
  const lines = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = ""]) => block.split("\n"));
  const commands: string[] = [];
  let open = "";
  for (const line of lines) {
    open += `${open && "\n"}${line}`;
    const bare = open.replaceAll('\\"', "");
    if (bare.split('"').length % 2 === 0 || bare.split("'").length % 2 === 0) continue;
    if (open !== "") commands.push(open);
    open = "";
  }
  return commands;
}

/**
 * Runs commands one by one in a folder, each with what the ones before it named and with the helpers of the README; what it
 * says on stdout is answered. One that fails, or complains, fails the test.
 */
export function readmeShell(own: Environment, folder: string): (command: string) => Promise<string> {
  const helpers = [
    ...readme.matchAll(
      /^(?:value|number|ask|transaction|portal|bank|left|pays|euros|amount|balance|entry|statement)\(\) .*$|^JSON=.*$/gm,
    ),
  ].map(([line]) => line);
  const names: string[] = [];
  return async (command) => {
    const [, name] = /^([A-Z]+)=/.exec(command) ?? [];
    if (name) names.push(name);
    const kept = names.length > 0 ? `set | grep -E '^(${names.join("|")})=' > names` : "";
    const script = [...helpers, "[ ! -e names ] || . ./names", command, kept].join("\n");
    await using shell = startProcess("sh", ["-euc", script], own, folder);
    expect({ command, ...(await shell.ended), stderr: shell.output.stderr }).toMatchObject({ code: 0, stderr: "" });
    return shell.output.stdout;
  };
}
