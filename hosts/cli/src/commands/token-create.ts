import { tokens } from "@cartulary/server";
import { withHost } from "../host.ts";
import { parseArguments } from "../parse-arguments.ts";
import { UsageError } from "../usage.ts";

/**
 * `cartulary token create`: creates a personal access token for any user; access to the machine suffices. Prints only
 * the token on stdout.
 */
export async function tokenCreate(words: readonly string[]): Promise<number> {
  const { user, scope } = parseOptions(words);
  return withHost(async (host) => {
    const { personalTokens } = await host.getAsync(tokens.identity);
    const { token } = await personalTokens.issuePersonalToken({
      emailAddress: user,
      scope: scope.join(" "),
      name: "cartulary token create",
    });
    process.stdout.write(`${token}\n`);
    return 0;
  });
}

function parseOptions(words: readonly string[]): { readonly user: string; readonly scope: readonly string[] } {
  const { user, scope } = parseArguments({
    args: [...words],
    options: { user: { type: "string" }, scope: { type: "string", multiple: true } },
  }).values;
  if (user && scope) return { user, scope };
  throw new UsageError("token create needs --user and --scope");
}
