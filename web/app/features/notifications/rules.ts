import type { Notification } from '@marga/contract/notifications'

/**
 * Where a notification leads: its conversation, else its own link. A stored link is followed inside
 * this site only.
 */
export function notificationHref(
  { conversationId, link }: Notification,
  conversationHref: (conversationId: string) => string,
): string | null {
  if (conversationId) return conversationHref(conversationId)
  return link !== null && /^\/(?![/\\])/.test(link) ? link : null
}
