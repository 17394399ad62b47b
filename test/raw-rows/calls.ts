import ts from 'typescript'
import { namesOf, type Shape, shapeOf } from './shape'

/** A raw statement in the source, and what its type says of a row. */
export interface Call {
  /** With its line, as an error's stack names it. */
  place: string
  line: number
  row: Shape
  /** Its row's keys are known, or it says that nothing of it is read: by no type and no use, by `unknown` or `object`, or as a type that the callers give. */
  isRead: boolean
}

const TAGS = new Set(['$queryRaw', '$queryRawUnsafe'])
/** Lists of rows name their columns by the fields of their rows. */
const NOTHING = /^(unknown|object|Answer<Of>)\[\]$/
const found = new Map<string, Call[]>()

/** The raw statements of a file, given from the repository's root: Prisma's, and those of the driver that name a row's type. */
export function callsIn(file: string): Call[] {
  const known = found.get(file)
  if (known) return known
  const calls: Call[] = []
  const { source } = namesOf(file)
  const visit = (node: ts.Node): void => {
    const callee = ts.isCallExpression(node)
      ? node.expression
      : ts.isTaggedTemplateExpression(node)
        ? node.tag
        : undefined
    if (callee && ts.isPropertyAccessExpression(callee)) {
      const { typeArguments } = node as ts.CallExpression | ts.TaggedTemplateExpression
      const isTag = TAGS.has(callee.name.text)
      const [type] = typeArguments ?? []
      if (isTag || (callee.name.text === 'query' && type)) {
        const line = source.getLineAndCharacterOfPosition(callee.name.getStart(source)).line + 1
        const shape = type ? shapeOf(type, { file }) : null
        // Prisma's type is that of the rows, the driver's that of one.
        const row = isTag ? (shape?.items ?? null) : shape
        calls.push({
          place: `${file}:${line}`,
          line,
          row,
          isRead: type ? Boolean(row?.fields) || NOTHING.test(type.getText()) : isStatement(node),
        })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  found.set(file, calls)
  return calls
}

const isStatement = ({ parent }: ts.Node) => ts.isAwaitExpression(parent) && ts.isExpressionStatement(parent.parent)
