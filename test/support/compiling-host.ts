import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { CompileDiagnostic } from "@cartulary/composition";
import { type Environment, type HostProcess, startHost } from "./cartulary-process.ts";
import type { Client } from "./checked-client.ts";
import { ClientError } from "./checked-client.ts";

/** How a source ended: `typeset`, or what its first diagnostic says of why. */
type Ending = "typeset" | CompileDiagnostic["cause"];

/** A host of its own, and sources compiled by it over HTTP as any person's are. */
export interface CompilingHost extends AsyncDisposable {
  readonly host: HostProcess;
  /** How a document that is this source and nothing else ends. */
  endingOf(source: string): Promise<Ending>;
  /** The processes that it has started and that still run. */
  childPids(): readonly number[];
  /** The memory of each compiling child. */
  residentBytes(): readonly number[];
}

const TEMPLATE = "bare";

export async function compilingHost(environment: Environment): Promise<CompilingHost> {
  const host = await startHost(environment);
  const client = await host.signIn();
  await client.createTemplate({ body: { key: TEMPLATE, typstSource: "// Nothing of its own" } });
  return {
    host,
    endingOf: (source) => endingOf(client, source),
    childPids: () => childrenOf(host.pid),
    residentBytes: () => childrenOf(host.pid).filter(compiles).map(residentBytesOf),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}

async function endingOf(client: Client, typstSource: string): Promise<Ending> {
  const body = { templateKey: TEMPLATE, assemblyMode: "pure_typst", typstSource };
  const { id } = await client.createComposedDocument({ body });
  try {
    await client.compileComposedDocument({ params: { id } });
    return "typeset";
  } catch (error) {
    if (!(error instanceof ClientError) || error.status !== 422) throw error;
    const { details } = error.body as { readonly details: { readonly diagnostics: readonly CompileDiagnostic[] } };
    return details.diagnostics[0]?.cause ?? "error";
  }
}

/** Milliseconds that each look at `/healthz` took, one after the other until `work` has ended. */
export async function healthWhile<Result>(
  { url }: HostProcess,
  work: Promise<Result>,
): Promise<{ readonly result: Result; readonly milliseconds: readonly number[] }> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  ended.catch(() => {});
  const milliseconds: number[] = [];
  while (!isOver) {
    const began = performance.now();
    const { status } = await fetch(`${url}/healthz`);
    if (status !== 200) throw new Error(`/healthz answered ${status}`);
    milliseconds.push(performance.now() - began);
    await wait(50);
  }
  return { result: await ended, milliseconds };
}

/** Processes of this parent that are no zombies. */
function childrenOf(parent: number): readonly number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === parent);
}

/** `null` for a process that is gone, or a zombie. */
function parentOf(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return /^State:\s+[ZX]/m.test(status) ? null : Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
  } catch {
    return null;
  }
}

/** Others read the text of files for the search. */
function compiles(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("typeset.child");
  } catch {
    return false;
  }
}

function residentBytesOf(pid: number): number {
  try {
    return 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** True if a process has ended, also if its parent has not collected its status. */
export const isGone = (pid: number): boolean => parentOf(pid) === null;
