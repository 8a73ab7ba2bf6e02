/** Whether the browser keeps nothing for this site: a sign-in then ends with the page. */
export function isStorageBlocked(): boolean {
  try {
    return !window.localStorage
  } catch {
    return true
  }
}
