// What docs/product.md and the texts say against what the product and its tests hold. TypeScript is read, not guessed at.
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const parse = (path, text) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)

/** "landing.tagline", "offer": where each text of `export const texts = {…}` stands. */
export function listTexts(source) {
  const found = []
  const walk = (object, path) => {
    for (const property of object.properties) {
      const inner = [...path, property.name.getText()]
      const value = property.initializer
      if (value && ts.isObjectLiteralExpression(value)) walk(value, inner)
      else found.push(inner.join('.'))
    }
  }
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === 'texts') {
      let value = node.initializer
      while (ts.isAsExpression(value)) value = value.expression
      walk(value, [])
    }
    ts.forEachChild(node, visit)
  }
  visit(parse('texts.ts', source))
  return found
}

/** Texts that no file uses: neither `texts.group.name`, nor a group as a whole, nor a destructured group. */
export function unusedTexts(texts, sources) {
  const code = sources.join('\n')
  const isUsed = (path) => {
    const [group, name] = path.split('.')
    if (!name) return new RegExp(`\\btexts\\.${group}\\b`).test(code)
    const isNamed = new RegExp(`\\b(texts\\.)?${group}\\.${name}\\b`)
    const isWhole = new RegExp(`\\btexts\\.${group}\\b(?!\\.)`)
    return isNamed.test(code) || isWhole.test(code)
  }
  return texts.filter((path) => !isUsed(path))
}

/** The titles of all tests in a file, those of `it.each(…)('title', …)` included. */
export function listTitles(path, source) {
  const titles = new Set()
  const visit = (node) => {
    if (ts.isCallExpression(node) && /^(it|test)\b/.test(node.expression.getText())) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) titles.add(title.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(parse(path, source))
  return titles
}

/** Rows of the tables `| rule | test | file |` of a Markdown text. */
export function listRules(markdown) {
  return markdown
    .split('\n')
    .filter((line) => /^\|(?! *-)/.test(line) && !/^\| *Rule *\|/.test(line))
    .map((line) => {
      const [rule, title, file] = line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|'))
      return { rule, title: title?.replace(/^`|`$/g, ''), file: file?.replace(/^`|`$/g, '') }
    })
}

/** What is wrong with a rule, or null. */
export function problemOf({ rule, title, file }, readSource) {
  if (!rule || !title || !file) return `"${rule}" names no test`
  const source = readSource(file)
  if (source === null) return `"${rule}": there is no file ${file}`
  return listTitles(file, source).has(title) ? null : `"${rule}": ${file} has no test titled "${title}"`
}

export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
