import { es } from '../app/utils/text/es'

/** Dates and times as Spanish writes them. */
const DATE =
  /\b(lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b|\d [ap]\.\s?m\.|\b\d{1,2} (de )?(ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic)\b/i

const english = Object.keys(es).join('\n')
/** What of the Spanish texts no English text contains, without placeholders. */
const PHRASES = Object.values(es)
  .flatMap((text) => text.split(/[{}<>]/))
  .map((text) => text.trim())
  .filter((text) => text.length > 5 && /\p{L}{3}/u.test(text) && !english.includes(text))

/** Whether a text has a Spanish date, or words that the school writes in Spanish alone. */
export const isSpanish = (text: string): boolean => DATE.test(text) || PHRASES.some((phrase) => text.includes(phrase))
