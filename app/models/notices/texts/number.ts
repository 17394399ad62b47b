import { z } from 'zod'
import { formatPhone } from '~/utils/phone'

const NUMBER = 'Please enter a mobile number with its area code'

/** Area codes of islands that share +1, where a text may cost a hundred times as much, and of premium numbers. */
const DEAR = new Set(
  '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876 900 976'.split(' '),
)

/** Returns `+18455550142`, however it was typed; a number of another country begins with +. Null if it is not a number. */
function textNumber(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, '')
  const here = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/.exec(digits)?.[1]
  if (here) return DEAR.has(here.slice(0, 3)) ? null : `+1${here}`
  return /^\+(?!1)[1-9]\d{7,14}$/.test(digits) ? digits : null
}

export const numberSchema = z.object({
  number: z
    .string({ error: NUMBER })
    .max(40, NUMBER)
    .transform((typed, context) => {
      const read = textNumber(typed)
      if (read !== null) return read
      context.addIssue({ code: 'custom', message: NUMBER })
      return z.NEVER
    }),
})

const CODE = 'Enter the 6-digit code'
export const codeSchema = z.object({
  code: z
    .string({ error: CODE })
    .transform((typed) => typed.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, CODE)),
})

/** Returns a number as people read it: `(845) 555-0142`. */
export const shownNumber = (number: string): string => formatPhone(number)

/** Returns a number as a log may contain it: `…0142`. */
export const maskedNumber = (number: string): string => `…${number.slice(-4)}`
