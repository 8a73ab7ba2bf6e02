import { tabStorage } from './browser-storage.ts'

const key = 'marga.parting'

/** For the landing page of this tab, once: the account is deleted. */
export const storeAccountDeleted = (): void => tabStorage.setItem(key, 'deleted')

/** Whether an account was deleted on the page before. */
export function takeAccountDeleted(): boolean {
  const isDeleted = tabStorage.getItem(key) !== null
  tabStorage.removeItem(key)
  return isDeleted
}
