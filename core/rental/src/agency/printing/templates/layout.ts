/** Declaration of a variable of a letter's template. */
export interface LetterVariable {
  readonly type: "string" | "boolean" | "array" | "integer";
  /** Its content, for editors of the template. */
  readonly description: string;
}

/** The variables of every letter: sender, addressee, title. */
export const HEAD_VARIABLES: Readonly<Record<string, LetterVariable>> = {
  title: { type: "string", description: "Title of the letter" },
  reference: { type: "string", description: "Reference printed on every page" },
  issued_on: { type: "string", description: "Day of issue, in words" },
  cancelled: { type: "boolean", description: "True if ANNULÉ stands across the pages" },
  logo: {
    type: "string",
    description:
      "Path of the agency's logo for `image`, as `/logo.png`, which only letters have; empty in a composition",
  },
  agency_name: { type: "string", description: "Name of the agency" },
  agency_lines: {
    type: "array",
    description: "Address, telephone, e-mail address and web site of the agency, by line",
  },
  agency_foot: { type: "array", description: "Company, registry, card and guarantor of the agency, by line" },
  agency_iban: { type: "string", description: "IBAN to pay to, in groups of four; empty if nothing is to be paid" },
  agency_bic: { type: "string", description: "BIC of the bank to pay to; may be empty" },
  on_behalf: {
    type: "string",
    description: "“pour le compte de” with the owners; empty if the agency writes for itself",
  },
  addressee_name: { type: "string", description: "Name of the addressee" },
  addressee_lines: { type: "array", description: "Postal address of the addressee, by line" },
};

/**
 * The layout that every seeded letter begins with: head and foot of the agency, the address in the window of a DL or
 * C5/6 envelope (x 110–190 mm, y 45–85 mm; NF Z 11-001), French typography. Readers of a template may change it.
 */
export const LAYOUT: string = `#let values = json("/vars.json")
#let field(name) = { let value = values.at(name, default: ""); if value == none { "" } else { value } }
#let flag(name) = values.at(name, default: false) == true
#let rows(name) = { let value = values.at(name, default: ()); if type(value) == array { value } else { () } }
#let of(row, name) = if type(row) == dictionary { row.at(name, default: "") } else { row }
#let accent = rgb("#1f3a5f")
#let quiet(body) = text(size: 9pt, fill: luma(35%), body)
#let head(body) = text(size: 9pt, weight: "bold", fill: white, body)
#let sum-box(body) = align(right, box(fill: rgb("#eef2f7"), radius: 3pt, inset: (x: 12pt, y: 7pt), body))
#let main-sum(body) = text(size: 13pt, weight: "bold", fill: accent, body)
#let facts(..pairs) = grid(
  columns: (1.35fr, 1fr, 1fr),
  row-gutter: 9pt,
  column-gutter: 8mm,
  ..pairs.pos().filter(pair => pair.at(1) != "").map(pair => [#quiet(pair.at(0)) #linebreak() #strong[#pair.at(1)]]),
)
#let ruled(columns, header, body, footer) = table(
  columns: columns,
  align: (x, y) => if x < columns.position(each => each == 1fr) + 1 { left + horizon } else { right + horizon },
  inset: (x: 6pt, y: 4.5pt),
  stroke: (x, y) => (bottom: 0.7pt + luma(85%)),
  fill: (x, y) => if y == 0 { accent },
  table.header(..header.map(head)),
  ..body.flatten(),
  ..if footer.len() > 0 { (table.footer(repeat: false, ..footer.map(strong)),) },
)
#let addressee = context {
  let lines(size) = block(width: 76mm, text(size: size, par(leading: 0.5em)[
    #strong[#field("addressee_name")] #for line in rows("addressee_lines") [#linebreak() #line]
  ]))
  let sizes = (10.5pt, 9pt, 8pt, 7pt, 6pt)
  let size = sizes.find(each => measure(lines(each)).height <= 38mm)
  box(width: 80mm, height: 40mm, inset: (x: 2mm, y: 1mm), clip: true, lines(if size == none { 6pt } else { size }))
}
#let logo = context {
  let size = measure(image(field("logo")))
  image(field("logo"), width: size.width * calc.min(60mm / size.width, 18mm / size.height))
}
#let agency-head = block(width: 84mm)[
  #if field("logo").starts-with("/logo.") [#logo #v(1mm)]
  #text(size: 13pt, weight: "bold", fill: accent)[#field("agency_name")] #linebreak()
  #quiet[Administrateur de biens]
  #for line in rows("agency_lines") [#linebreak() #quiet[#line]]
  #if field("on_behalf") != "" [#linebreak() #quiet[#field("on_behalf")]]
]
#let letter(body) = {
  set document(title: [#field("title") #field("reference")])
  set page(
    paper: "a4",
    margin: (x: 20mm, top: 15mm, bottom: 25mm),
    footer-descent: 4mm,
    footer: context text(size: 7.5pt, fill: luma(20%))[
      #line(length: 100%, stroke: 0.4pt + luma(70%))
      #v(-6pt)
      #for each in rows("agency_foot") [#each #linebreak()]
      #field("reference") #h(1fr) page #counter(page).display()/#counter(page).final().first()
    ],
    background: if flag("cancelled") { rotate(-35deg, text(size: 90pt, fill: luma(88%), weight: "bold")[ANNULÉ]) },
  )
  set text(font: "Libertinus Serif", size: 9.5pt, lang: "fr", region: "FR", number-width: "tabular")
  set par(leading: 5.5pt, spacing: 9pt)
  set block(spacing: 9pt)
  show regex(" [;:!?»]"): it => "\\u{202f}" + it.text.last()
  show regex("« "): "«\\u{202f}"
  context {
    let height = calc.max(75mm, measure(agency-head).height + 6mm)
    block(height: height, width: 100%, breakable: false, {
      agency-head
      place(top + left, dx: 90mm, dy: 30mm, addressee)
    })
  }
  text(size: 16pt, fill: accent, weight: "bold")[#field("title")]
  v(-1.5mm)
  line(length: 100%, stroke: 1pt + accent)
  body
}
#show: letter
`;
