import { describe, expect, it } from "vitest";
import { htmlText } from "../src/html-text.ts";

describe("the text of HTML", () => {
  it.each([
    ["<p>Un <b>b</b>ail</p><p>d&rsquo;&eacute;t&#233; &#x26; c&oelig;ur</p>", "Un bail d’été & cœur"],
    ["<!doctype html><head><title>T</title><style>p{color:red}</style></head><script>var x = '<p>'</script>y", "T y"],
    ["a<!-- bail -->b <br/>c<br>d", "a b c d"],
    ["x <img alt='un texte' src=y> 1 < 2 &unknown; &#99999999;", "x 1 < 2 &unknown;"],
    ["<script>never closed", ""],
    ["un <!-- jamais", "un"],
  ])("of %j", (source, text) => {
    expect(htmlText(source).replace(/\s+/g, " ").trim()).toBe(text);
  });

  it.each(["<script", "<!--", "<a", "<", "&", "</script", "<svg></svg", "<![", "&#"])(
    "costs its length: %s",
    (piece) => {
      const started = process.cpuUsage();
      htmlText(piece.repeat(1_048_576 / piece.length));
      htmlText(`<script>${piece.repeat(1_048_576 / piece.length)}`);
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1e6).toBeLessThan(3);
    },
  );
});
