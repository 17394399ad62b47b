/** The alphabet of phones (GSM 03.38). A text with any other letter holds 67 of them in a part, and not 153. */
const OF_PHONES = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ]*$/

/** What phones and computers make of what people type, and the alphabet lacks. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '→': '->',
  '×': 'x',
  '\u00A0': ' ',
  '\u202F': ' ',
}

/** Two parts of a text at most, each of which costs. */
const LONGEST = { ofPhones: 2 * 153, any: 2 * 67 }
const REST = '... More in your email.'

/** The words of a text as they are sent: shortened, if they are long, with a hint that the email has the rest. */
export function textBody(words: string): string {
  const body = words.replace(/[‘’“”–—…→×\u00A0\u202F]/g, (letter) => PLAIN[letter] ?? letter)
  const longest = OF_PHONES.test(body) ? LONGEST.ofPhones : LONGEST.any
  if (body.length <= longest) return body
  // Half of a letter such as 🐴 is none.
  return body.slice(0, longest - REST.length).replace(/[\uD800-\uDBFF]$/, '') + REST
}
