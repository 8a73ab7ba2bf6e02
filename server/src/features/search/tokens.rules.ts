/** Letters that Unicode does not take apart into a base and an accent. */
const unaccented: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
}

/** Text without case, accents and typographic apostrophes: what is compared. */
export const folded = (text: string): string =>
  isPlain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
        .replace(/[øłđðßæœþı]/g, (letter) => unaccented[letter]!)
        .replace(/[‘’ʼ]/g, "'")
/** Most text, which has nothing to take apart. */
const isPlain = /^[ -~]*$/

export const wordLengthMax = 60

/**
 * What counts as a word in search. Letters and digits of any script, with `+`, `#`, `.` and `&`
 * kept where they belong to the word: "C++", "C#", "node.js", "R&D". Accents and case do not count.
 */
export function wordsOf(text: string): string[] {
  const words = folded(text).match(/[\p{L}\p{N}](?:[\p{L}\p{N}+#]|[.&'](?=[\p{L}\p{N}]))*/gu) ?? []
  return words.map((word) => word.slice(0, wordLengthMax))
}

/** A word as it is indexed, and a joined one's parts and its letters alone: "node.js" is also "node", "js" and "nodejs". */
export function lexemesOf(text: string): string[] {
  const found: string[] = []
  for (const word of wordsOf(text)) {
    found.push(word)
    const parts = word.split(/[.&']/).filter(Boolean)
    if (parts.length > 1) found.push(...parts, parts.join(''))
  }
  return found
}

/** A lexeme in the notation of tsvector and tsquery. */
export const quoted = (lexeme: string): string => `'${lexeme.replace(/'/g, "''").replace(/\\/g, '\\\\')}'`
