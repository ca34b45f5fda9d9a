/** The page of a notice, in Typst: `notice` is what it shows. Set in the typeface that the compiler brings along. */
export const NOTICE_TEMPLATE = `#set document(title: notice.title + " " + notice.reference)
#set page(
  paper: "a4",
  margin: (x: 22mm, top: 22mm, bottom: 24mm),
  footer: context text(size: 8pt, fill: luma(35%))[
    #notice.agency #h(1fr) #notice.reference – page #counter(page).display() / #counter(page).final().first()
  ],
  background: if notice.isCancelled { rotate(-35deg, text(size: 90pt, fill: luma(88%), weight: "bold")[ANNULÉ]) },
)
#set text(font: "Libertinus Serif", size: 10pt, lang: "fr", region: "FR", number-width: "tabular")
#set par(leading: 6pt, spacing: 11pt)

#let accent = rgb("#1f3a5f")
#let quiet(body) = text(size: 9pt, fill: luma(35%), body)

#grid(
  columns: (1fr, 8cm),
  column-gutter: 1cm,
  [
    #text(size: 13pt, weight: "bold", fill: accent, notice.agency) \\
    #quiet[Administrateur de biens] \\
    #if notice.owners != "" [#quiet[pour le compte de #notice.owners]]
  ],
  box(stroke: 1pt + luma(80%), radius: 3pt, inset: 10pt, width: 100%)[
    #strong(notice.tenant) \\
    #for line in notice.address [#line \\ ]
  ],
)

#v(12mm)
#text(size: 20pt, fill: accent, weight: "bold", notice.title)
#v(-3mm)
#line(length: 100%, stroke: 1pt + accent)

#grid(
  columns: (1fr, 1fr, 1fr),
  row-gutter: 4pt,
  column-gutter: 8mm,
  quiet[Référence], quiet[Bail], quiet[Émis le],
  strong(notice.reference), strong(notice.lease), strong(notice.issuedOn),
  v(2pt), [], [],
  quiet[Période], quiet(if notice.isCreditNote [Au] else [À payer le]), [],
  strong(notice.period), strong(notice.dueDate), [],
)

#v(5mm)
#let head(body) = text(size: 9pt, weight: "bold", fill: white, body)
#let rows = notice.lines.map(line => (
  [#line.label #if line.unit != "" [ \\ #quiet[Lot #line.unit]]],
  ..if notice.hasVat { (line.ht, line.vat) },
  line.total,
)).flatten()
#table(
  columns: if notice.hasVat { (1fr, auto, auto, auto) } else { (1fr, auto) },
  align: (x, y) => if x == 0 { left + horizon } else { right + horizon },
  inset: (x: 8pt, y: 7pt),
  stroke: (x, y) => (bottom: 1pt + luma(88%)),
  fill: (x, y) => if y == 0 { accent },
  table.header(
    head[Désignation],
    ..if notice.hasVat { (head[Hors taxes], head[TVA]) },
    head[Montant],
  ),
  ..rows,
  table.footer(
    strong[Total],
    ..if notice.hasVat { (strong(notice.ht), strong(notice.vat)) },
    strong(notice.total),
  ),
)

#v(3mm)
#align(right, box(fill: rgb("#eef2f7"), radius: 3pt, inset: (x: 14pt, y: 10pt))[
  #if notice.paid != "" [#quiet[Déjà réglé : #notice.paid] \\ ]
  #text(size: 13pt, weight: "bold", fill: accent)[
    #if notice.isCreditNote [À votre crédit : #notice.total] else [À payer avant le #notice.dueDate : #notice.remaining]
  ]
])

#v(6mm)
#if notice.isCreditNote [
  Cette somme vient en déduction de vos prochaines échéances.
] else [
  Merci d’indiquer la référence *#notice.reference* dans le libellé de votre virement.
]

#v(1fr)
#quiet[
  Cet avis d’échéance n’est pas une quittance : il ne vaut pas reçu de paiement. Une quittance est remise gratuitement, sur
  demande, après paiement intégral du loyer et des charges (article 21 de la loi n° 89-462 du 6 juillet 1989).
]
`;
