import type { ChildRuntime } from "@cartulary/containment";
import { createPdfReader } from "@cartulary/pdf";
import type { TextRecognizer } from "@cartulary/search";
import { createTextFiles } from "@cartulary/text-files";
import { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import { type Closable, tokens } from "../tokens.ts";

/** Text readers, in child processes started on first use. */
export function textsModule({ pdf, ocr }: Config): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(tokens.pdfReader)
      .toResolvedValue(
        (childRuntime) => {
          const memoryBytes = Math.min(pdf.memoryBytes, TEXT_MEMORY_BYTES_MAX);
          return createPdfReader({ memoryBytes, children: pdf.children, childRuntime });
        },
        [tokens.childRuntime],
      )
      .onDeactivation((reader) => reader.close());
    bind(tokens.fileReader)
      .toResolvedValue((childRuntime) => createTextFiles({ childRuntime }), [tokens.childRuntime])
      .onDeactivation((reader) => reader.close());
    bind(tokens.textRecognizer)
      .toResolvedValue(
        async (childRuntime) =>
          ocr === "on"
            ? (await installed<Recognition>(RECOGNITION))?.createTextRecognizer({ childRuntime })
            : undefined,
        [tokens.childRuntime],
      )
      .onDeactivation((recognizer) => recognizer?.close());
  });
}

/** Reading needs less memory than merging. */
const TEXT_MEMORY_BYTES_MAX = 536_870_912;

/** An optional package: its engines are large. */
const RECOGNITION = "@cartulary/ocr";

interface Recognition {
  createTextRecognizer(options: { readonly childRuntime: ChildRuntime | undefined }): Closable<TextRecognizer>;
}

/** Imports a package; returns `undefined` when it, or one of its dependencies, is not installed. */
async function installed<Package>(name: string): Promise<Package | undefined> {
  try {
    return (await import(name)) as Package;
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).endsWith("MODULE_NOT_FOUND")) return undefined;
    throw error;
  }
}
