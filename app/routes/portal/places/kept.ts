import { z } from 'zod'

/** The lessons that were listed when something was pressed, in the page's address: their keys. */
const keptField = z
  .string()
  .max(2000)
  .transform((text) => text.split('|').filter(Boolean))
export const keptIn = (query: URLSearchParams) => keptField.safeParse(query.get('kept')).data ?? []
