import { type Day, removeDiacritics } from "@cartulary/kernel";
import { type Cents, decimal } from "@cartulary/ledger";

const MONTHS = [
  ...["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre"],
  "décembre",
];

/** Formats a day in words: `1er mars 2026`, with no-break spaces. */
export function dayInWords(day: Day | string): string {
  const [year = "", month = "", date = ""] = day.slice(0, 10).split("-");
  const number = Number(date);
  return [number === 1 ? "1er" : String(number), MONTHS[Number(month) - 1], year].join("\u00a0");
}

/** Formats a period in words: `du 1er au 31 mars 2026`, as short as its days allow. */
export function periodInWords(start: Day, end: Day): string {
  if (start === end) return `le ${dayInWords(start)}`;
  const [from, to] = [dayInWords(start).split("\u00a0"), dayInWords(end).split("\u00a0")];
  const shared = start.slice(0, 4) !== end.slice(0, 4) ? 0 : start.slice(5, 7) === end.slice(5, 7) ? 2 : 1;
  return `du ${from.slice(0, 3 - shared).join("\u00a0")} au ${to.join("\u00a0")}`;
}

const PERIOD = /du (\d\d)\/(\d\d)\/(\d{4}) au (\d\d)\/(\d\d)\/(\d{4})/g;
const DAY = /(?<!\d)(\d\d)\/(\d\d)\/(\d{4})(?!\d)/g;

/** Writes the days and periods of a stored label, such as `Loyer du 01/03/2026 au 31/03/2026`, in words. */
export function withDaysInWords(label: string): string {
  const day = (date: string, month: string, year: string) => `${year}-${month}-${date}` as Day;
  return label
    .replace(PERIOD, (_, ...parts: string[]) => {
      const [date = "", month = "", year = "", lastDate = "", lastMonth = "", lastYear = ""] = parts;
      return periodInWords(day(date, month, year), day(lastDate, lastMonth, lastYear));
    })
    .replace(DAY, (_, date: string, month: string, year: string) => dayInWords(day(date, month, year)));
}

/** Formats an amount as `−1 083,86 €`, with the sign of a subtraction and no-break spaces. */
export const euros = (amount: Cents): string =>
  `${decimal(amount, ",")
    .replace("-", "\u2212")
    .replace(/\B(?=(?:\d{3})+(?!\d))/g, "\u202f")}\u00a0€`;

/** Formats an amount, or nothing for zero. */
export const eurosOrEmpty = (amount: Cents): string => (amount === 0 ? "" : euros(amount));

/** Splits an address into lines without empty ones; returns none for `null`. */
export const addressLines = (address: string | null | undefined): readonly string[] =>
  (address ?? "").split(/\r\n|\r|\n/).flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));

/** Joins names as a sentence does: `Anne, Bruno et Chloé`. */
export function namesInSentence(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} et ${last}`;
}

/** Kinds of companies that are named with an article: la SCI du Port, la Société Martin. */
const WITH_ARTICLE = /^(SCI|SCPI|SARL|EURL|SAS|SASU|SA|SNC|Société|Copropriété) /;

/** Returns `d’Anne` before a vowel or a mute h, `de la SCI du Port` for a company, otherwise `de Bruno`. */
function ofName(name: string): string {
  if (WITH_ARTICLE.test(name)) return `de la ${name}`;
  const first = removeDiacritics(name.slice(0, 1)).toLowerCase();
  return "aeiouyhœæ".includes(first) && first !== "" ? `d’${name}` : `de ${name}`;
}

/** Returns `pour le compte d’Anne et de Bruno`; empty without names. */
export function onBehalfOf(names: readonly string[]): string {
  return names.length === 0 ? "" : `pour le compte ${namesInSentence(names.map(ofName))}`;
}

/** Groups an IBAN by four characters, with no-break spaces. */
export const spacedIban = (iban: string | null): string => (iban ?? "").replace(/(.{4})(?=.)/g, "$1\u00a0");

/** Returns the text with characters for file names alone. */
export const fileNamePart = (text: string): string => text.replace(/[^\w.-]/g, "_");
