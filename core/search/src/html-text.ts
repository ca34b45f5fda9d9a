/**
 * What a page of HTML says, without its marks. Every pattern goes over a source once, whatever is left open or unclosed in
 * it, so that nothing costs more than its length.
 */
export function htmlText(source: string): string {
  return source
    .replace(UNSEEN, " ")
    .replace(TAG, (_, name: string) => (WITHIN_WORDS.has(name.toLowerCase()) ? "" : " "))
    .replace(REFERENCE, characterOf);
}

/** Comments, declarations, and elements whose text is not shown. What nobody closed goes to the end. */
const UNSEEN =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(script|style|template|noscript|iframe|object|svg|math)\b[\s\S]*?(?:<\/\1[^<>]*>|$)/gi;

const TAG = /<\/?([a-z][a-z0-9-]*)[^<>]*>?/gi;

/** Elements that may stand in the midst of a word. */
const WITHIN_WORDS: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

const REFERENCE = /&(?:#(\d+)|#x([0-9a-f]+)|([a-z]{2,8}\d{0,2}));?/gi;

function characterOf(reference: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name) return NAMED.get(name) ?? reference;
  const point = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal ?? "", 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : " ";
}

/** From U+00A0 on, in their order (HTML 4, Latin-1). */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(" ").map((name, count) => [name, String.fromCodePoint(0xa0 + count)] as const),
  ...Object.entries({
    ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
    ...{ OElig: "Œ", oelig: "œ", Scaron: "Š", scaron: "š", Yuml: "Ÿ", euro: "€", trade: "™" },
    ...{ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", hellip: "…", bull: "•" },
  }),
]);
