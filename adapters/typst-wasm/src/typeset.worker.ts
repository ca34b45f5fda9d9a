import { parentPort } from "node:worker_threads";
import type { TypesetRequest, TypesetResult } from "@cartulary/composition";
import { typstFiles } from "@cartulary/composition/source";
import { millisecondsOf } from "@cartulary/kernel";
import { createCompiler, type WasmCompiler } from "./compiler/compiler.ts";
import type { CompilerOrders } from "./compiler/load-compiler.ts";
import { trapReason } from "./compiler/trap.ts";
import type { FromWorker, WorkerRequest } from "./worker-protocol.ts";

if (!parentPort) throw new Error("Only a typesetter starts this");
const port = parentPort;
const tell = (message: FromWorker) => port.postMessage(message);

/** The last that the compiler had to say: it does so before it traps. */
let lastWords = "";
console.error = (words: unknown) => {
  lastWords = String(words);
};

port.once("message", async (orders: CompilerOrders) => {
  const compiler = await createCompiler(orders);
  port.on("message", async (request: WorkerRequest) => {
    lastWords = "";
    try {
      const output = request.kind === "fonts" ? compiler.families() : await typeset(compiler, request.request);
      tell({ kind: "done", output, memoryBytes: compiler.memoryBytes() });
    } catch (error) {
      tell({ kind: "trapped", reason: trapReason(error, lastWords) });
    }
  });
  tell({ kind: "ready" });
});

async function typeset(compiler: WasmCompiler, request: TypesetRequest): Promise<TypesetResult> {
  const { files, missingNames } = await typstFiles(request);
  if (missingNames.length > 0) return { outcome: "incomplete", missingNames };
  // The compiler asks for the time, and cannot be told otherwise. Nothing else in this thread does.
  const now = millisecondsOf(request.createdAt);
  Date.now = () => now;
  return compiler.typeset(request.main, files);
}
