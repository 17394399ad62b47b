import path from 'node:path'
import ts from 'typescript'
import { namesOf, type Shape, shapeOf } from './shape'

/** A raw statement or a list of rows in the source, and what its type says of a row. */
export interface Call {
  /** With its line, as an error's stack names it. */
  place: string
  line: number
  row: Shape
  /** Its row's keys are known, or it says that nothing of it is read: by no type and no use, by `unknown` or `object`, or as a type that the callers give. */
  isRead: boolean
}

const TAGS = new Set(['$queryRaw', '$queryRawUnsafe'])
/** The driver's function, and the one that makes a list of rows. */
const OF_ONE = new Set(['query', 'rowList'])
const NOTHING = /^((unknown|object|Answer<Of>)\[\]|Record<string, .*>)$/
const found = new Map<string, Call[]>()

/** The raw statements of a file, given from the repository's root: Prisma's, and those of the driver that name a row's type. With its lists of rows. */
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
    const name = callee && ts.isPropertyAccessExpression(callee) ? callee.name : callee
    if (name && ts.isIdentifier(name)) {
      const [type] = (node as ts.CallExpression | ts.TaggedTemplateExpression).typeArguments ?? []
      const isTag = TAGS.has(name.text)
      if (isTag || (OF_ONE.has(name.text) && type)) {
        const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1
        const shape = type ? shapeOf(type, { file }) : null
        // Prisma's type is that of the rows, that of the others that of one.
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

const root = path.resolve(import.meta.dirname, '../..')

/** By the place in the code that runs: finding its line in the source takes longer. */
const above = new Map<string, Call | undefined>()

/** The call of the function that runs, if its file is one of ours. */
export function callAbove(running: (...args: never[]) => unknown): Call | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error
  const at: { stack?: unknown } = {}
  Error.stackTraceLimit = 1
  Error.prepareStackTrace = (_, [site]) => `${site?.getFileName()}:${site?.getLineNumber()}:${site?.getColumnNumber()}`
  Error.captureStackTrace(at, running)
  const place = String(at.stack)
  Error.prepareStackTrace = prepareStackTrace
  if (!above.has(place)) {
    const mapped: { stack?: unknown } = {}
    Error.captureStackTrace(mapped, running)
    above.set(place, callAt(String(mapped.stack)))
  }
  Error.stackTraceLimit = stackTraceLimit
  return above.get(place)
}

function callAt(stack: string): Call | undefined {
  const [, file, line] = /(?:file:\/\/)?(\/[^:()]+):(\d+):\d+/.exec(stack) ?? []
  const relative = file && path.relative(root, file)
  if (!relative || relative.startsWith('..') || relative.includes('node_modules')) return undefined
  return callsIn(relative).find((call) => call.line === Number(line))
}
