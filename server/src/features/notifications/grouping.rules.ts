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

export type NewNotification = {
  type: 'message' | 'alert'
  content: string
  conversationId?: string
  /** Address inside the product that the notification leads to. */
  link?: string
  /** What the person did themselves: there to look up, and read from the beginning. */
  isOwnAct?: boolean
  /** What is told of together, when it happens together. */
  together?: Together
}
export type ForSomebody = NewNotification & { accountId: string }

export type NotificationRow = {
  id: string
  accountId: string
  type: 'message' | 'alert'
  content: string
  isRead: boolean
  conversationId: string | null
  link: string | null
  createdAt: Date
  together: string | null
  happened: number
  items: string[] | null
}

export const rowOf = (notification: ForSomebody, id: string, now: Date): NotificationRow => ({
  id,
  accountId: notification.accountId,
  type: notification.type,
  content: notification.content,
  isRead: notification.isOwnAct ?? false,
  conversationId: notification.conversationId ?? null,
  link: notification.link ?? null,
  createdAt: now,
  together: notification.together?.key ?? null,
  happened: 1,
  items: notification.together ? [notification.together.item] : null,
})

export const groupKey = (accountId: string, key: string) => `${accountId} ${key}`

/** What happens together in one go is one row already: by `groupKey`, in its order, the newest items first. */
export function gather(notifications: readonly ForSomebody[], toRow: (one: ForSomebody) => NotificationRow) {
  const rows = new Map<string, { row: NotificationRow; together: Together }>()
  for (const one of notifications) {
    const { together, accountId } = one
    if (!together) continue
    const key = groupKey(accountId, together.key)
    const row = toRow(one)
    const known = rows.get(key)?.row
    rows.set(key, {
      row: known
        ? { ...row, id: known.id, happened: known.happened + 1, items: [...row.items!, ...known.items!] }
        : row,
      together,
    })
  }
  return new Map([...rows].sort(([one], [other]) => (one < other ? -1 : 1)))
}
