import { language, t } from '#text'

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

/** The vowels with accents that the alphabet lacks. Texts in Spanish go without them, or nearly each would cost double. */
const VOWELS: Readonly<Record<string, string>> = { á: 'a', í: 'i', ó: 'o', ú: 'u', Á: 'A', Í: 'I', Ó: 'O', Ú: 'U' }

/** The longest text in characters: two parts, each of which costs money. */
const LONGEST = { ofPhones: 2 * 153, any: 2 * 67 }

/** Returns a text in the phones' alphabet as far as it can be, in the reader's language. */
function plain(words: string): string {
  const text = words.replace(/[‘’“”–—…→×\u00A0\u202F]/g, (letter) => PLAIN[letter] ?? letter)
  return language() === 'es' ? text.replace(/[áíóúÁÍÓÚ]/g, (letter) => VOWELS[letter] ?? letter) : text
}

/** Returns a text as it is sent, in the reader's language: a long one is shortened, with a hint that the email has the rest. */
export function textBody(words: string): string {
  const body = plain(words)
  const longest = OF_PHONES.test(body) ? LONGEST.ofPhones : LONGEST.any
  if (body.length <= longest) return body
  const rest = plain(t('... More in your email.'))
  // Half of a surrogate pair, such as that of 🐴, is dropped.
  return body.slice(0, longest - rest.length).replace(/[\uD800-\uDBFF]$/, '') + rest
}
