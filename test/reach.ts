import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { resolveImport } from './imports'

/** A function, class, or constant at the top of a file. */
type Declaration = ts.VariableDeclaration | ts.FunctionDeclaration | ts.ClassDeclaration | ts.ExportAssignment

interface File {
  declared: Map<string, Declaration>
  /** What a name means that another file declares: that file, and the name there. */
  elsewhere: Map<string, readonly [file: string, name: string]>
  /** The files whose exports are all exported here too. */
  stars: string[]
}

const files = new Map<string, File>()

function readFile(path: string): File {
  const known = files.get(path)
  if (known) return known
  const file: File = { declared: new Map(), elsewhere: new Map(), stars: [] }
  files.set(path, file)
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  for (const statement of source.statements) readStatement(path, file, statement)
  return file
}

const targetOf = (path: string, specifier: ts.Expression | undefined) =>
  specifier && ts.isStringLiteral(specifier) ? resolveImport(path, specifier.text) : undefined

function readStatement(path: string, file: File, statement: ts.Statement): void {
  if (ts.isImportDeclaration(statement)) {
    const [to, clause] = [targetOf(path, statement.moduleSpecifier), statement.importClause]
    if (!to || !clause || clause.isTypeOnly) return
    const { name, namedBindings } = clause
    if (name) file.elsewhere.set(name.text, [to, 'default'])
    if (namedBindings && ts.isNamespaceImport(namedBindings)) file.elsewhere.set(namedBindings.name.text, [to, '*'])
    else addSpecifiers(file, to, namedBindings)
  } else if (ts.isExportDeclaration(statement)) {
    const to = targetOf(path, statement.moduleSpecifier)
    if (to && !statement.exportClause) file.stars.push(to)
    else if (to && statement.exportClause && ts.isNamedExports(statement.exportClause))
      addSpecifiers(file, to, statement.exportClause)
  } else if (ts.isVariableStatement(statement)) {
    for (const one of statement.declarationList.declarations)
      for (const name of namesIn(one.name)) file.declared.set(name, one)
  } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    const isDefault = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    if (statement.name) file.declared.set(statement.name.text, statement)
    if (isDefault) file.declared.set('default', statement)
  } else if (ts.isExportAssignment(statement)) file.declared.set('default', statement)
}

function addSpecifiers(file: File, to: string, named: ts.NamedImports | ts.NamedExports | undefined): void {
  for (const { isTypeOnly, name, propertyName } of named?.elements ?? [])
    if (!isTypeOnly) file.elsewhere.set(name.text, [to, (propertyName ?? name).text])
}

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)))

/** Whether an identifier is the name of a property, which means no declaration of its file. */
const isPropertyName = ({ parent }: ts.Identifier, node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
  (ts.isPropertyAssignment(parent) && parent.name === node) ||
  (ts.isJsxAttribute(parent) && parent.name === node)

/**
 * Returns what the exports of these files use, directly or through others: the declarations, not whole files. It goes by names alone, so
 * a variable of the same name as an import counts as its use.
 */
export function declarationsReachedFrom(start: readonly string[]): Set<Declaration> {
  const found = new Map<Declaration, string>()
  const add = (path: string, name: string): void => {
    const { declared, elsewhere, stars } = readFile(path)
    if (name === '*') {
      for (const one of declared.keys()) add(path, one)
      for (const file of stars) add(file, '*')
      return
    }
    const declaration = declared.get(name)
    const imported = elsewhere.get(name)
    if (declaration) found.set(declaration, path)
    else if (imported) add(...imported)
    else for (const file of stars) add(file, name)
  }
  const visit = (path: string, node: ts.Node): void => {
    if (ts.isTypeNode(node)) return
    if (ts.isIdentifier(node) && !isPropertyName(node, node)) add(path, node.text)
    ts.forEachChild(node, (child) => visit(path, child))
  }
  for (const path of start) add(path, '*')
  // A map's entries that are added on the way are visited too.
  for (const [declaration, path] of found) visit(path, declaration)
  return new Set(found.keys())
}
