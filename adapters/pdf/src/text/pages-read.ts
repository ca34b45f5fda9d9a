import { type ChildPool, ContainmentError, type Source } from "@cartulary/containment";
import type { PlaceRequest } from "@cartulary/kernel";
import { isRefusal, refusalFor } from "../bounds.ts";
import type { PageRead, TextInput, TextOutput } from "./text.child.ts";

/** What came of a file: the pages that were read, and how the reading ended. `cut` where the child reached a bound. */
export interface PagesRead {
  readonly pages: readonly PageRead[];
  readonly end: TextOutput | { readonly outcome: "cut" };
}

interface Reading extends PlaceRequest {
  readonly source: Source;
  readonly cpuMilliseconds: number;
}

/**
 * Has pages read in a child. Each is kept when it is read, so that nothing of them is lost with the child. Rejects with what
 * the source throws, and where the pool refuses the work.
 */
export async function pagesRead(pool: ChildPool, input: TextInput, { source, ...place }: Reading): Promise<PagesRead> {
  const pages: PageRead[] = [];
  const write = async (bytes: Uint8Array) => void pages.push(JSON.parse(Buffer.from(bytes).toString()));
  try {
    return { end: await pool.run<TextOutput>({ input, sources: [source], write, ...place }), pages };
  } catch (error) {
    if (!(error instanceof ContainmentError)) throw error;
    if (isRefusal(error.reason)) throw refusalFor(error);
    return { end: { outcome: "cut" }, pages };
  }
}

/** All that they say. */
export const textOf = (pages: readonly PageRead[]): string => pages.map(({ text }) => text).join("");
