import type { z } from 'zod'
import { Refused } from '~/platform/refused'

/** A number that is part of an API path. @throws Refused 400 naming it. */
export function pathNumber(schema: z.ZodType<number>, text: string | undefined, name: string): number {
  const parsed = schema.safeParse(text)
  if (!parsed.success) throw new Refused(`${name} is not valid`, name)
  return parsed.data
}
