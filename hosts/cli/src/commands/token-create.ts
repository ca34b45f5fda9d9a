import { compose, readConfig, technologyModules, tokens } from "@cartulary/server";
import { surroundings } from "../machine.ts";
import { UsageError } from "../usage.ts";
import { wordsOf } from "../words.ts";

/** `cartulary token create`: whoever sits at the machine administers it. Prints the token, once, alone on stdout. */
export async function tokenCreate(words: readonly string[]): Promise<number> {
  const { user, scope } = parsed(words);
  const config = readConfig(process.env, surroundings());
  const container = await compose(config, await technologyModules(config));
  try {
    const personalTokens = await container.getAsync(tokens.personalTokens);
    const { token } = await personalTokens.mintPersonalToken({
      emailAddress: user,
      scope: scope.join(" "),
      name: "cartulary token create",
    });
    process.stdout.write(`${token}\n`);
    return 0;
  } finally {
    await container.unbindAllAsync();
  }
}

function parsed(words: readonly string[]): { readonly user: string; readonly scope: readonly string[] } {
  const { user, scope } = wordsOf({
    args: [...words],
    options: { user: { type: "string" }, scope: { type: "string", multiple: true } },
  }).values;
  if (user && scope) return { user, scope };
  throw new UsageError("token create needs --user and --scope");
}
