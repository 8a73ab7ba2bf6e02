/** webcal: is what calendar programs call https:, so that it opens them. */
export const addressToRead = (url: string) => url.replace(/^webcals?:/i, 'https:')

/** What people see of an address, and all that they see of it. */
export const hostOf = (url: string): string | undefined => {
  const address = addressToRead(url)
  return URL.canParse(address) ? new URL(address).host : undefined
}

/** Two ways to write the same address are one. */
export function sameAddress(url: string): string {
  const address = new URL(addressToRead(url))
  address.hash = ''
  return address.href
}
