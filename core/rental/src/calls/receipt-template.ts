/** The page of a receipt, in Typst: `shown` is what it shows. */
export const RECEIPT_TEMPLATE = `#show: letter

#grid(
  columns: (1fr, 1fr, 1fr),
  row-gutter: 4pt,
  column-gutter: 8mm,
  quiet[Appel de loyer], quiet[Bail], quiet[Période],
  strong(shown.reference), strong(shown.lease), strong(shown.period),
  v(2pt), [], [],
  quiet[Locaux], [], [],
  grid.cell(colspan: 3, strong(shown.premises)),
)

#v(5mm)
#if shown.onBehalf != "" [
  #shown.agency, au nom et pour le compte de #shown.onBehalf, reconnaît avoir reçu de #shown.recipient la somme de
  *#shown.paid*
] else [
  #shown.agency reconnaît avoir reçu de #shown.recipient la somme de *#shown.paid*
]
#if shown.isWhole [
  en paiement du loyer et des charges de la période indiquée, et lui en donne quittance, sous réserve de tous ses droits.
] else [
  à valoir sur le loyer et les charges de la période indiquée.
]

#v(2mm)
#if shown.isWhole {
  ruled(
    (1fr, auto),
    ([Désignation], [Payé]),
    shown.parts.map(part => (part.name, part.paid)),
    ([Total], shown.paid),
  )
} else {
  ruled(
    (1fr, auto, auto, auto),
    ([Désignation], [Appelé], [Payé], [Reste dû]),
    shown.parts.map(part => (part.name, part.called, part.paid, part.remaining)),
    ([Total], shown.total, shown.paid, shown.remaining),
  )
}
#if shown.vat != "" [#quiet[Dont TVA appelée : #shown.vat]]

#for payment in shown.payments [#quiet(payment) \\ ]

#v(3mm)
#sum-box(text(size: 13pt, weight: "bold", fill: accent)[
  #if shown.isWhole [Payé en totalité : #shown.paid] else [Reste dû : #shown.remaining]
])

#v(1fr)
#quiet[
  #if shown.isWhole [
    Cette quittance annule les reçus délivrés auparavant pour la même période. Elle est délivrée gratuitement
    (article 21 de la loi n°~89-462 du 6 juillet 1989).
  ] else [
    Ce reçu constate un paiement partiel ; il ne vaut pas quittance. Une quittance est délivrée gratuitement après paiement
    intégral du loyer et des charges (article 21 de la loi n°~89-462 du 6 juillet 1989).
  ]
]
`;
