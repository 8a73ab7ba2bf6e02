import ts from 'typescript'

export const fileLinesMax = 250
export const functionLinesMax = 60

/** A function that only groups tests is as long as they are. */
const isGroup = (node) =>
  ts.isCallExpression(node.parent) && /^(?:test\.)?describe\b/.test(node.parent.expression.getText())

/** Files and functions that are longer than somebody reads at once, a line each. */
export function findLongOnes(path, text) {
  const lines = text.split('\n').length - 1
  const problems = lines > fileLinesMax ? [{ key: path, says: `${path}: ${lines} lines` }] : []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body && !isGroup(node)) {
      const first = lineOf(node.getStart())
      const length = lineOf(node.end) - first + 1
      if (length > functionLinesMax) {
        const name = node.name?.getText() ?? node.parent.name?.getText?.() ?? 'a function'
        problems.push({ key: `${path} ${name}`, says: `${path}:${first + 1} ${name} has ${length} lines` })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return problems
}
