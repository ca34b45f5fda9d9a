import { createTypesetter } from "@cartulary/typst";
import { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import { tokens } from "../tokens.ts";

/** Runs Typst in child processes, started on first use. */
export function typstModule({ typst }: Config): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.typesetter)
      .toResolvedValue((childRuntime) => createTypesetter({ ...typst, childRuntime }), [tokens.childRuntime])
      .onDeactivation((typesetter) => typesetter.close());
  });
}
