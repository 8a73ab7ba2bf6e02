import type { StoredLogin } from '../../lib/auth-storage.ts'

/** The mentee's login as the identity provider's way back brings it in the query; null when a part is missing. */
export function readGoogleLogin(query: URLSearchParams): StoredLogin | null {
  const [userId, accessToken, refreshToken] = ['menteeId', 'accessToken', 'refreshToken'].map((name) =>
    query.get(name),
  )
  if (!userId || !accessToken || !refreshToken) return null
  const name = query.get('menteeName') ?? ''
  return { role: 'mentee', userId, name, profileImageUrl: null, accessToken, refreshToken }
}
