/** On the `html` of a page that the worker gave because the server could not be reached. */
export const offlineShellAttribute = 'data-offline-shell'

/** After a sign-out of which the server could not be told: what the page that the worker writes then says. */
export const signedOutUntold = '#signed-out'
