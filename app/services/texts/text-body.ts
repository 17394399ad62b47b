/** The phones' alphabet (GSM 03.38). With any other character, a part of a text holds 67 characters instead of 153. */
const OF_PHONES = /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΓΔΘΛΞΠΣΦΨΩ]*$/

/** Replacements for what phones and computers make of typed text, and the alphabet lacks. */
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

/** The longest text in characters: two parts, each of which costs money. */
const LONGEST = { ofPhones: 2 * 153, any: 2 * 67 }
const REST = '... More in your email.'

/** Returns a text as it is sent: a long one is shortened, with a hint that the email has the rest. */
export function textBody(words: string): string {
  const body = words.replace(/[‘’“”–—…→×\u00A0\u202F]/g, (letter) => PLAIN[letter] ?? letter)
  const longest = OF_PHONES.test(body) ? LONGEST.ofPhones : LONGEST.any
  if (body.length <= longest) return body
  // Half of a surrogate pair, such as that of 🐴, is dropped.
  return body.slice(0, longest - REST.length).replace(/[\uD800-\uDBFF]$/, '') + REST
}
