import { createPdfReader } from "@cartulary/pdf";
import type { TextRecognizer } from "@cartulary/search";
import { ContainerModule } from "inversify";
import type { Config } from "../configuration/config.ts";
import { type Closable, tokens } from "../tokens.ts";

/** What is read of files: all of them in children, none of which runs before there is work. */
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
    bind(tokens.fileReader).toConstantValue(undefined);
    bind(tokens.textRecognizer)
      .toResolvedValue(
        async (childRuntime) =>
          ocr === "on" ? (await recognition())?.createTextRecognizer({ childRuntime }) : undefined,
        [tokens.childRuntime],
      )
      .onDeactivation((recognizer) => recognizer?.close());
  });
}

/** What is only read takes less than what is merged. */
const TEXT_MEMORY_BYTES_MAX = 536_870_912;

/** The package that recognises text, which an installation may leave out. */
const RECOGNITION: string = "@cartulary/ocr";

interface Recognition {
  createTextRecognizer(options: { readonly childRuntime: unknown }): Closable<TextRecognizer>;
}

async function recognition(): Promise<Recognition | undefined> {
  try {
    return (await import(RECOGNITION)) as Recognition;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
