import type { Role } from '@marga/contract/roles'

type DraftOwner = { role: Role; userId: string }

/** By account, so that the next person on this machine sees none. */
const prefixOf = ({ role, userId }: DraftOwner) => `marga.draft.${role}.${userId}.`
const keyOf = (owner: DraftOwner, about: string) => prefixOf(owner) + about

/** What was being written about something, a conversation say, when its page was left. */
export const readDraft = (owner: DraftOwner, about: string): string =>
  localStorage.getItem(keyOf(owner, about)) ?? ''

/** Empty text ends the draft. */
export function storeDraft(owner: DraftOwner, about: string, text: string): void {
  try {
    localStorage.setItem(keyOf(owner, about), text)
    if (text === '') localStorage.removeItem(keyOf(owner, about))
  } catch {
    // The storage is full or closed: the text stands in its field all the same.
  }
}

/** On signing out nothing of the person stays on the machine. */
export function clearDrafts(owner: DraftOwner): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefixOf(owner))) localStorage.removeItem(key)
  }
}
