import { z } from 'zod'

/** The keys of the lessons that were listed when something was pressed, in the page's address. */
const keptField = z
  .string()
  .max(2000)
  .transform((text) => text.split('|').filter(Boolean))
export const keptIn = (query: URLSearchParams) => keptField.safeParse(query.get('kept')).data ?? []
