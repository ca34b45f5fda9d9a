import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { PDF_BYTES_MAX, PDF_PAGES_MAX } from "@cartulary/composition/source";
import type * as Compiler from "@myriaddreamin/typst-ts-node-compiler";
import { diagnosticsOf, type EngineDiagnostic } from "./diagnostics.ts";
import { exportErrors, isArchivalOnly } from "./export-errors.ts";
import type { EngineRequest } from "./request.ts";

export type EngineResult =
  | {
      readonly outcome: "typeset";
      readonly pdf: Uint8Array;
      readonly pageCount: number;
      /** Whether the PDF claims to be PDF/A-2b. */
      readonly archival: boolean;
      readonly warnings: readonly EngineDiagnostic[];
    }
  | { readonly outcome: "failed"; readonly diagnostics: readonly EngineDiagnostic[] }
  /** More pages than anybody reads, or more bytes than the host can hold. */
  | { readonly outcome: "too_large" };

/** A Typst compiler. It blocks, and hostile sources end or exhaust its process: for contained children only. */
export interface Engine {
  typeset(request: EngineRequest): EngineResult;
}

/**
 * Lies below a file, so that it can never exist: everything that Typst reads is a shadow, and nothing on the disk is
 * reached. A workspace that is not named would be the working directory.
 */
const WORKSPACE = process.platform === "win32" ? `${process.execPath}\\typst` : "/dev/null/typst";

/**
 * The environment that a child with a compiler is to have: Typst would fetch packages over the network, look for some in
 * directories of the user who runs it, and take signs from fonts of the system, which differ from machine to machine.
 */
export const ENGINE_ENVIRONMENT: Readonly<Record<string, string>> = {
  HTTPS_PROXY: "http://127.0.0.1:9",
  HTTP_PROXY: "http://127.0.0.1:9",
  ALL_PROXY: "http://127.0.0.1:9",
  XDG_DATA_HOME: "/dev/null/data",
  XDG_CACHE_HOME: "/dev/null/cache",
  FONTCONFIG_FILE: fileURLToPath(new URL("../../fonts.conf", import.meta.url)),
};

const COMPILER = "@myriaddreamin/typst-ts-node-compiler";

/** The native code that a child with a compiler loads. */
export const ENGINE_ADDONS: readonly { readonly name: string; readonly dependentUrl: string }[] = [
  { name: COMPILER, dependentUrl: import.meta.url },
];

/** Results that were of no use for so many compilations are forgotten: memory would grow by 4 MB with each otherwise. */
const CACHE_AGE_MAX = 10;

/** A compiler with the fonts that it brings and those of these directories; see {@link ENGINE_ENVIRONMENT} for the system's. */
export function createEngine({ fontPaths }: { readonly fontPaths: readonly string[] }): Engine {
  // CommonJS: its names are not seen by an import.
  const { NodeCompiler } = createRequire(import.meta.url)(COMPILER) as typeof Compiler;
  const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontPaths: [...fontPaths] }] });

  function compiled({ main, files }: EngineRequest) {
    for (const { path, content } of files) compiler.mapShadow(WORKSPACE + path, Buffer.from(content));
    const result = compiler.compile({ mainFilePath: WORKSPACE + main });
    const read = (error: Compiler.NodeError | null) =>
      error ? diagnosticsOf(compiler.fetchDiagnostics(error), WORKSPACE) : [];
    // `hasError()` is false of most errors.
    if (result.result === null) return { document: null, diagnostics: read(result.takeError()) };
    return { document: result.result, diagnostics: read(result.takeWarnings()) };
  }

  function exported(document: Compiler.NodeTypstDocument, request: EngineRequest, archival: boolean): Uint8Array {
    const standard = archival ? { pdfStandard: "a-2b" } : {};
    return compiler.pdf(document, { ...standard, creationTimestamp: request.createdAtSeconds });
  }

  function typeset(request: EngineRequest): EngineResult {
    const { document, diagnostics } = compiled(request);
    if (!document) return { outcome: "failed", diagnostics };
    const pageCount = document.numOfPages;
    if (pageCount > PDF_PAGES_MAX) return { outcome: "too_large" };
    const attempt = (archival: boolean, warnings: readonly EngineDiagnostic[]): EngineResult => {
      try {
        const pdf = exported(document, request, archival);
        if (pdf.byteLength > PDF_BYTES_MAX) return { outcome: "too_large" };
        return { outcome: "typeset", pdf, pageCount, archival, warnings };
      } catch (error) {
        const errors = exportErrors(error, request.files);
        if (!archival || !isArchivalOnly(error)) return { outcome: "failed", diagnostics: errors };
        return attempt(false, [...warnings, ...errors.map((each) => ({ ...each, severity: "warning" as const }))]);
      }
    };
    return attempt(request.archival, diagnostics);
  }

  return {
    typeset(request) {
      try {
        return typeset(request);
      } finally {
        compiler.resetShadow();
        compiler.evictCache(CACHE_AGE_MAX);
      }
    },
  };
}
