import { z } from 'zod'
import { Refused } from '~/platform/refused'

/** What clients send beside what they ask for. Amounts are the school's, and a repeated password is compared on the screen. */
const READ_OVER = [
  ...['id', 'name', 'description', 'createdAt', 'updatedAt'],
  ...['price', 'amount', 'subtotal', 'fee', 'convenienceFee', 'total', 'currency'],
  'confirmPassword',
]

/** The objects that a schema may take. */
function objectsOf(schema: z.core.$ZodType | undefined): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema]
  if (schema instanceof z.ZodPipe) {
    const sent = objectsOf(schema.in)
    return sent.length ? sent : objectsOf(schema.out)
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(objectsOf)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return objectsOf(schema.def.innerType)
  if (schema instanceof z.ZodArray) return objectsOf(schema.element)
  return []
}

/** The inputs that a schema knows. */
export const inputsOf = (schema: z.core.$ZodType | undefined): string[] =>
  objectsOf(schema).flatMap(({ shape }) => Object.keys(shape))

/** The names of an answer, and of the rows in it: a client may send back what it was answered. */
export const namesIn = (schema: z.core.$ZodType | undefined): string[] =>
  objectsOf(schema).flatMap(({ shape }) => Object.entries(shape).flatMap(([name, row]) => [name, ...inputsOf(row)]))

/** A name however it is written: `start_date` is `startDate`. */
const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '')

/**
 * What was sent, under the names of the call. A name written another way is the one that it can only mean; one that means nothing
 * here is refused, since nobody would learn that it was read over. `shown` are those that may come along.
 * @throws Refused 400 naming the first that is not known.
 */
export function underKnownNames(
  schema: z.core.$ZodType | undefined,
  sent: unknown,
  shown: Iterable<string> = [],
  at = '',
): unknown {
  const objects = objectsOf(schema)
  // No call takes lists of lists. A body of ten thousand brackets is the schema's to refuse, and nobody's to descend into.
  if (Array.isArray(sent))
    return sent.map((one, number) =>
      Array.isArray(one) ? one : underKnownNames(schema, one, shown, `${at}${number}.`),
    )
  // A schema that names what it refuses, or takes anything, says so itself.
  if (!isRecord(sent) || !objects.length || objects.some(({ def }) => def.catchall)) return sent
  const known = [...new Set(objects.flatMap(({ shape }) => Object.keys(shape)))]
  const readOver = new Set([...READ_OVER, ...shown])
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const own = known.includes(name) ? name : meant(name, known, sent)
      if (own !== undefined) return [[own, underKnownNames(partOf(objects, own), value, shown, `${at}${own}.`)]]
      // Libraries add names such as `_` to an address, so that no cache answers.
      if (readOver.has(name) || name.startsWith('_')) return []
      throw new Refused(
        'invalid',
        `${at}${name} is not known here. Known: ${known.join(', ') || 'nothing'}.`,
        `${at}${name}`,
      )
    }),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The one name that another way of writing can mean, unless it was sent as well. */
function meant(name: string, known: string[], sent: object): string | undefined {
  const [own, another] = known.filter((one) => plain(one) === plain(name))
  return own !== undefined && another === undefined && !(own in sent) ? own : undefined
}

const partOf = (objects: z.ZodObject[], name: string) => objects.find(({ shape }) => name in shape)?.shape[name]
