/** One field for the whole name: what follows the last blank is the last name, if anything does. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? words.at(-1)! : ''
  return { firstName: lastName === '' ? words[0]! : words.slice(0, -1).join(' '), lastName }
}
