/** Control words that represent a character or a separator (RTF 1.9.1). */
export const SIGNS: ReadonlyMap<string, string> = new Map([
  ...["par", "line", "row", "nestrow", "sect", "page", "column", "\n", "\r"].map((word) => [word, "\n"] as const),
  ...["tab", "cell", "nestcell"].map((word) => [word, "\t"] as const),
  ...Object.entries({
    ...{ lquote: "‘", rquote: "’", ldblquote: "“", rdblquote: "”" },
    ...{ endash: "–", emdash: "—", bullet: "•", enspace: " ", emspace: " ", qmspace: " " },
    ...{ "~": "\u00a0", "-": "\u00ad", _: "-" },
  }),
]);

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Control words of groups whose text is not part of the document. */
export const DESTINATIONS_WITHOUT_TEXT: ReadonlySet<string> = words(
  "fonttbl colortbl stylesheet info pict object objdata fldinst filetbl revtbl themedata colorschememapping datastore xmlnstbl listtable listoverridetable rsidtbl generator sp nonshppict atnid atnauthor atnref atndate atntime bkmkstart bkmkend xe tc rxe txe private pnseclvl template",
);

/** Groups that older readers may ignore although their text is part of the document. */
export const DESTINATIONS_WITH_TEXT: ReadonlySet<string> = words("shpinst shptxt annotation footnote ftnsep");

/** Groups whose text is separate from the surrounding text, though they may be anchored within a word. */
export const APART: ReadonlySet<string> = words(
  "footnote annotation header headerl headerr headerf footer footerl footerr footerf shptxt",
);

/** Returns the encoding label of a code page; `null` if the platform has none. */
export function codePageEncoding(page: number): string | null {
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  return PAGES.get(page) ?? null;
}

const PAGES: ReadonlyMap<number, string> = new Map([
  [866, "ibm866"],
  [874, "windows-874"],
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [10000, "macintosh"],
  [65001, "utf-8"],
]);

/** Returns the encoding of a font's character set; `null` if it is that of the document. */
export function charsetEncoding(charset: number): string | null {
  const page = CHARSETS.get(charset);
  return page === undefined ? null : codePageEncoding(page);
}

const CHARSETS: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
]);
