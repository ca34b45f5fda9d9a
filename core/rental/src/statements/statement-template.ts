/** The pages of a statement, in Typst: `shown` is what it shows. */
export const STATEMENT_TEMPLATE = `#show: letter

#grid(
  columns: (1fr, 1fr, 1fr),
  row-gutter: 4pt,
  column-gutter: 8mm,
  quiet[Période], quiet[Compte mandant], quiet[Établi le],
  strong(shown.period), strong(shown.reference), strong(shown.issuedOn),
)

#v(3mm)
#grid(
  columns: (1fr, 1fr, 1fr, 1fr),
  column-gutter: 4mm,
  ..shown.sums.map(sum => box(fill: rgb("#eef2f7"), radius: 3pt, inset: 8pt, width: 100%)[
    #quiet(sum.name) \\
    #text(size: 12pt, weight: "bold", fill: accent, sum.amount)
  ]),
)

#v(3mm)
#if shown.lines.len() == 0 [
  Aucun mouvement sur la période.
] else {
  set text(size: 9pt)
  ruled(
    (auto, 1fr, auto, auto, auto),
    ([Date], [Libellé], [Débit], [Crédit], [Solde]),
    shown.lines.map(line => (line.date, [#line.label \\ #text(size: 8pt, fill: luma(45%), line.reference)], line.debit, line.credit, line.balance)),
    ([], [Total des mouvements], shown.debit, shown.credit, shown.closing),
  )
}

#v(2mm)
#sum-box(text(size: 13pt, weight: "bold", fill: accent)[
  #if shown.isOwed [Solde à votre charge : #shown.owed] else [Solde en votre faveur : #shown.closing]
])

#v(1fr)
#quiet[
  Au crédit : ce qui vous revient (loyers, charges, TVA). Au débit : nos honoraires, les dépenses payées pour votre compte et
  les sommes qui vous sont versées. Compte tenu en euros, rendu en application de l’article 66 du décret n°~72-678 du
  20 juillet 1972.
]
`;
