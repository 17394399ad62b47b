import { existsSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { resolveImport } from '../imports'

/** What a value of a type can be: what `typeof` says, or which of these objects it is. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'bigint'
  | 'null'
  | 'Date'
  | 'Decimal'
  | 'bytes'
  | 'list'
  | 'object'

/** For a table of what types, which have numbers, become. */
export const kinds = (kind: Kind, ...types: number[]): Record<number, Kind> =>
  Object.fromEntries(types.map((type) => [type, kind]))

/** What a type says of its values; null if it says nothing, as `unknown` does, or in a way that is not read here. */
export type Shape = Known | null

interface Known {
  kinds: Set<Kind>
  /** Of an object; null if its keys are any. */
  fields?: Map<string, Field> | null
  /** Of a list. */
  items?: Shape
  /** Of a text whose values are listed. */
  words?: string[]
}

interface Field {
  shape: Shape
  optional: boolean
}

/** Where a type's name is looked up: in a file, and among what a generic type was given. */
interface Scope {
  file: string
  given?: Map<string, { node: ts.TypeNode; scope: Scope }>
}

type Declared = ts.InterfaceDeclaration | ts.TypeAliasDeclaration

interface SourceNames {
  source: ts.SourceFile
  types: Map<string, Declared>
  values: Map<string, ts.VariableDeclaration | ts.FunctionDeclaration>
  imports: Map<string, { file: string; name: string }>
}

const read = new Map<string, SourceNames>()

/** A file of the repository, read once, and what it declares at its top. */
export function namesOf(file: string): SourceNames {
  const known = read.get(file)
  if (known) return known
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const names: SourceNames = { source, types: new Map(), values: new Map(), imports: new Map() }
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) {
      names.types.set(statement.name.text, statement)
    } else if (ts.isFunctionDeclaration(statement) && statement.name) {
      names.values.set(statement.name.text, statement)
    } else if (ts.isVariableStatement(statement)) {
      for (const one of statement.declarationList.declarations) {
        if (ts.isIdentifier(one.name)) names.values.set(one.name.text, one)
      }
    } else if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = resolveImport(file, statement.moduleSpecifier.text)
      const bindings = statement.importClause?.namedBindings
      if (!from || !bindings || !ts.isNamedImports(bindings)) continue
      for (const { name, propertyName } of bindings.elements) {
        names.imports.set(name.text, { file: from, name: (propertyName ?? name).text })
      }
    }
  }
  read.set(file, names)
  return names
}

const simple = (...kinds: Kind[]): Known => ({ kinds: new Set(kinds) })
const object = (fields: Map<string, Field> | null): Known => ({ kinds: new Set(['object']), fields })
const list = (items: Shape): Known => ({ kinds: new Set(['list']), items })

const keywords = new Map<ts.SyntaxKind, Known>([
  [ts.SyntaxKind.StringKeyword, simple('string')],
  [ts.SyntaxKind.NumberKeyword, simple('number')],
  [ts.SyntaxKind.BooleanKeyword, simple('boolean')],
  [ts.SyntaxKind.BigIntKeyword, simple('bigint')],
  [ts.SyntaxKind.ObjectKeyword, object(null)],
  [ts.SyntaxKind.UndefinedKeyword, simple()],
])

const OF_PRISMA: Record<string, Known> = {
  'Prisma.Decimal': simple('Decimal'),
  'runtime.Decimal': simple('Decimal'),
  'runtime.Bytes': simple('bytes'),
}
const GENERATED = 'app/generated/prisma/'

/** Reads a type as it is written, without the compiler's types, which take half a minute. */
export function shapeOf(node: ts.TypeNode, scope: Scope): Shape {
  const keyword = keywords.get(node.kind)
  if (keyword) return keyword
  if (ts.isParenthesizedTypeNode(node)) return shapeOf(node.type, scope)
  if (ts.isTypeOperatorNode(node)) {
    const shape = shapeOf(node.type, scope)
    if (node.operator !== ts.SyntaxKind.KeyOfKeyword) return shape
    return { ...simple('string'), words: shape?.fields ? [...shape.fields.keys()] : undefined }
  }
  if (ts.isTemplateLiteralTypeNode(node)) return simple('string')
  if (ts.isLiteralTypeNode(node)) return literal(node.literal)
  if (ts.isArrayTypeNode(node)) return list(shapeOf(node.elementType, scope))
  if (ts.isTupleTypeNode(node)) return list(node.elements.length === 1 ? shapeOf(elementOf(node), scope) : null)
  if (ts.isUnionTypeNode(node)) return either(node.types.map((type) => shapeOf(type, scope)))
  if (ts.isIntersectionTypeNode(node)) return both(node.types.map((type) => shapeOf(type, scope)))
  if (ts.isTypeLiteralNode(node)) return object(members(node.members, scope))
  if (ts.isMappedTypeNode(node)) {
    const keys = node.typeParameter.constraint && keysOf(node.typeParameter.constraint, scope)
    return object(keys ? fieldsFor(keys, node.type ? shapeOf(node.type, scope) : null) : null)
  }
  if (ts.isIndexedAccessTypeNode(node)) return indexed(node, scope)
  if (ts.isTypeQueryNode(node)) return constant(node.exprName.getText(), scope.file)
  if (ts.isTypeReferenceNode(node)) return referred(node, scope)
  return null
}

function literal(node: ts.Node): Shape {
  if (node.kind === ts.SyntaxKind.NullKeyword) return simple('null')
  if (ts.isStringLiteralLike(node)) return { ...simple('string'), words: [node.text] }
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return simple('boolean')
  return ts.isNumericLiteral(node) || ts.isPrefixUnaryExpression(node) ? simple('number') : null
}

function elementOf(tuple: ts.TupleTypeNode): ts.TypeNode {
  const [element] = tuple.elements
  if (!element) throw new Error('An empty tuple')
  if (ts.isOptionalTypeNode(element)) return element.type
  return ts.isNamedTupleMember(element) ? element.type : element
}

/** Objects with different keys are an object of any keys. */
function either(shapes: Shape[]): Shape {
  const known = shapes.filter((shape) => shape !== null)
  if (known.length < shapes.length) return null
  const lists = known.filter(({ kinds }) => kinds.has('list'))
  const texts = known.filter(({ kinds }) => kinds.has('string'))
  return {
    kinds: new Set(known.flatMap(({ kinds }) => [...kinds])),
    fields: eitherOf(known.flatMap(({ kinds, fields }) => (kinds.has('object') ? [fields ?? null] : []))),
    items: lists.length === 1 ? lists[0]?.items : null,
    words: texts.every(({ words }) => words) ? texts.flatMap(({ words }) => words ?? []) : undefined,
  }
}

function eitherOf([first, ...others]: (Map<string, Field> | null)[]): Map<string, Field> | null {
  const isLikeFirst = (other: Map<string, Field> | null) =>
    other?.size === first?.size && [...(first?.keys() ?? [])].every((key) => other?.has(key))
  if (!first || !others.every(isLikeFirst)) return null
  const all = [first, ...others]
  return new Map(
    [...first.keys()].map((key) => {
      const fields = all.flatMap((one) => one?.get(key) ?? [])
      return [
        key,
        { shape: either(fields.map(({ shape }) => shape)), optional: fields.some(({ optional }) => optional) },
      ]
    }),
  )
}

/** `string & { … }` is a string that carries a mark. */
function both(shapes: Shape[]): Shape {
  const known = shapes.filter((shape) => shape !== null)
  const plain = known.find(({ kinds }) => !kinds.has('object'))
  if (plain) return plain
  if (known.length < shapes.length) return null
  return object(
    known.some(({ fields }) => !fields) ? null : new Map(known.flatMap(({ fields }) => [...(fields ?? [])])),
  )
}

function members(nodes: ts.NodeArray<ts.TypeElement>, scope: Scope): Map<string, Field> | null {
  const fields = new Map<string, Field>()
  for (const member of nodes) {
    if (!ts.isPropertySignature(member) || ts.isComputedPropertyName(member.name)) return null
    const shape = member.type ? shapeOf(member.type, scope) : null
    fields.set(nameOf(member.name), { shape, optional: member.questionToken !== undefined })
  }
  return fields
}

const nameOf = (name: ts.PropertyName): string =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : name.getText()

const fieldsFor = (keys: string[], shape: Shape) => new Map(keys.map((key) => [key, { shape, optional: false }]))

/** The keys that a type names one by one. */
const keysOf = (node: ts.TypeNode, scope: Scope): string[] | undefined => shapeOf(node, scope)?.words

function indexed(node: ts.IndexedAccessTypeNode, scope: Scope): Shape {
  const { objectType, indexType } = node
  if (ts.isTypeReferenceNode(objectType) && objectType.typeName.getText() === 'Parameters') {
    const [query] = objectType.typeArguments ?? []
    const position = Number(indexType.getText())
    return query && ts.isTypeQueryNode(query) ? parameterOf(query.exprName.getText(), position, scope.file) : null
  }
  const from = shapeOf(objectType, scope)
  if (ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)) {
    return from?.fields?.get(indexType.literal.text)?.shape ?? null
  }
  const keys = keysOf(indexType, scope)
  if (keys && from?.fields) return either(keys.map((key) => from.fields?.get(key)?.shape ?? null))
  return from?.items ?? null
}

function parameterOf(name: string, position: number, file: string): Shape {
  const found = value(name, file)
  const made = found && (ts.isFunctionDeclaration(found.node) ? found.node : found.node.initializer)
  if (!found || !made || !(ts.isFunctionDeclaration(made) || ts.isArrowFunction(made))) return null
  const type = made.parameters[position]?.type
  return type ? shapeOf(type, { file: found.file }) : null
}

/** Of a constant that is written out. */
function constant(name: string, file: string): Shape {
  const found = value(name, file)
  if (!found || !ts.isVariableDeclaration(found.node)) return null
  const { type, initializer } = found.node
  if (type) return shapeOf(type, { file: found.file })
  return initializer ? written(initializer) : null
}

function written(node: ts.Expression): Shape {
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return written(node.expression)
  if (ts.isArrayLiteralExpression(node)) return list(either(node.elements.map(written)))
  if (!ts.isObjectLiteralExpression(node)) return literal(node)
  const fields = new Map<string, Field>()
  for (const property of node.properties) {
    if (!property.name || ts.isComputedPropertyName(property.name)) return object(null)
    const shape = ts.isPropertyAssignment(property) ? written(property.initializer) : null
    fields.set(nameOf(property.name), { shape, optional: false })
  }
  return object(fields)
}

function referred(node: ts.TypeReferenceNode, scope: Scope): Shape {
  const name = node.typeName.getText()
  const given = scope.given?.get(name)
  if (given) return shapeOf(given.node, given.scope)
  const [first, second] = node.typeArguments ?? []
  const of = () => (first ? shapeOf(first, scope) : null)
  const keys = () => (second ? keysOf(second, scope) : undefined)
  switch (name) {
    case 'Date':
      return simple('Date')
    case 'Uint8Array':
    case 'Buffer':
      return simple('bytes')
    case 'Array':
    case 'ReadonlyArray':
      return list(of())
    case 'Readonly':
      return of()
    case 'Exclude':
    case 'Extract': {
      const shape = of()
      return shape && { ...shape, words: undefined }
    }
    case 'NonNullable': {
      const shape = of()
      return shape && { ...shape, kinds: new Set([...shape.kinds].filter((kind) => kind !== 'null')) }
    }
    case 'Partial':
    case 'Required':
      return withFields(of(), (entries) =>
        entries.map(([key, field]) => [key, { ...field, optional: name === 'Partial' }]),
      )
    case 'Pick':
    case 'Omit': {
      const named = keys()
      return named
        ? withFields(of(), (entries) => entries.filter(([key]) => named.includes(key) === (name === 'Pick')))
        : null
    }
    case 'Record': {
      const named = first && keysOf(first, scope)
      return object(named ? fieldsFor(named, second ? shapeOf(second, scope) : null) : null)
    }
  }
  if (OF_PRISMA[name]) return OF_PRISMA[name]
  const imported = namesOf(scope.file).imports.get(name)
  if (imported?.file.startsWith(GENERATED)) return modelOf(imported.name.replace(/Model$/, ''))
  const found = declared(name, scope.file)
  if (!found) return null
  const inner: Scope = {
    file: found.file,
    given: new Map(
      found.node.typeParameters?.flatMap((parameter, i) => {
        const node_ = node.typeArguments?.[i]
        if (node_) return [[parameter.name.text, { node: node_, scope }] as const]
        return parameter.default ? [[parameter.name.text, { node: parameter.default, scope }] as const] : []
      }),
    ),
  }
  if (ts.isTypeAliasDeclaration(found.node)) return shapeOf(found.node.type, inner)
  const heirs = (found.node.heritageClauses ?? []).flatMap(({ types }) => types.map((type) => inherited(type, inner)))
  return both([...heirs, object(members(found.node.members, inner))])
}

/** The columns of a table, as Prisma has written them out. */
function modelOf(name: string): Shape {
  const file = `${GENERATED}models/${name}.ts`
  const payload = existsSync(file) ? namesOf(file).types.get(`$${name}Payload`) : undefined
  if (!payload || !ts.isTypeAliasDeclaration(payload) || !ts.isTypeLiteralNode(payload.type)) return null
  const scalars = payload.type.members.find((member) => member.name?.getText() === 'scalars')
  if (!scalars || !ts.isPropertySignature(scalars) || !scalars.type || !ts.isTypeReferenceNode(scalars.type))
    return null
  const [columns] = scalars.type.typeArguments ?? []
  return columns ? shapeOf(columns, { file }) : null
}

/** `extends` names a type by an expression. */
const inherited = ({ expression, typeArguments }: ts.ExpressionWithTypeArguments, scope: Scope): Shape =>
  referred({ typeName: expression, typeArguments } as unknown as ts.TypeReferenceNode, scope)

const withFields = (shape: Shape, change: (entries: [string, Field][]) => [string, Field][]): Shape =>
  shape?.fields ? { ...shape, fields: new Map(change([...shape.fields])) } : null

function declared(name: string, file: string): { node: Declared; file: string } | undefined {
  const { types, imports } = namesOf(file)
  const node = types.get(name)
  if (node) return { node, file }
  const imported = imports.get(name)
  return imported && declared(imported.name, imported.file)
}

function value(
  name: string,
  file: string,
): { node: ts.VariableDeclaration | ts.FunctionDeclaration; file: string } | undefined {
  const { values, imports } = namesOf(file)
  const node = values.get(name)
  if (node) return { node, file }
  const imported = imports.get(name)
  return imported && value(imported.name, imported.file)
}
