/** Several happenings of which one notice tells. */
export type Together = {
  /** Of a person's notices those with the same key are one: what kind of thing, with whom. */
  key: string
  /** This one among the others, "Thu 26 Nov, 10:00 am". */
  item: string
  /** What the notice says when it was more than one. */
  many: (count: number, list: string) => string
}

/** So many are listed, the newest first; of the others the number is told. */
export const listedMax = 5

/** What a notice says of all that it tells of; nothing new when that is one thing. */
export function wordsOf(
  { many }: Pick<Together, 'many'>,
  { happened, items }: { happened: number; items: string[] | null },
): string | undefined {
  if (happened < 2) return undefined
  const listed = (items ?? []).slice(0, listedMax)
  const rest = happened - listed.length
  return many(happened, `${listed.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}`)
}
