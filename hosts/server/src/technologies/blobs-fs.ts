import { createFsBlobStore } from "@cartulary/blobs-fs";
import { ContainerModule } from "inversify";
import { tokens } from "../tokens.ts";

/** Stores blobs in a local directory. */
export function blobsFsModule({ directory }: { readonly directory: string }): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.blobStore).toConstantValue(createFsBlobStore({ directory }));
  });
}
