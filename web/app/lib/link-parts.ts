/** A piece of a text: `href` where it is an address of the web, null where it is none. `at` is where it begins. */
export type LinkPart = { at: number; text: string; href: string | null }

const addresses = /https?:\/\/[^\s<>"“”«»]+/gi
/** What ends a sentence is no part of the address before it. */
const trailing = ".,;:!?'’*_…"

/**
 * An address in brackets, or one that holds brackets itself. Each letter is looked at twice at most, whatever somebody
 * has written to hold up those who read it.
 */
function withoutTail(found: string): string {
  let closedTooOften = 0
  for (const letter of found) closedTooOften += letter === ')' ? 1 : letter === '(' ? -1 : 0
  let end = found.length
  for (; end > 0; end--) {
    const last = found[end - 1]!
    if (last === ')' && closedTooOften > 0) closedTooOften--
    else if (!trailing.includes(last)) break
  }
  return found.slice(0, end)
}

/** http and https only, and only what can be opened: nothing else ever becomes an address. */
function hrefOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

/** The text in its order, cut where an address begins and ends; joined again it is the same text. */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(addresses)) {
    const address = withoutTail(found)
    const href = hrefOf(address)
    if (href === null) continue
    if (index > end) parts.push({ at: end, text: text.slice(end, index), href: null })
    parts.push({ at: index, text: address, href })
    end = index + address.length
  }
  if (end < text.length || parts.length === 0) parts.push({ at: end, text: text.slice(end), href: null })
  return parts
}
