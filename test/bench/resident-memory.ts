import { readFile, writeFile } from "node:fs/promises";

/** Resident memory of another process, in bytes. Linux counts it; on other systems this throws. */
export interface ResidentMemory {
  now(): Promise<number>;
  /** The most since {@link ResidentMemory.forget}, whenever it was. */
  peak(): Promise<number>;
  forget(): Promise<void>;
}

/** Writing this to `clear_refs` resets the peak to the current resident memory (proc(5)). */
const RESET_PEAK = "5";

export function residentMemoryOf(pid: number): ResidentMemory {
  const field = async (name: string) => {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    if (kibibytes === undefined) throw new Error(`This system does not tell ${name} of a process`);
    return Number(kibibytes) * 1024;
  };
  return {
    now: () => field("VmRSS"),
    peak: () => field("VmHWM"),
    forget: () => writeFile(`/proc/${pid}/clear_refs`, RESET_PEAK),
  };
}
