/**
 * What French printers do and keyboards do not: a thin space that does not break before high punctuation and inside
 * guillemets, numbers that stay with their units and whole across lines, ordinals with raised letters. For preambles; what
 * authors and values say is printed letter by letter as it is.
 */
export const FRENCH_TYPOGRAPHY = `#show regex(" [;:!?»]"): it => "\\u{202f}" + it.text.last()
#show regex("« "): "«\\u{202f}"
#show regex("\\\\d{1,3}([ \\u{a0}\\u{202f}]\\\\d{3})*(,\\\\d+)?[ \\u{a0}\\u{202f}]([€%]|m²)|\\\\d{1,3}([ \\u{a0}]\\\\d{3})+"): it => box(it.text.replace(" ", "\\u{a0}"))
#show regex("\\\\b\\\\d{1,2}(er|e)[ \\u{a0}]"): it => {
  let (digits, letters, blank) = it.text.match(regex("(\\\\d+)(er|e)(.)")).captures
  digits + super(letters) + blank
}
`;
