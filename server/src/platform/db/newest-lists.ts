export type NewestLists<Name extends string> = ReturnType<typeof newestLists<Name>>

/**
 * Takes the newest so many of each of several lists. One more is looked for, and does not go out: `shortened` names the
 * lists that had it, so that nobody takes the limit for the number of all.
 */
export function newestLists<Name extends string>() {
  const shortened: Name[] = []
  return {
    shortened,
    async take<T>(name: Name, max: number, find: (limit: number) => Promise<readonly T[]>): Promise<T[]> {
      const found = await find(max + 1)
      if (found.length > max) shortened.push(name)
      return found.slice(0, max)
    },
  }
}
