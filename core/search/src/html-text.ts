/** Returns the visible text of HTML. Linear in the length of the source, even when tags are unclosed. */
export function htmlText(source: string): string {
  return source
    .replace(INVISIBLE, " ")
    .replace(TAG, (_, name: string) => (INLINE.has(name.toLowerCase()) ? "" : " "))
    .replace(REFERENCE, characterOf);
}

/** Comments, declarations, and elements without visible text. Unclosed ones extend to the end. */
const INVISIBLE =
  /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(script|style|template|noscript|iframe|object|svg|math)\b[\s\S]*?(?:<\/\1[^<>]*>|$)/gi;

const TAG = /<\/?([a-z][a-z0-9-]*)[^<>]*>?/gi;

/** Inline elements, which do not separate words. */
const INLINE: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

const REFERENCE = /&(?:#(\d+)|#x([0-9a-f]+)|([a-z]{2,8}\d{0,2}));?/gi;

function characterOf(reference: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name) return ENTITIES.get(name) ?? reference;
  const point = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal ?? "", 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : " ";
}

/** Entity names from U+00A0 on, in order (HTML 4, Latin-1). */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(" ").map((name, count) => [name, String.fromCodePoint(0xa0 + count)] as const),
  ...Object.entries({
    ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
    ...{ OElig: "Œ", oelig: "œ", Scaron: "Š", scaron: "š", Yuml: "Ÿ", euro: "€", trade: "™" },
    ...{ ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", hellip: "…", bull: "•" },
  }),
]);
