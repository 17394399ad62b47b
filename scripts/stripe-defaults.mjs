// Writes sandbox/stripe/defaults.json from the types of the installed `stripe` package, for the names in
// `sandbox/stripe/types.ts`: the default fields of each object and the schema of each operation's parameters. Run it
// after an upgrade of the package.
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const root = path.resolve(import.meta.dirname, '..')
const source = path.join(root, 'sandbox/stripe/types.ts')
const target = path.join(root, 'sandbox/stripe/defaults.json')

const program = ts.createProgram([source], {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
})
const checker = program.getTypeChecker()
const file = program.getSourceFile(source)

const membersOf = (name) => {
  const declaration = file.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name)
  return checker.getTypeAtLocation(declaration).getProperties()
}
const typeOf = (symbol) => checker.getTypeOfSymbolAtLocation(symbol, file)
const partsOf = (type) => (type.isUnion() ? type.types : [type])
const has = (type, flag) => (type.flags & flag) !== 0
const isOptional = (symbol) => (symbol.flags & ts.SymbolFlags.Optional) !== 0
const isMap = (type) =>
  !has(type, ts.TypeFlags.StringLike) && !!type.getStringIndexType() && type.getProperties().length === 0
const isDecimal = (type) => ['Decimal', 'DecimalImpl'].includes((type.aliasSymbol ?? type.symbol)?.name ?? '')
const isText = (type) =>
  has(type, ts.TypeFlags.StringLike) ||
  (type.isIntersection() && type.types.some((part) => has(part, ts.TypeFlags.StringLike)))

function defaultOf(type) {
  const parts = partsOf(type)
  if (parts.some((part) => has(part, ts.TypeFlags.Null))) return null
  if (parts.every((part) => has(part, ts.TypeFlags.BooleanLike))) return false
  if (parts.length !== 1) return parts.some((part) => part.flags === ts.TypeFlags.String) ? '' : undefined
  if (checker.isArrayType(type)) return []
  if (type.isStringLiteral()) return type.value
  if (type.flags === ts.TypeFlags.String) return ''
  if (type.flags === ts.TypeFlags.Number) return 0
  if (isMap(type)) return {}
  if (type.symbol?.name === 'ApiList') return { object: 'list', data: [], has_more: false, url: '/v1' }
  return undefined
}

const param = (name) => typeOf(membersOf('ParamTypes').find((member) => member.name === name))

// The SDK lists about fifty payment methods; the sandbox supports two.
const otherMethods = new Set(
  partsOf(checker.getNonNullableType(typeOf(param('PaymentMethodCreate').getProperty('type'))))
    .filter((part) => part.isStringLiteral() && !['card', 'us_bank_account'].includes(part.value))
    .map((part) => part.value),
)
const MAX_LITERALS = 24

/**
 * 's' text, 'n' whole number, 'b' boolean, 'm' map of texts, '=a|b' one of these texts, [schema] array, { name: schema
 * } object with "name!" for required fields, { '|': [schemas] } alternatives.
 */
function schemaOf(type) {
  if (isDecimal(type)) return 's'
  const parts = partsOf(type).filter(
    (part) => !has(part, ts.TypeFlags.Undefined | ts.TypeFlags.Null) && !(part.isStringLiteral() && part.value === ''),
  )
  const alternatives = []
  const literals = parts
    .filter((part) => part.isStringLiteral())
    .map((part) => part.value)
    .sort()
  if (literals.length > 0) alternatives.push(literals.length > MAX_LITERALS ? 's' : `=${literals.join('|')}`)
  else if (parts.some(isText)) alternatives.push('s')
  if (parts.some((part) => has(part, ts.TypeFlags.BooleanLike))) alternatives.push('b')
  if (parts.some((part) => has(part, ts.TypeFlags.NumberLike))) alternatives.push('n')
  for (const part of parts) {
    if (checker.isArrayType(part)) alternatives.push([schemaOf(checker.getTypeArguments(part)[0])])
    else if (isDecimal(part)) alternatives.push('s')
    else if (isMap(part)) alternatives.push('m')
    else if (!isText(part) && has(part, ts.TypeFlags.Object | ts.TypeFlags.Intersection))
      alternatives.push(fieldsOf(part))
  }
  const distinct = [...new Map(alternatives.map((each) => [JSON.stringify(each), each])).values()]
  return distinct.length === 1 ? distinct[0] : { '|': distinct }
}

function fieldsOf(type) {
  const fields = {}
  for (const member of type.getProperties()) {
    if (otherMethods.has(member.name)) continue
    fields[member.name + (isOptional(member) ? '' : '!')] = schemaOf(typeOf(member))
  }
  return fields
}

const objects = {}
for (const object of membersOf('ApiObjects')) {
  const fields = {}
  for (const member of typeOf(object).getProperties()) {
    if (isOptional(member)) continue
    const value = defaultOf(typeOf(member))
    if (value !== undefined) fields[member.name] = value
  }
  objects[object.name] = fields
}

const params = {}
for (const operation of membersOf('ParamTypes')) params[operation.name] = schemaOf(typeOf(operation))

const { version } = JSON.parse(fs.readFileSync(path.join(root, 'node_modules/stripe/package.json'), 'utf8'))
const lines = (map) =>
  Object.entries(map)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join(',\n')
fs.writeFileSync(
  target,
  `{"sdk":${JSON.stringify(version)},"objects":{\n${lines(objects)}},\n"params":{\n${lines(params)}}}\n`,
)
console.log(`stripe ${version}: ${Object.keys(objects).length} objects, ${Object.keys(params).length} operations`)
