import { z } from 'zod'
import { MAX_ID } from '~/utils/fields'

const NO_PACKAGE = 'Please select a package first'
export const packageField = z.coerce.number(NO_PACKAGE).int(NO_PACKAGE).positive(NO_PACKAGE).max(MAX_ID, NO_PACKAGE)

/** The server knows which months and forms exist. */
export const startForm = z.object({
  package: packageField,
  month: z.string('Please select a start month'),
  nonce: z.string().optional(),
})
