/**
 * What counts as a word in search. Letters and digits of any script, with `+`, `#`, `.` and `&`
 * kept where they belong to the word: "C++", "C#", "node.js", "R&D". Accents and case do not count.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const words = plain.match(/[\p{L}\p{N}](?:[\p{L}\p{N}+#]|[.&'](?=[\p{L}\p{N}]))*/gu) ?? []
  return words.map((word) => word.slice(0, 60))
}

/** A word as it is indexed, and its parts when it is joined: "node.js" is also "node" and "js". */
export function lexemesOf(text: string): string[] {
  const found: string[] = []
  for (const word of wordsOf(text)) {
    found.push(word)
    const parts = word.split(/[.&']/)
    if (parts.length > 1) found.push(...parts.filter(Boolean))
  }
  return found
}

const quote = (lexeme: string) => `'${lexeme.replace(/'/g, "''").replace(/\\/g, '\\\\')}'`

export type Weighted = { weight: 'A' | 'B' | 'C' | 'D'; text: string }

const positionsMax = 16_000

/** A tsvector in PostgreSQL's own notation, so that our words are the words. */
export function documentOf(fields: readonly Weighted[]): string {
  const positions = new Map<string, string[]>()
  let position = 0
  for (const { weight, text } of fields) {
    for (const lexeme of lexemesOf(text)) {
      position = Math.min(position + 1, positionsMax)
      const list = positions.get(lexeme) ?? []
      if (list.length < 8) list.push(`${position}${weight}`)
      positions.set(lexeme, list)
    }
  }
  return [...positions].map(([lexeme, list]) => `${quote(lexeme)}:${list.join(',')}`).join(' ')
}

/** All words must be there, the last one may be unfinished. Empty when nothing is asked. */
export function tsqueryOf(search: string): string {
  const words = wordsOf(search).slice(0, 12)
  return words.map((word, index) => quote(word) + (index === words.length - 1 ? ':*' : '')).join(' & ')
}
