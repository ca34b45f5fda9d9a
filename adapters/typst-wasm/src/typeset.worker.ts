import { parentPort } from "node:worker_threads";
import type { TypesetResult } from "@cartulary/composition";
import { sourcesOf } from "@cartulary/composition/source";
import { millisecondsOf } from "@cartulary/kernel";
import { createCompiler, type WasmCompiler } from "./compiler/compiler.ts";
import type { CompilerOrders } from "./compiler/load-compiler.ts";
import { trapReason } from "./compiler/trap.ts";
import type { FromWorker, WorkerRequest } from "./worker-protocol.ts";

if (!parentPort) throw new Error("Only a typesetter starts this");
const port = parentPort;
const tell = (message: FromWorker) => port.postMessage(message);

/** The compiler's last output before a trap. */
let lastOutput = "";
console.error = (text: unknown) => {
  lastOutput = String(text);
};

port.once("message", async (orders: CompilerOrders) => {
  const compiler = await createCompiler(orders);
  port.on("message", async (request: WorkerRequest) => {
    lastOutput = "";
    try {
      const output = request.kind === "fonts" ? compiler.families() : await typeset(compiler, request);
      tell({ kind: "done", output, memoryBytes: compiler.memoryBytes() });
    } catch (error) {
      tell({ kind: "trapped", reason: trapReason(error, lastOutput) });
    }
  });
  tell({ kind: "ready" });
});

async function typeset(
  compiler: WasmCompiler,
  { work, pictures, createdAt }: Extract<WorkerRequest, { readonly kind: "typeset" }>,
): Promise<TypesetResult> {
  // The compiler reads the clock and has no option for its time. Nothing else in this thread reads it.
  const now = millisecondsOf(createdAt);
  Date.now = () => now;
  if ("main" in work) return compiler.typeset(work.main, work.files, pictures);
  const assembled = await sourcesOf(work);
  if (assembled.outcome !== "ready") return assembled;
  const { main, files, locate } = assembled;
  const result = compiler.typeset(main, files, pictures);
  if (result.outcome === "failed") return { ...result, diagnostics: result.diagnostics.map(locate) };
  if (result.outcome === "typeset") return { ...result, warnings: result.warnings.map(locate) };
  return result;
}
