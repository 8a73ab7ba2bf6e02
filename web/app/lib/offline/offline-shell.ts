/** On the `html` of a page that the worker gave because the server could not be reached. */
export const offlineShellAttribute = 'data-offline-shell'
