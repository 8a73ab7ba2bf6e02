import type { ChatOwner } from './chat-calls.ts'

/** By account, so that the next person on this machine sees none. */
const prefixOf = ({ role, userId }: ChatOwner) => `marga.draft.${role}.${userId}.`
const keyOf = (owner: ChatOwner, conversationId: string) => prefixOf(owner) + conversationId

/** What was being written in a conversation when its page was left. */
export const readDraft = (owner: ChatOwner, conversationId: string): string =>
  localStorage.getItem(keyOf(owner, conversationId)) ?? ''

/** Empty text ends the draft. */
export function keepDraft(owner: ChatOwner, conversationId: string, text: string): void {
  try {
    localStorage.setItem(keyOf(owner, conversationId), text)
    if (text === '') localStorage.removeItem(keyOf(owner, conversationId))
  } catch {
    // The storage is full or closed: the text stands in its field all the same.
  }
}

/** On signing out nothing of the person stays on the machine. */
export function clearDrafts(owner: ChatOwner): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefixOf(owner))) localStorage.removeItem(key)
  }
}
