/** A part of a query with its position. */
export interface QueryPart {
  /** A prefix ends with `*`, a phrase is in quotes. Everything between such parts is one plain part. */
  readonly kind: "plain" | "prefix" | "phrase";
  readonly isUnwanted: boolean;
  /** Without quotes, `*` and `-`. */
  readonly text: string;
  /** The index of `text` in the query. */
  readonly start: number;
}

/** `-` before a part excludes it. Unclosed quotes and isolated signs have no meaning. */
const PART = /(-?)"([^"]*)"|(?<![^\s"])(-)?([^\s"]+)/gu;

export function queryParts(query: string): readonly QueryPart[] {
  const parts: QueryPart[] = [];
  for (const found of query.matchAll(PART)) {
    const [whole, minusBeforeQuote, quoted, minus, word = ""] = found;
    if (quoted !== undefined) {
      const start = found.index + whole.length - quoted.length - 1;
      parts.push({ kind: "phrase", isUnwanted: minusBeforeQuote === "-", text: quoted, start });
      continue;
    }
    const start = found.index + (minus ?? "").length;
    const isPrefix = /[\p{L}\p{N}\p{M}]\*$/u.test(word);
    const isUnwanted = minus === "-";
    const before = parts.at(-1);
    const isMore = before?.kind === "plain" && !before.isUnwanted && !isPrefix && !isUnwanted;
    if (isMore) parts[parts.length - 1] = { ...before, text: query.slice(before.start, start + word.length) };
    else {
      const text = isPrefix ? word.slice(0, -1) : word;
      parts.push({ kind: isPrefix ? "prefix" : "plain", isUnwanted, text, start });
    }
  }
  return parts;
}
