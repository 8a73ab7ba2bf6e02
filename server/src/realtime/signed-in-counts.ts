/**
 * How many connections of each account are signed in at this process. Two that come at once are both in the account's
 * room before either is, so that the room's size tells neither of them that it is the first.
 */
export function createSignedInCounts() {
  const counts = new Map<string, number>()
  const change = (accountId: string, by: 1 | -1): number => {
    const count = (counts.get(accountId) ?? 0) + by
    if (count > 0) counts.set(accountId, count)
    else counts.delete(accountId)
    return count
  }
  return {
    /** @returns how many there are then */
    add: (accountId: string) => change(accountId, 1),
    /** @returns how many are left */
    remove: (accountId: string) => change(accountId, -1),
  }
}
export type SignedInCounts = ReturnType<typeof createSignedInCounts>
