import type { Role } from '@marga/contract/roles'
import { browserStorage } from './browser-storage.ts'
import { draftPrefix } from './writings.ts'

type DraftOwner = { role: Role; userId: string }

const keyOf = (owner: DraftOwner, about: string) => draftPrefix(owner) + about

/** What was being written about something, a conversation say, when its page was left. */
export const readDraft = (owner: DraftOwner, about: string): string =>
  browserStorage.getItem(keyOf(owner, about)) ?? ''

/** Empty text ends the draft. */
export function storeDraft(owner: DraftOwner, about: string, text: string): void {
  if (text === '') browserStorage.removeItem(keyOf(owner, about))
  else browserStorage.setItem(keyOf(owner, about), text)
}
