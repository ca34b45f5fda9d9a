import { type Mutant, mutantsOf } from "./mutant.ts";

const TYPESETTER = "adapters/typst-wasm/test/typesetter";
const MEMORY = "adapters/typst-wasm/test/bounded-memory";

/** Bugs of the typesetter for runtimes without children. */
export const typstWasmMutants: readonly Mutant[] = mutantsOf({
  "adapters/typst-wasm/src/compiler/compiler.ts": [
    ["files of one document stay for the next", "      compiler.reset_shadow();\n", "", TYPESETTER],
    ["files are attached", 'if (world.query(PAGES, "pdf.attach").trim() !== "[]")', "if (false)", TYPESETTER],
    ["PDFs claim to be archivable", "pageCount, archival: false", "pageCount, archival: true", TYPESETTER],
    ["no warning says that they are not archival", "[...warnings, NOT_ARCHIVAL]", "warnings", TYPESETTER],
    ["warnings are lost", "[...warnings, NOT_ARCHIVAL]", "[NOT_ARCHIVAL]", TYPESETTER],
    [
      "what there is no room to write has crashed",
      'throw new UnwrittenError("The document cannot be written", { cause });',
      "throw cause;",
      TYPESETTER,
    ],
  ],
  "adapters/typst-wasm/src/compiler/trap.ts": [
    ["a text of 4 GB is a crash", "capacity overflow|", "", TYPESETTER],
    ["refused memory is a crash", "failed|^$/", "failed/", TYPESETTER],
    ["a stack that runs over is too much memory", "hasAborted) &&", "error instanceof Error) &&", TYPESETTER],
  ],
  "adapters/typst-wasm/src/compiler/diagnostics.ts": [
    ["lines begin at 0", "Number(line) + 1", "Number(line)", TYPESETTER],
    ["columns begin at 0", "Number(column) + 1", "Number(column)", TYPESETTER],
    ["where a call came from is an error", 'severity === "hint" ? []', 'severity === "warning" ? []', TYPESETTER],
  ],
  "adapters/typst-wasm/src/compiler/bounded-memory.ts": [
    ["a memory has twice its bound", "bytes / PAGE_BYTES", "(2 * bytes) / PAGE_BYTES", MEMORY],
    ["a module has less than it begins with", "Math.max(minimum, ", "Math.min(minimum, ", MEMORY],
    ["another maximum is passed over", "flags !== 0 || ", "", MEMORY],
  ],
  "adapters/typst-wasm/src/compiler/load-compiler.ts": [
    ["bundled fonts count as the operator's own", "embedded: fonts.length", "embedded: 0", TYPESETTER],
    ["formulas have no font", '  "NewCMMath-Regular.otf",\n', "", TYPESETTER],
  ],
  "adapters/typst-wasm/src/typeset.worker.ts": [
    ["the PDF has the date of the machine", "  Date.now = () => now;\n", "", TYPESETTER],
    [
      "lines are those of the filled source",
      "diagnostics: result.diagnostics.map(locate)",
      "diagnostics: result.diagnostics",
      TYPESETTER,
    ],
  ],
  "adapters/typst-wasm/src/contained-worker.ts": [
    [
      "a compilation has all the time it wants",
      "if (user + system > 1000 * cpuMilliseconds) exceeded();",
      "",
      TYPESETTER,
    ],
    ["every end is a crash", 'containmentError(endedFor ?? "crash")', 'containmentError("crash")', TYPESETTER],
  ],
  "adapters/typst-wasm/src/typesetter.ts": [
    [
      "a stopped host says that the document is broken",
      'if (reason !== "busy" && reason !== "closed") return reason;',
      'if (reason !== "busy") return reason as TypesetCause;',
      TYPESETTER,
    ],
  ],
});
