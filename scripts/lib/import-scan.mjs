import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'

export const folders = ['contract/src', 'server/src', 'web/app', 'e2e', 'bench', 'testkit']

const skipped = new Set([
  'node_modules',
  'dist',
  'build',
  '.react-router',
  'test-results',
  'playwright-report',
])
const isCode = (path) => /\.[cm]?[jt]sx?$/.test(path)

/** Every source file below the checked folders, found by walking, so that git's list can contradict it. */
export function findFiles(root) {
  return folders.flatMap((folder) => walk(root, folder)).filter(isCode)
}

function walk(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : walk(root, path)
    return [path]
  })
}

/** What git knows there, or undefined where this is no git checkout. */
export function findFilesOfGit(root) {
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders]
    const output = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.split('\0').filter((path) => isCode(path) && existsSync(join(root, path)))
  } catch {
    return undefined
  }
}

/**
 * What a file imports and exports:
 * `{ path, imports: [{ specifier, target, isType, isDynamic, line }], defaultExportLine, environmentLines,
 * mockLines, isBarrel }`
 * where target is a path in the project, a package's name, or undefined for a file that does not exist.
 */
export function readModule(root, path) {
  const source = ts.createSourceFile(
    path,
    readFileSync(join(root, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const module = {
    path,
    imports: [],
    defaultExportLine: undefined,
    environmentLines: [],
    mockLines: [],
    isBarrel: isBarrel(source),
  }
  const lineOf = (node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
  const visit = (node) => {
    const found = readImport(node)
    if (found)
      module.imports.push({ ...found, target: resolve(root, path, found.specifier), line: lineOf(node) })
    if (isDefaultExport(node)) module.defaultExportLine = lineOf(node)
    if (readsEnvironment(node)) module.environmentLines.push(lineOf(node))
    if (mocksModule(node)) module.mockLines.push(lineOf(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return module
}

function readImport(node) {
  if (ts.isImportDeclaration(node)) {
    return {
      specifier: node.moduleSpecifier.text,
      isType: node.importClause?.isTypeOnly === true,
      isDynamic: false,
    }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    return { specifier: node.moduleSpecifier.text, isType: node.isTypeOnly, isDynamic: false }
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: node.argument.literal.text, isType: true, isDynamic: false }
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return { specifier: node.moduleReference.expression.text, isType: node.isTypeOnly, isDynamic: false }
  }
  const isCall = ts.isCallExpression(node) && node.arguments[0] && ts.isStringLiteralLike(node.arguments[0])
  if (
    isCall &&
    (node.expression.kind === ts.SyntaxKind.ImportKeyword || isNamed(node.expression, 'require'))
  ) {
    return { specifier: node.arguments[0].text, isType: false, isDynamic: true }
  }
  return undefined
}

function isDefaultExport(node) {
  if (ts.isExportAssignment(node)) return true
  if (ts.isExportSpecifier(node)) return node.name.text === 'default'
  return Boolean(
    ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((m) => m.kind === ts.SyntaxKind.DefaultKeyword),
  )
}

const mocksModule = (node) =>
  ts.isCallExpression(node) && /^vi\.(?:do)?[mM]ock$/.test(node.expression.getText())

/** process.env, process['env'], const { env } = process, import { env } from 'node:process'. */
function readsEnvironment(node) {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'env' && isNamed(node.expression, 'process')
  if (ts.isElementAccessExpression(node)) {
    return isNamed(node.expression, 'process') && node.argumentExpression.text === 'env'
  }
  if (ts.isVariableDeclaration(node) && node.initializer && ts.isObjectBindingPattern(node.name)) {
    const names = node.name.elements.map((element) => (element.propertyName ?? element.name).text)
    return isNamed(node.initializer, 'process') && names.includes('env')
  }
  return ts.isImportDeclaration(node) && /^(node:)?process$/.test(node.moduleSpecifier.text)
}

function isNamed(node, name) {
  return ts.isIdentifier(node) && node.text === name
}

/** A file of nothing but other files' exports, or an index file with any. */
function isBarrel(source) {
  const passesOn = (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined
  const isIndex = /(^|\/)index\.[cm]?[jt]sx?$/.test(source.fileName)
  if (isIndex && source.statements.some(passesOn)) return true
  const [exports, rest] = [
    source.statements.filter(ts.isExportDeclaration),
    source.statements.filter((s) => !ts.isExportDeclaration(s)),
  ]
  return exports.length > 0 && rest.every(ts.isImportDeclaration)
}

function resolve(root, importer, specifier) {
  const bare = specifier.replace(/\?.*$/, '')
  // React Router writes the types of a route here when it is asked to.
  if (bare.includes('/+types/')) return 'generated'
  if (bare.startsWith('@marga/')) return resolveWorkspace(bare)
  if (!bare.startsWith('.')) return bare.startsWith('node:') ? bare : packageName(bare)
  const path = posix.join(posix.dirname(importer), bare)
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`]
  return candidates.find((candidate) => isFile(root, candidate)) ?? (isOutput(path) ? path : undefined)
}

function resolveWorkspace(specifier) {
  const [, workspace, ...rest] = specifier.split('/')
  return workspace === 'contract' ? `contract/src/${rest.join('/')}.ts` : [workspace, ...rest].join('/')
}

function packageName(specifier) {
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}

function isFile(root, path) {
  return existsSync(join(root, path)) && /\.\w+$/.test(path)
}

function isOutput(path) {
  return /(^|\/)(dist|build)\//.test(path)
}
