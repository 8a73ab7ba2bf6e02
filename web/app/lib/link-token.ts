type Kept = { linkToken?: unknown } | null

/**
 * The secret of a mailed link. Takes it out of the address at once, since history and screen are read by others. It
 * stays with this entry of the tab's own history, so that the page can be loaded again and come back to.
 */
export function takeLinkToken(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const kept = window.history.state as Kept
  const token = searchParams.get('token')
  if (token === null) return typeof kept?.linkToken === 'string' ? kept.linkToken : ''
  // The router keeps its own marks there, by which it knows where "back" leads.
  window.history.replaceState({ ...kept, linkToken: token }, '', pathname)
  return token
}
