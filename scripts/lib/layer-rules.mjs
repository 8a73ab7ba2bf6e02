import ts from 'typescript'

const statements = /^(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/
const refinements = /^(executeTakeFirst|executeTakeFirstOrThrow)$/
/** The generated types of the tables are types alone: no more than names of columns. */
const tableTypes = /\/platform\/db\/types\.generated\.ts$/

/** What each kind of file of a feature does that belongs to another, a line each. */
export function findLayerProblems(path, text) {
  if (!/^server\/src\/features\/.*\.ts$/.test(path) || /\.test\.ts$/.test(path)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1
  const tests = [
    ...(path.endsWith('.queries.ts') ? [] : [buildsSql]),
    ...(path.endsWith('.rules.ts') ? [reachesOutside] : []),
  ]
  const problems = []
  const visit = (node) => {
    for (const test of tests) {
      const what = test(node)
      if (what) problems.push(`${path}:${lineOf(node)} ${what}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
}

function buildsSql(node) {
  const reason = 'SQL is built in *.queries.ts alone: move it there as a small named function'
  if (ts.isImportDeclaration(node) && node.moduleSpecifier.text === 'kysely' && importsValue(node))
    return reason
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const { name, expression } = node.expression
  const isRaw = name.text === 'query' && /\b(pool|client)$/.test(expression.getText())
  return isRaw || statements.test(name.text) || refinements.test(name.text) ? reason : undefined
}

function reachesOutside(node) {
  if (ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword)
    return '*.rules.ts waits for nothing: what is asynchronous belongs to a service'
  if (!ts.isImportDeclaration(node)) return undefined
  const from = node.moduleSpecifier.text
  if (/^(node:)?(fs|net)(\/|$)/.test(from)) return '*.rules.ts is pure: it knows neither files nor network'
  if (from === 'kysely' || (/\/platform\/db\//.test(from) && !tableTypes.test(from)))
    return '*.rules.ts is pure: it knows no database'
  if (from.endsWith('.service.ts')) return '*.rules.ts is pure: services know rules, not the other way round'
  return undefined
}

function importsValue({ importClause }) {
  if (!importClause || importClause.isTypeOnly || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword)
    return false
  const { name, namedBindings } = importClause
  if (name || !namedBindings || ts.isNamespaceImport(namedBindings)) return true
  return namedBindings.elements.some((element) => !element.isTypeOnly)
}
