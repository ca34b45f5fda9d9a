/** The page of a notice, in Typst: `shown` is what it shows. */
export const NOTICE_TEMPLATE = `#show: letter

#grid(
  columns: (1fr, 1fr, 1fr),
  row-gutter: 4pt,
  column-gutter: 8mm,
  quiet[Référence], quiet[Bail], quiet[Émis le],
  strong(shown.reference), strong(shown.lease), strong(shown.issuedOn),
  v(2pt), [], [],
  quiet[Période], quiet(if shown.isCreditNote [Au] else [À payer le]), [],
  strong(shown.period), strong(shown.dueDate), [],
)

#v(5mm)
#let label(line) = [#line.label #if line.unit != "" [ \\ #quiet[Lot #line.unit]]]
#if shown.hasVat {
  ruled(
    (1fr, auto, auto, auto),
    ([Désignation], [Hors taxes], [TVA], [Montant]),
    shown.lines.map(line => (label(line), line.ht, line.vat, line.total)),
    ([Total], shown.ht, shown.vat, shown.total),
  )
} else {
  ruled(
    (1fr, auto),
    ([Désignation], [Montant]),
    shown.lines.map(line => (label(line), line.total)),
    ([Total], shown.total),
  )
}

#v(3mm)
#sum-box[
  #if shown.paid != "" [#quiet[Déjà réglé : #shown.paid] \\ ]
  #text(size: 13pt, weight: "bold", fill: accent)[
    #if shown.isCreditNote [À votre crédit : #shown.total] else [À payer avant le #shown.dueDate : #shown.remaining]
  ]
]

#v(6mm)
#if shown.isCreditNote [
  Cette somme vient en déduction de vos prochaines échéances.
] else [
  Merci d’indiquer la référence *#shown.reference* dans le libellé de votre virement.
  #if shown.iban != "" [\\ À verser sur le compte *#shown.iban* #if shown.bic != "" [(BIC #shown.bic)]]
]

#v(1fr)
#quiet[
  Cet avis d’échéance n’est pas une quittance : il ne vaut pas reçu de paiement. Une quittance est remise gratuitement, sur
  demande, après paiement intégral du loyer et des charges (article 21 de la loi n°~89-462 du 6 juillet 1989).
]
`;
