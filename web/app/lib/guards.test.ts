import { beforeEach, describe, expect, it } from 'vitest'
import { menteeLogin, mentorLogin, moderatorLogin } from '../testing/logins.ts'
import { removeLogin, storeLogin } from './auth-storage.ts'
import { redirectSignedIn, redirectSignedInRole, requireRole, roleOfMarker } from './guards.ts'
import { takeReturnPath } from './return-path.ts'

const at = (path: string) => ({ request: new Request(`http://site.test${path}`) })
const sentTo = async (guard: () => unknown): Promise<string | null> => {
  try {
    await guard()
    return null
  } catch (response) {
    return (response as Response).headers.get('location')
  }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the guard of an area', () => {
  it.each([
    ['mentee', '/mentees/schedules', '/auth/login?mentees'],
    ['mentor', '/mentors', '/auth/login?mentors'],
    ['moderator', '/moderator/tickets', '/auth/login?modarators'],
  ] as const)('sends a %s without login to the sign-in with its marker', async (role, path, login) => {
    expect(await sentTo(() => requireRole(role)(at(path)))).toBe(login)
  })

  it('remembers where it turned somebody away, for that role and once', async () => {
    await sentTo(() => requireRole('mentee')(at('/mentees/browse/mentor/C%2B%2B?price=b')))
    expect(takeReturnPath('mentee', menteeLogin.userId)).toBe('/mentees/browse/mentor/C%2B%2B?price=b')
    expect(takeReturnPath('mentee', menteeLogin.userId)).toBeNull()
    await sentTo(() => requireRole('mentee')(at('/mentees/schedules')))
    expect(takeReturnPath('mentor', mentorLogin.userId)).toBeNull()
  })

  it('keeps where somebody wanted to go when their home turns them away, as it does after registering', async () => {
    const wanted = '/mentees/browse/mentor/profile/m1?at=2026-11-26'
    await sentTo(() => requireRole('mentee')(at(wanted)))
    expect(await sentTo(() => requireRole('mentee')(at('/mentees')))).toBe('/auth/login?mentees')
    expect(takeReturnPath('mentee', menteeLogin.userId)).toBe(wanted)
    // Of another role it says nothing, and a page that was asked for takes its place.
    await sentTo(() => requireRole('mentee')(at(wanted)))
    await sentTo(() => requireRole('mentor')(at('/mentors')))
    expect(takeReturnPath('mentor', mentorLogin.userId)).toBe('/mentors')
    await sentTo(() => requireRole('mentee')(at(wanted)))
    await sentTo(() => requireRole('mentee')(at('/mentees/schedules')))
    expect(takeReturnPath('mentee', menteeLogin.userId)).toBe('/mentees/schedules')
  })

  it('sends on whose login the server refuses while the page is loaded, and back afterwards', async () => {
    storeLogin(menteeLogin)
    const next = async () => removeLogin('mentee', 'refused')
    expect(await sentTo(() => requireRole('mentee')(at('/mentees/booked-slots?when=past'), next))).toBe(
      '/auth/login?mentees',
    )
    expect(takeReturnPath('mentee', menteeLogin.userId)).toBe('/mentees/booked-slots?when=past')
  })

  describe('where somebody was signed out elsewhere, and the page was loaded anew', () => {
    const page = '/mentees/connect/inbox/c1'
    beforeEach(async () => {
      storeLogin(menteeLogin)
      await requireRole('mentee')(at(page))
      localStorage.removeItem('menteeAuth')
      expect(await sentTo(() => requireRole('mentee')(at(page)))).toBe('/auth/login?mentees')
    })

    it('leads back whoever it was', () => {
      expect(takeReturnPath('mentee', menteeLogin.userId)).toBe(page)
    })

    it('leads nobody else there', () => {
      expect(takeReturnPath('mentee', 'somebody-else')).toBeNull()
      expect(takeReturnPath('mentee', menteeLogin.userId)).toBeNull()
    })

    it('leads anybody to what is asked for from then on', async () => {
      await sentTo(() => requireRole('mentee')(at('/mentees/schedules')))
      expect(takeReturnPath('mentee', 'somebody-else')).toBe('/mentees/schedules')
    })
  })

  it('loads the page from the start for another account than it has shown pages to', async () => {
    storeLogin(menteeLogin)
    const guard = requireRole('mentee')
    expect(await sentTo(() => guard(at('/mentees')))).toBeNull()
    await removeLogin('mentee', 'signed-out')
    expect(await sentTo(() => guard(at('/mentees')))).toBe('/auth/login?mentees')
    storeLogin({ ...menteeLogin, userId: '0198a000-0000-7000-8000-0000000000f1' })
    const response = await guard(at('/mentees/booked-slots?when=past')).catch((thrown: Response) => thrown)
    expect(response?.headers.get('location')).toBe('/mentees/booked-slots?when=past')
    expect(response?.headers.get('x-remix-reload-document')).toBe('true')
  })

  it('lets the login of its own role through, and no other', async () => {
    storeLogin(menteeLogin)
    expect(await sentTo(() => requireRole('mentee')(at('/mentees')))).toBeNull()
    expect(await sentTo(() => requireRole('mentor')(at('/mentors')))).toBe('/auth/login?mentors')
  })
})

describe('the landing page', () => {
  it('is for visitors; others go to the home of the role used last', async () => {
    expect(await sentTo(redirectSignedIn)).toBeNull()
    storeLogin(menteeLogin)
    storeLogin(moderatorLogin)
    await requireRole('moderator')(at('/moderator'))
    expect(await sentTo(redirectSignedIn)).toBe('/moderator')
  })
})

describe('the sign-in page', () => {
  it('sends somebody logged in as the asked role home, and lets others sign in as another role', async () => {
    storeLogin(menteeLogin)
    expect(await sentTo(() => redirectSignedInRole(at('/auth/login?mentees')))).toBe('/mentees')
    expect(await sentTo(() => redirectSignedInRole(at('/auth/login')))).toBe('/mentees')
    expect(await sentTo(() => redirectSignedInRole(at('/auth/login?mentors')))).toBeNull()
  })

  it('reads the role from its marker', () => {
    expect(roleOfMarker(new URLSearchParams('modarators'))).toBe('moderator')
    expect(roleOfMarker(new URLSearchParams('moderators'))).toBeUndefined()
  })
})
