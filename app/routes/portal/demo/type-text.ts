/** As much of a JSON schema as is shown. */
export interface Shape {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  maxItems?: number
}

const nullable = (text: string, isNullable: boolean) => (isNullable ? `${text} | null` : text)

/** A JSON schema as a person reads it: `{ name: string, email?: string | null }`, a field a line. */
export function typeText(shape: Shape, indent = ''): string {
  const types = [shape.type ?? []].flat()
  const plain = types.filter((type) => type !== 'null')
  const isNull = types.includes('null')
  if (shape.anyOf) return shape.anyOf.map((one) => typeText(one, indent)).join(' | ')
  if (shape.enum) {
    const values = shape.enum.filter((value) => value !== null)
    return nullable(values.map((value) => JSON.stringify(value)).join(' | '), isNull)
  }
  if (shape.items) return nullable(`[${typeText(shape.items, indent)}]`, isNull)
  if (shape.properties) return nullable(objectText(shape.properties, shape.required ?? [], indent), isNull)
  if (!plain.length) return isNull ? 'null' : 'anything'
  return nullable(shape.format ?? plain.join(' | '), isNull)
}

function objectText(properties: Record<string, Shape>, required: string[], indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(
    ([name, shape]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeText(shape, inner)}`,
  )
  return fields.length ? `{\n${fields.join('\n')}\n${indent}}` : '{}'
}
