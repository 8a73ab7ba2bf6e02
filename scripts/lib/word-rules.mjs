// Which words the product does not use with people: old-fashioned or translated ones, each with what to say instead.
import ts from 'typescript'

const instead = [
  [/\be-mail/i, 'email'],
  [/\bmail(?:s|ed)\b/i, 'email'],
  [/\b(?:an?|the|our|your|by)\s+mail\b(?! server)/i, 'email'],
  [/\b(?:some|every|any)body\b/i, 'someone, everyone, anyone'],
  [/\bnobody\b/i, 'no one, none'],
  [/\bwho(?:ever|m)\b/i, 'anyone who, who'],
  [/\bshall\b/i, 'a question, or “will”'],
  [/\bany more\b/i, 'no longer'],
  [/\bby (?:itself|themselves)\b/i, 'automatically, or nothing'],
  [/\bthe two of you\b/i, 'you both'],
  [/\bneed not\b/i, 'you can ignore this'],
  [/\bmeanwhile\b/i, 'already'],
]

const isChecked = (path) =>
  /^(?:web\/app|contract\/src|server\/src\/(?:features|http|platform\/mail))\/.*\.tsx?$/.test(path) &&
  !/\.test\.tsx?$|\/testing\//.test(path)

/** Text that is a sentence, not a key or a class. */
const isSentence = (text) => /\s/.test(text.trim())

/** Old words in what people read, which is text between tags and in quotes: a sentence a line. Comments and SQL are free. */
export function findWordProblems(path, text) {
  if (!isChecked(path) || !instead.some(([word]) => word.test(text))) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const problems = []
  const look = (node) => {
    if (ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return
    if ((ts.isJsxText(node) || ts.isStringLiteralLike(node) || isPart(node)) && isSentence(node.text))
      for (const [word, better] of instead) {
        const found = word.exec(node.text)
        if (!found) continue
        const { line } = file.getLineAndCharacterOfPosition(node.getStart())
        problems.push(`${path}:${line + 1}: “${found[0]}” is read by people; say ${better}`)
      }
    ts.forEachChild(node, look)
  }
  look(file)
  return problems
}

const isPart = (node) => ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)
