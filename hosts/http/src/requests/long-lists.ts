import { utf8Length } from "@cartulary/kernel";
import { ANSWER_BYTES_MAX, writeJsonElements } from "@cartulary/wire";

/** A list as JSON, and its number of elements. */
interface WrittenList {
  readonly written: string;
  readonly count: number;
}

/** Maximum UTF-8 bytes of a UTF-16 unit. */
const UNIT_BYTES_MAX = 3;

/**
 * Serializes as many elements as fit into `bytesMax`, at least one. Stores limit the bytes of columns, but text as JSON
 * may be six times as long.
 */
export function writtenList(
  reply: Parameters<typeof writeJsonElements>[0],
  elements: readonly unknown[],
  bytesMax: number = ANSWER_BYTES_MAX,
): WrittenList {
  const all = writeJsonElements(reply, elements);
  const count =
    all.reduce((sum, text) => sum + text.length + 1, 2) * UNIT_BYTES_MAX <= bytesMax ? all.length : fitting();
  return { written: `[${all.slice(0, count).join(",")}]`, count };

  function fitting(): number {
    let bytes = "[]".length;
    const end = all.findIndex((text, index) => {
      bytes += utf8Length(text) + ",".length;
      return index > 0 && bytes > bytesMax;
    });
    return end === -1 ? all.length : end;
  }
}
