import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export interface Import {
  from: string
  to: string
  /** Whether it disappears at run time. */
  typeOnly: boolean
  /** Whether it is an `import()` on demand. */
  dynamic: boolean
  /** The imported names; `*` for everything. */
  names: string[]
}

const root = path.resolve(import.meta.dirname, '..')
const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Lists the TypeScript files below these folders, as paths from the repository's root. Tests are left out. */
export const sourceFiles = (...folders: string[]): string[] => filesBelow(folders).filter((file) => !isTest(file))

/** Lists the tests below these folders, and their helpers. */
export const testFiles = (...folders: string[]): string[] => [
  ...filesBelow(folders).filter(isTest),
  ...sourceFiles('test', 'e2e'),
]

function filesBelow(folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder)).flatMap((name) => {
      const file = path.posix.join(folder, name)
      if (file === 'app/generated') return []
      if (statSync(path.join(root, file)).isDirectory()) return filesBelow([file])
      return /\.(tsx?|mjs)$/.test(name) ? [file] : []
    }),
  )
}

/** The file of the repository that an import in `from` means; undefined for a package's. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier === '#text') return 'app/utils/text/text.ts'
  const base = specifier.startsWith('~/')
    ? path.posix.join('app', specifier.slice(2))
    : specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), specifier)
      : undefined
  if (base === undefined) return undefined
  return endings
    .map((ending) => base + ending)
    .find((file) => /\.(tsx?|mjs)$/.test(file) && existsSync(path.join(root, file)))
}

/** The imports between files of the repository. */
export function importsOf(files: string[]): Import[] {
  return files.flatMap((from) => {
    const found: Import[] = []
    const add = (specifier: string, typeOnly: boolean, names: string[], dynamic = false) => {
      const to = resolveImport(from, specifier)
      if (to) found.push({ from, to, typeOnly, names, dynamic })
    }
    const visit = (node: ts.Node): void => {
      if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
        add(node.moduleSpecifier.text, isTypeOnly(node.importClause), importedNames(node.importClause))
      } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
        const { exportClause } = node
        const named = exportClause && ts.isNamedExports(exportClause) ? namesOf(exportClause.elements) : ['*']
        add(node.moduleSpecifier.text, node.isTypeOnly, named)
      } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
        const [specifier] = node.arguments
        if (specifier && ts.isStringLiteral(specifier)) add(specifier.text, false, ['*'], true)
      } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
        if (ts.isStringLiteral(node.argument.literal)) add(node.argument.literal.text, true, ['*'])
      }
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(from, readFileSync(path.join(root, from), 'utf8'), ts.ScriptTarget.Latest))
    return found
  })
}

const namesOf = (elements: ts.NodeArray<ts.ImportSpecifier | ts.ExportSpecifier>): string[] =>
  elements.map(({ propertyName, name }) => (propertyName ?? name).text)

function importedNames(clause: ts.ImportClause | undefined): string[] {
  const { namedBindings } = clause ?? {}
  const named = namedBindings && ts.isNamedImports(namedBindings) ? namesOf(namedBindings.elements) : []
  const whole = !clause || (namedBindings && ts.isNamespaceImport(namedBindings)) ? ['*'] : []
  return [...named, ...whole, ...(clause?.name ? ['default'] : [])]
}

/** Returns the values and types that a file exports by name. */
export function exportedNames(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest)
  return source.statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return []
    const modifiers = ts.getModifiers(statement)?.map(({ kind }) => kind) ?? []
    if (!modifiers.includes(ts.SyntaxKind.ExportKeyword)) return []
    if (modifiers.includes(ts.SyntaxKind.DefaultKeyword)) return ['default']
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
    }
    const isNamed =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    return isNamed && statement.name ? [statement.name.text] : []
  })
}

/** Returns the texts in single quotes of a file. */
export const textsOf = (file: string): string[] =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(/'([^'\n]+)'/g)].map(([, text]) => text ?? '')

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const { namedBindings } = clause
  if (clause.name || !namedBindings || !ts.isNamedImports(namedBindings)) return false
  return namedBindings.elements.every((element) => element.isTypeOnly)
}

/** Returns every file that is loaded once these are imported: without types, and without what is imported on demand. */
export function reachedFrom(imports: Import[], start: string[]): Set<string> {
  const found = new Set(start)
  for (const file of found) {
    for (const { from, to, typeOnly, dynamic } of imports) if (from === file && !typeOnly && !dynamic) found.add(to)
  }
  return found
}

/** Returns every cycle of imports, each as its files in alphabetical order. An import on demand closes no cycle. */
export function cycles(imports: Import[]): string[][] {
  const graph = new Map<string, string[]>()
  for (const { from, to, dynamic } of imports) if (!dynamic) graph.set(from, [...(graph.get(from) ?? []), to])
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const rings: string[][] = []
  // Tarjan's strongly connected components.
  const visit = (file: string): void => {
    order.set(file, order.size)
    low.set(file, order.get(file)!)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!))
    }
    if (low.get(file) !== order.get(file)) return
    const ring = stack.splice(stack.indexOf(file))
    if (ring.length > 1) rings.push(ring.sort())
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return rings
}
