import { basename } from 'node:path'
import ts from 'typescript'
import { files, headings, identifiers } from './name-rules.mjs'

const isCalled = (pattern, name) => (typeof pattern === 'string' ? pattern === name : pattern.test(name))

/** What is wrong with the names of one file of code, a line each. */
export function findNameProblems(path, text) {
  const base = basename(path).split('.')[0]
  const ofFile = files
    .filter(([pattern, , within]) => isCalled(pattern, base) && (!within || within.test(path)))
    .map(([, term]) => `${path}: the field calls this ${term}`)
  return [...ofFile, ...findIdentifiers(path, text)]
}

function findIdentifiers(path, text) {
  const rules = identifiers.filter(([, , within]) => !within || within.test(path))
  const problems = new Set()
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const rule = rules.find(([pattern]) => isCalled(pattern, node.text))
      if (rule) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        problems.add(`${path}:${line + 1} ${node.text}: the field calls this ${rule[1]}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...problems]
}

/** Headings of a document that bear such a name. */
export const findHeadingProblems = (path, text) =>
  text.split('\n').flatMap((line, index) => {
    const pattern = line.startsWith('#') && headings.find((one) => one.test(line))
    return pattern ? [`${path}:${index + 1} ${line}: a name of our own`] : []
  })
