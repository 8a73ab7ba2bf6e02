import { describe, expect, it, vi } from 'vitest'
import { menteeLogin, moderatorLogin } from '../testing/logins.ts'
import {
  currentRole,
  onLoginChange,
  readLogin,
  rememberRole,
  removeLogin,
  storeLogin,
} from './auth-storage.ts'

describe('stored logins', () => {
  it('lie under the keys and in the shapes that other clients know', () => {
    storeLogin(menteeLogin)
    storeLogin({ ...menteeLogin, role: 'mentor' })
    storeLogin(moderatorLogin)
    expect(JSON.parse(localStorage.getItem('menteeAuth')!)).toEqual({
      menteeId: menteeLogin.userId,
      menteeName: 'Neha Rao',
      profileImageUrl: null,
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      isMenteeAuthenticated: true,
    })
    expect(JSON.parse(localStorage.getItem('mentorAuth')!)).toMatchObject({ isMentorAuthenticated: true })
    expect(JSON.parse(localStorage.getItem('moderatorAuth')!)).toEqual({
      moderatorId: moderatorLogin.userId,
      moderatorName: 'Mira Sen',
      moderatorAccessToken: 'access-1',
      refreshToken: 'refresh-1',
      isModeratorAuthenticated: true,
    })
  })

  it('come back as they were stored', () => {
    storeLogin(moderatorLogin)
    expect(readLogin('moderator')).toEqual(moderatorLogin)
    expect(readLogin('moderator')).toBe(readLogin('moderator'))
  })

  it.each(['not json', 'null', '{}', '{"isMenteeAuthenticated":true}', '{"isMenteeAuthenticated":false}'])(
    'are none when the value is %s',
    (value) => {
      localStorage.setItem('menteeAuth', value)
      expect(readLogin('mentee')).toBeNull()
    },
  )

  it('tell listeners who changed, and why', () => {
    const seen = vi.fn()
    const stop = onLoginChange(seen)
    storeLogin(menteeLogin)
    removeLogin('mentee', 'refused')
    window.dispatchEvent(new StorageEvent('storage', { key: 'mentorAuth' }))
    stop()
    removeLogin('mentee', 'signed-out')
    expect(seen.mock.calls.map(([change]) => change)).toEqual([
      { role: 'mentee', cause: 'stored' },
      { role: 'mentee', cause: 'refused' },
      { role: 'mentor', cause: 'elsewhere' },
    ])
  })
})

describe('the current role', () => {
  it('is the one used last among those logged in', () => {
    storeLogin(menteeLogin)
    storeLogin(moderatorLogin)
    rememberRole('moderator')
    expect(currentRole()).toBe('moderator')
    removeLogin('moderator', 'signed-out')
    expect(currentRole()).toBe('mentee')
    removeLogin('mentee', 'signed-out')
    expect(currentRole()).toBeNull()
  })
})
