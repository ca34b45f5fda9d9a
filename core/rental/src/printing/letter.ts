import type { Day } from "@cartulary/kernel";
import { type Cents, decimal } from "@cartulary/ledger";

/** Who writes to whom, on whatever an agency prints. */
export interface Letterhead {
  readonly agency: string;
  readonly agencyAddress: readonly string[];
  /** For whom the agency writes; empty where it is for itself. */
  readonly onBehalf: string;
  readonly recipient: string;
  readonly address: readonly string[];
  readonly title: string;
  /** What it is found again by: on every page. */
  readonly reference: string;
  readonly isCancelled: boolean;
}

/**
 * A document as the compiler's source: the template, and beside it what it shows as `shown`, as one text that nothing
 * breaks out of. The template begins with `#show: letter`.
 */
export function letterSource(shown: Letterhead & object, template: string): string {
  const text = JSON.stringify(shown).replace(/[\\"]/g, "\\$&");
  return `#let shown = json(bytes("${text}"))\n${LETTER}\n${template}`;
}

/** `31/03/2026` */
export const frenchDay = (day: Day | string): string => day.slice(0, 10).split("-").toReversed().join("/");

/** `1 083,86 €`, with spaces that no line breaks at. */
export const euros = (amount: Cents): string =>
  `${decimal(amount, ",").replace(/\B(?=(?:\d{3})+(?!\d))/g, "\u202f")}\u00a0€`;

/** The lines of an address; none of an absent one. */
export const addressLines = (address: string | null): readonly string[] => address?.split(/\r\n|\r|\n/) ?? [];

/** The sheet of every letter: set in the typeface that the compiler brings along. */
const LETTER = `
#let accent = rgb("#1f3a5f")
#let quiet(body) = text(size: 9pt, fill: luma(35%), body)
#let head(body) = text(size: 9pt, weight: "bold", fill: white, body)
#let sum-box(body) = align(right, box(fill: rgb("#eef2f7"), radius: 3pt, inset: (x: 14pt, y: 10pt), body))
#let ruled(columns, header, rows, footer) = table(
  columns: columns,
  align: (x, y) => if x < columns.position(each => each == 1fr) + 1 { left + horizon } else { right + horizon },
  inset: (x: 8pt, y: 7pt),
  stroke: (x, y) => (bottom: 1pt + luma(88%)),
  fill: (x, y) => if y == 0 { accent },
  table.header(..header.map(head)),
  ..rows.flatten(),
  table.footer(..footer.map(strong)),
)

#let letter(body) = {
  set document(title: shown.title + " " + shown.reference)
  set page(
    paper: "a4",
    margin: (x: 22mm, top: 22mm, bottom: 24mm),
    footer: context text(size: 8pt, fill: luma(35%))[
      #shown.agency #h(1fr) #shown.reference – page #counter(page).display() / #counter(page).final().first()
    ],
    background: if shown.isCancelled { rotate(-35deg, text(size: 90pt, fill: luma(88%), weight: "bold")[ANNULÉ]) },
  )
  set text(font: "Libertinus Serif", size: 10pt, lang: "fr", region: "FR", number-width: "tabular")
  set par(leading: 6pt, spacing: 11pt)
  grid(
    columns: (1fr, 8cm),
    column-gutter: 1cm,
    [
      #text(size: 13pt, weight: "bold", fill: accent, shown.agency) \\
      #quiet[Administrateur de biens] \\
      #for line in shown.agencyAddress [#quiet(line) \\ ]
      #if shown.onBehalf != "" [#quiet[pour le compte de #shown.onBehalf]]
    ],
    box(stroke: 1pt + luma(80%), radius: 3pt, inset: 10pt, width: 100%)[
      #strong(shown.recipient) \\
      #for line in shown.address [#line \\ ]
    ],
  )
  v(12mm)
  text(size: 20pt, fill: accent, weight: "bold", shown.title)
  v(-3mm)
  line(length: 100%, stroke: 1pt + accent)
  body
}
`;
