/**
 * Typst rules of French typography for preambles: narrow no-break spaces before punctuation and inside guillemets,
 * unbroken numbers with units, raised ordinals. They do not apply to texts of authors and values.
 */
export const FRENCH_TYPOGRAPHY = `#show regex(" [;:!?»]"): it => "\\u{202f}" + it.text.last()
#show regex("« "): "«\\u{202f}"
#show regex("\\\\d{1,3}([ \\u{a0}\\u{202f}]\\\\d{3})*(,\\\\d+)?[ \\u{a0}\\u{202f}]([€%]|m²)|\\\\d{1,3}([ \\u{a0}]\\\\d{3})+"): it => box(it.text.replace(" ", "\\u{a0}"))
#show regex("\\\\b\\\\d{1,2}(er|e)[ \\u{a0}]"): it => {
  let (digits, letters, blank) = it.text.match(regex("(\\\\d+)(er|e)(.)")).captures
  digits + super(letters) + blank
}
`;
