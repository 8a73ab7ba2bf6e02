/** What stands where a contact detail was. */
export const hiddenDetail = '•••••'

const gap = String.raw`[\s().,/_-]*`
const digitWord = 'zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple'
const at = String.raw`\s*(?:@|＠|[([{]\s*at\s*[)\]}])\s*`
const dotWord = String.raw`[([{]\s*dot\s*[)\]}]|\s+dot\s+`
const dot = String.raw`\s*(?:\.|${dotWord})\s*`

const patterns = [
  // Mail addresses, also as people spell them out: "asha (at) example (dot) in".
  new RegExp(String.raw`[\p{L}\p{N}._%+-]+${at}[\p{L}\p{N}-]+(?:${dot}[\p{L}]{2,})+`, 'giu'),
  // "at" is a word of every day: only before a name with a dot inside.
  new RegExp(
    String.raw`[\p{L}\p{N}._%+-]+\s+at\s+[\p{L}\p{N}-]+(?:(?:\.|\s*(?:${dotWord})\s*)[\p{L}]{2,})+`,
    'giu',
  ),
  // UPI ids: a name and a bank without a dot.
  /[\p{L}\p{N}._-]{2,}\s*[@＠]\s*[a-z][a-z0-9]{1,63}/giu,
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

/** The text without telephone numbers, mail addresses and UPI ids. */
export function hideContactDetails(text: string): { text: string; masked: boolean } {
  let hidden = text
  for (const pattern of patterns) {
    hidden = hidden.replace(pattern, (found) => `${hiddenDetail}${/\s$/.test(found) ? ' ' : ''}`)
  }
  return { text: hidden, masked: hidden !== text }
}
