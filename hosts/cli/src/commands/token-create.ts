import { tokens } from "@cartulary/server";
import { withHost } from "../host.ts";
import { UsageError } from "../usage.ts";
import { wordsOf } from "../words.ts";

/** `cartulary token create`: whoever sits at the machine administers it. Prints the token, once, alone on stdout. */
export async function tokenCreate(words: readonly string[]): Promise<number> {
  const { user, scope } = parsed(words);
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

function parsed(words: readonly string[]): { readonly user: string; readonly scope: readonly string[] } {
  const { user, scope } = wordsOf({
    args: [...words],
    options: { user: { type: "string" }, scope: { type: "string", multiple: true } },
  }).values;
  if (user && scope) return { user, scope };
  throw new UsageError("token create needs --user and --scope");
}
