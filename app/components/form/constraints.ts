import { z } from 'zod'
import type { FieldMeta } from './field-frame'

type Constraint = Pick<FieldMeta, 'required' | 'minLength' | 'maxLength' | 'min' | 'max'>

/** Cached by schema: reading what zod requires takes 40 µs for most forms and 200 µs for signing up, at each render. */
const known = new WeakMap<z.ZodObject, Record<string, Constraint>>()

const isBound = (bound: number | null): bound is number =>
  Number.isFinite(bound) && Number.MAX_SAFE_INTEGER !== Math.abs(bound ?? 0)

/** Returns the bounds of a text's length or of a number. A union has none, because each of its parts has its own. */
function boundsOf(schema: z.core.$ZodType): Constraint {
  if (schema instanceof z.ZodString) {
    const { minLength, maxLength } = schema
    // `required` covers a minimum of one character.
    return { ...(isBound(minLength) && minLength > 1 && { minLength }), ...(isBound(maxLength) && { maxLength }) }
  }
  if (schema instanceof z.ZodNumber) {
    const { minValue: min, maxValue: max } = schema
    return { ...(isBound(min) && { min }), ...(isBound(max) && { max }) }
  }
  if (schema instanceof z.ZodPipe) return { ...boundsOf(schema.in), ...boundsOf(schema.out) }
  const { def } = schema._zod
  return 'innerType' in def ? boundsOf(def.innerType as z.core.$ZodType) : {}
}

/**
 * Returns the constraints that a schema puts on each of its fields, as far as an input can express them. conform's own
 * `getZodConstraint` finds no lengths in this version of zod, and treats an optional union as required. Constraints
 * that depend on other fields are set by hand on the screen.
 */
export function constraintsOf(schema: z.ZodObject): Record<string, Constraint> {
  const kept = known.get(schema)
  if (kept) return kept
  const constraints = Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      { required: !z.safeParse(field, undefined).success, ...boundsOf(field) },
    ]),
  )
  known.set(schema, constraints)
  return constraints
}
