import { beforeEach, describe, expect, it } from 'vitest'
import { menteeLogin, moderatorLogin } from '../testing/logins.ts'
import { homeIfLoggedIn, homeIfLoggedInAsAsked, markedRole, onlyFor } from './guards.ts'
import { takeReturn } from './return-address.ts'
import { storeLogin } from './stored-logins.ts'

const at = (path: string) => ({ request: new Request(`http://site.test${path}`) })
const sentTo = (guard: () => void): string | null => {
  try {
    guard()
    return null
  } catch (response) {
    return (response as Response).headers.get('location')
  }
}

beforeEach(() => localStorage.clear())

describe('the guard of an area', () => {
  it.each([
    ['mentee', '/mentees/schedules', '/auth/login?mentees'],
    ['mentor', '/mentors', '/auth/login?mentors'],
    ['moderator', '/moderator/tickets', '/auth/login?modarators'],
  ] as const)('sends a %s without login to the sign-in with its marker', (role, path, login) => {
    expect(sentTo(() => onlyFor(role)(at(path)))).toBe(login)
  })

  it('remembers where it turned somebody away, for that role and once', () => {
    sentTo(() => onlyFor('mentee')(at('/mentees/browse/mentor/C%2B%2B?price=b')))
    expect(takeReturn('mentee')).toBe('/mentees/browse/mentor/C%2B%2B?price=b')
    expect(takeReturn('mentee')).toBeNull()
    sentTo(() => onlyFor('mentee')(at('/mentees/schedules')))
    expect(takeReturn('mentor')).toBeNull()
  })

  it('lets the login of its own role through, and no other', () => {
    storeLogin(menteeLogin)
    expect(sentTo(() => onlyFor('mentee')(at('/mentees')))).toBeNull()
    expect(sentTo(() => onlyFor('mentor')(at('/mentors')))).toBe('/auth/login?mentors')
  })
})

describe('the landing page', () => {
  it('is for visitors; others go to the home of the role used last', () => {
    expect(sentTo(homeIfLoggedIn)).toBeNull()
    storeLogin(menteeLogin)
    storeLogin(moderatorLogin)
    onlyFor('moderator')(at('/moderator'))
    expect(sentTo(homeIfLoggedIn)).toBe('/moderator')
  })
})

describe('the sign-in page', () => {
  it('sends somebody logged in as the asked role home, and lets others sign in as another role', () => {
    storeLogin(menteeLogin)
    expect(sentTo(() => homeIfLoggedInAsAsked(at('/auth/login?mentees')))).toBe('/mentees')
    expect(sentTo(() => homeIfLoggedInAsAsked(at('/auth/login')))).toBe('/mentees')
    expect(sentTo(() => homeIfLoggedInAsAsked(at('/auth/login?mentors')))).toBeNull()
  })

  it('reads the role from its marker', () => {
    expect(markedRole(new URLSearchParams('modarators'))).toBe('moderator')
    expect(markedRole(new URLSearchParams('moderators'))).toBeUndefined()
  })
})
