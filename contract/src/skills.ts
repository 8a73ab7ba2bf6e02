/** Skills out of the form's comma-separated text. */
export const splitSkills = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Drops repeats that differ only in case; the first spelling stays. */
export function uniqueSkills(skills: readonly string[]): string[] {
  const bySpelling = new Map<string, string>()
  for (const name of skills) {
    const key = name.toLowerCase()
    if (!bySpelling.has(key)) bySpelling.set(key, name)
  }
  return [...bySpelling.values()]
}
