/** What stands where a contact detail was. */
export const hiddenDetail = '•••••'

const gap = String.raw`[\s().,/_-]*`
const digitWord = 'zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple'
const at = String.raw`\s*(?:@|＠|[([{]\s*at\s*[)\]}])\s*`
const spelledDot = String.raw`\s*[([{]\s*dot\s*[)\]}]\s*|\s+dot\s+`

/**
 * A run of these characters from its first one on. Without the look behind, each character of a long run is tried as
 * a beginning of its own and the run is walked again from there: quadratic, on a text that anybody may send.
 */
const runOf = (characters: string, length = '+') => `(?<![${characters}])[${characters}]${length}`
const name = runOf(String.raw`\p{L}\p{N}._%+-`)

const patterns = [
  // Mail addresses, also as people spell them out: "asha (at) example (dot) in".
  new RegExp(String.raw`${name}${at}[\p{L}\p{N}-]+(?:(?:\s*\.\s*|${spelledDot})[\p{L}]{2,})+`, 'giu'),
  // "at" is a word of every day: only before a name with a dot inside.
  new RegExp(String.raw`${name}\s+at\s+[\p{L}\p{N}-]+(?:(?:\.|${spelledDot})[\p{L}]{2,})+`, 'giu'),
  // UPI ids: a name and a bank without a dot.
  new RegExp(String.raw`${runOf(String.raw`\p{L}\p{N}._-`, '{2,}')}\s*[@＠]\s*[a-z][a-z0-9]{1,63}`, 'giu'),
  // Abroad.
  new RegExp(String.raw`[+＋]${gap}(?:\p{Nd}${gap}){8,15}`, 'gu'),
  // Indian mobiles in any script's digits, however they are set apart. Dates and prices begin otherwise or are shorter.
  new RegExp(
    String.raw`(?<![\p{Nd}])[(]?(?:(?:0|91|०|९१)${gap})?[6-9६-९](?:${gap}\p{Nd}){9}(?!\p{Nd})`,
    'gu',
  ),
  // Spelt out, digit by digit.
  new RegExp(String.raw`\b(?:(?:${digitWord}|\p{Nd})\b${gap}){8,}`, 'giu'),
]

function hide(text: string, pattern: RegExp): string {
  const hidden = text.replace(pattern, (found) => `${hiddenDetail}${/\s$/.test(found) ? ' ' : ''}`)
  // "a@b.in-c@d.in": the second begins within the first one's run, and at the start of a run once that is hidden.
  return hidden === text ? text : hide(hidden, pattern)
}

/** The text without telephone numbers, mail addresses and UPI ids. Takes time in proportion to the text's length. */
export function hideContactDetails(text: string): { text: string; masked: boolean } {
  const hidden = patterns.reduce(hide, text)
  return { text: hidden, masked: hidden !== text }
}
