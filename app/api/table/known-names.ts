import { z } from 'zod'
import { Refused } from '~/platform/refused'

/**
 * Inputs that clients may send and that are ignored. The school computes amounts itself, and a repeated password is
 * compared on the screen.
 */
const READ_OVER = [
  ...['id', 'name', 'description', 'createdAt', 'updatedAt'],
  ...['price', 'amount', 'subtotal', 'fee', 'convenienceFee', 'total', 'currency'],
  'confirmPassword',
]

/** Returns the objects that a schema accepts. */
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

/** Returns the names of a schema's inputs. */
export const inputsOf = (schema: z.core.$ZodType | undefined): string[] =>
  objectsOf(schema).flatMap(({ shape }) => Object.keys(shape))

/** Returns the names in an answer and its rows: a client may send back what it was answered. */
export const namesIn = (schema: z.core.$ZodType | undefined): string[] =>
  objectsOf(schema).flatMap(({ shape }) => Object.entries(shape).flatMap(([name, row]) => [name, ...inputsOf(row)]))

/** Normalizes a name: `start_date` and `startDate` are the same. */
const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '')

/**
 * Returns the body with the call's own names. A name that is written another way is converted; an unknown one is
 * refused, because the client would never learn that it was ignored. `shown` are names that are allowed and ignored.
 * @throws Refused 400 naming the first unknown one.
 */
export function underKnownNames(
  schema: z.core.$ZodType | undefined,
  sent: unknown,
  shown: Iterable<string> = [],
  at = '',
): unknown {
  const objects = objectsOf(schema)
  // No call accepts lists of lists. The schema refuses a body of ten thousand brackets; nothing may recurse into it.
  if (Array.isArray(sent))
    return sent.map((one, number) =>
      Array.isArray(one) ? one : underKnownNames(schema, one, shown, `${at}${number}.`),
    )
  // A schema that has a catch-all decides for itself.
  if (!isRecord(sent) || !objects.length || objects.some(({ def }) => def.catchall)) return sent
  const known = [...new Set(objects.flatMap(({ shape }) => Object.keys(shape)))]
  const readOver = new Set([...READ_OVER, ...shown])
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) => {
      const own = known.includes(name) ? name : meant(name, known, sent)
      if (own !== undefined) return [[own, underKnownNames(partOf(objects, own), value, shown, `${at}${own}.`)]]
      // Libraries add names such as `_` to an address to prevent caching.
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

/** Returns the only name that another way of writing can mean, unless that was sent too. */
function meant(name: string, known: string[], sent: object): string | undefined {
  const [own, another] = known.filter((one) => plain(one) === plain(name))
  return own !== undefined && another === undefined && !(own in sent) ? own : undefined
}

const partOf = (objects: z.ZodObject[], name: string) => objects.find(({ shape }) => name in shape)?.shape[name]
