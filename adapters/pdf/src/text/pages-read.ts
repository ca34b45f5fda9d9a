import { type ChildPool, ContainmentError, type Source } from "@cartulary/containment";
import type { PlaceRequest } from "@cartulary/kernel";
import { isRefusal, refusalFor } from "../resource-limits.ts";
import type { PageRead, TextInput, TextOutput } from "./text.child.ts";

/** The pages that were read, and how the reading ended. `cut`: the child reached a limit. */
export interface PagesRead {
  readonly pages: readonly PageRead[];
  readonly end: TextOutput | { readonly outcome: "cut" };
}

interface Reading extends PlaceRequest {
  readonly source: Source;
  readonly cpuMilliseconds: number;
}

/**
 * Reads pages in a child. Each page is received when it is read, so that none is lost if the child dies. Rejects if the
 * source fails or the pool is full.
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

/** Returns the text of all pages. */
export const textOf = (pages: readonly PageRead[]): string => pages.map(({ text }) => text).join("");
