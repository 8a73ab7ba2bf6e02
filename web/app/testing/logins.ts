import type { StoredLogin } from '../lib/auth-storage.ts'

export const menteeLogin: StoredLogin = {
  role: 'mentee',
  userId: '0198a000-0000-7000-8000-000000000001',
  name: 'Neha Rao',
  profileImageUrl: null,
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
}

export const moderatorLogin: StoredLogin = {
  ...menteeLogin,
  role: 'moderator',
  userId: '0198a000-0000-7000-8000-000000000003',
  name: 'Mira Sen',
}

export const mentorLogin: StoredLogin = {
  ...menteeLogin,
  role: 'mentor',
  userId: '0198a000-0000-7000-8000-000000000002',
  name: 'Ananya Krishnan',
}
