import type { Role } from '@marga/contract/roles'
import { browserStorage } from './browser-storage.ts'

type Writer = { role: Role; userId: string }

/** By account, so that the next person on this machine sees none. */
export const draftPrefix = ({ role, userId }: Writer): string => `marga.draft.${role}.${userId}.`
/** @param ownerId role and account, as `mentee.1` */
export const unsentPrefix = (ownerId: string): string => `marga.unsent.${ownerId}.`

/** Drafts and messages that were not sent: on signing out nothing of the person stays on the machine. */
export function clearWritings(writer: Writer): void {
  const prefixes = [draftPrefix(writer), unsentPrefix(`${writer.role}.${writer.userId}`)]
  const keys = Array.from({ length: browserStorage.length }, (_, index) => browserStorage.key(index)!)
  for (const key of keys) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) browserStorage.removeItem(key)
  }
}
