import type { Role } from '@marga/contract/roles'
import { browserStorage } from './browser-storage.ts'

type DraftOwner = { role: Role; userId: string }

/** By account, so that the next person on this machine sees none. */
const prefixOf = ({ role, userId }: DraftOwner) => `marga.draft.${role}.${userId}.`
const keyOf = (owner: DraftOwner, about: string) => prefixOf(owner) + about

/** What was being written about something, a conversation say, when its page was left. */
export const readDraft = (owner: DraftOwner, about: string): string =>
  browserStorage.getItem(keyOf(owner, about)) ?? ''

/** Empty text ends the draft. */
export function storeDraft(owner: DraftOwner, about: string, text: string): void {
  if (text === '') browserStorage.removeItem(keyOf(owner, about))
  else browserStorage.setItem(keyOf(owner, about), text)
}

/** On signing out nothing of the person stays on the machine. */
export function clearDrafts(owner: DraftOwner): void {
  const keys = Array.from({ length: browserStorage.length }, (_, index) => browserStorage.key(index)!)
  for (const key of keys) {
    if (key.startsWith(prefixOf(owner))) browserStorage.removeItem(key)
  }
}
