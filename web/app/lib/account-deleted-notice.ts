const key = 'marga.parting'

/** For the landing page of this tab, once: the account is deleted. */
export const storeAccountDeleted = (): void => sessionStorage.setItem(key, 'deleted')

/** Whether an account was deleted on the page before. */
export function takeAccountDeleted(): boolean {
  const isDeleted = sessionStorage.getItem(key) !== null
  sessionStorage.removeItem(key)
  return isDeleted
}
