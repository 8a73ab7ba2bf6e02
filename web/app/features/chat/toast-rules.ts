import type { FullMessage } from '@marga/contract/chat'

/** What is on screen when a message arrives. */
export type ViewState = { ownId: string; openConversationId: string | undefined; hasFocus: boolean }

/** Whether a message deserves a toast: not an own one, and not one that is being looked at. */
export function shouldToast(incoming: FullMessage, view: ViewState): boolean {
  if (incoming.sender.senderId._id === view.ownId) return false
  return !(view.hasFocus && view.openConversationId === incoming.conversation._id)
}

const rememberedMax = 500

/** Says whether something of that id comes for the first time; a message may be announced twice. */
export function createSeenFilter() {
  const seen = new Set<string>()
  return (id: string): boolean => {
    if (seen.has(id)) return false
    seen.add(id)
    // A set keeps the order of arrival: the oldest is forgotten first.
    if (seen.size > rememberedMax) seen.delete(seen.values().next().value!)
    return true
  }
}
