/** Groups of three, or of three and then two, as prices are written here: 1,200 and 1,25,000. */
const isGrouped = (text: string) => /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(text)

/**
 * A number as people type it, blanks and ₹ aside: a comma is a decimal one, unless it groups digits.
 * Null when it is none.
 */
export function parseDecimal(text: string): number | null {
  const plain = text.replace(/[\s\u00a0₹]/g, '')
  const written = isGrouped(plain) ? plain.replaceAll(',', '') : plain.replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(written) ? Number(written) : null
}

/** The same, and 0 when it is none. */
export const readDecimal = (text: string): number => parseDecimal(text) ?? 0
