import type { FontFamily, TypesetPicture, TypesetResult, TypstFile } from "@cartulary/composition";
import { PDF_BYTES_MAX, PDF_PAGES_MAX } from "@cartulary/composition/source";
import {
  initSync,
  type TypstCompiler,
  TypstCompilerBuilder,
  type TypstCompileWorld,
  TypstFontResolverBuilder,
} from "@myriaddreamin/typst-ts-web-compiler";
import { ATTACHED, diagnosticsOf, NOT_ARCHIVAL, type RawDiagnostic, withCauses } from "./diagnostics.ts";
import { type FontFile, familiesOf } from "./families.ts";
import type { CompilerOrders } from "./load-compiler.ts";
import { pageCountOf } from "./page-count.ts";
import { UnwrittenError } from "./trap.ts";

/** A Typst compiler. It blocks, and cannot be used after it throws: run it in a thread that can be terminated. */
export interface WasmCompiler {
  typeset(main: string, files: readonly TypstFile[], pictures: readonly TypesetPicture[]): TypesetResult;
  families(): readonly FontFamily[];
  /** Size of its memory, which never shrinks. */
  memoryBytes(): number;
}

/** Compilation targets: pages, and their PDF. */
const PAGES = 0;
const PDF = 1;
/** Diagnostics with their positions. */
const FULL = 3;

interface Outcome {
  readonly hasError?: boolean;
  readonly diagnostics?: readonly RawDiagnostic[];
  readonly result?: Uint8Array;
}

/** Creates a compiler with these fonts only. It has no files but those of a request, no packages and no network. */
export async function createCompiler({ module, fonts, embedded }: CompilerOrders): Promise<WasmCompiler> {
  const { memory } = initSync({ module });
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fonts) await builder.add_raw_font(font);
  const compiler = await builder.build();
  return {
    memoryBytes: () => memory.buffer.byteLength,
    families() {
      const resolver = new TypstFontResolverBuilder();
      return familiesOf(
        fonts.map((font): FontFile => resolver.get_font_info(font)),
        embedded,
      );
    },
    typeset(main, files, pictures) {
      compiler.reset_shadow();
      const encoder = new TextEncoder();
      for (const { path, source } of files) compiler.map_shadow(path, encoder.encode(source));
      for (const { path, bytes } of pictures) compiler.map_shadow(path, bytes);
      const result = typeset(compiler, main);
      return result.outcome === "failed" ? { ...result, diagnostics: withCauses(result.diagnostics, files) } : result;
    },
  };
}

function typeset(compiler: TypstCompiler, main: string): TypesetResult {
  const world = compiler.snapshot(null, main, null);
  const result = typesetIn(world);
  // Not freed after a trap, because that would throw another error.
  world.free();
  return result;
}

function typesetIn(world: TypstCompileWorld): TypesetResult {
  const compiled: Outcome = world.compile(PAGES, FULL);
  const diagnostics = diagnosticsOf(compiled.diagnostics);
  if (compiled.hasError) return { outcome: "failed", cause: "error", diagnostics };
  // Attachments are rejected as by the compiler for PDF/A.
  if (world.query(PAGES, "pdf.attach").trim() !== "[]") {
    return { outcome: "failed", cause: "error", diagnostics: [ATTACHED] };
  }
  return toResult(artifactOf(world), diagnostics);
}

function artifactOf(world: TypstCompileWorld): Outcome {
  try {
    return world.get_artifact(PDF, FULL);
  } catch (cause) {
    throw new UnwrittenError("The document cannot be written", { cause });
  }
}

function toResult({ result, diagnostics }: Outcome, warnings: TypesetWarnings): TypesetResult {
  if (!result) return { outcome: "failed", cause: "error", diagnostics: diagnosticsOf(diagnostics) };
  const pageCount = pageCountOf(result);
  if (pageCount > PDF_PAGES_MAX || result.byteLength > PDF_BYTES_MAX) {
    return { outcome: "failed", cause: "memory", diagnostics: [] };
  }
  return { outcome: "typeset", pdf: result, pageCount, archival: false, warnings: [...warnings, NOT_ARCHIVAL] };
}

type TypesetWarnings = ReturnType<typeof diagnosticsOf>;
