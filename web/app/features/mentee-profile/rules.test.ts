import type { MenteeProfile } from '@marga/contract/mentee-profile'
import { describe, expect, it } from 'vitest'
import { addInterests, checkMenteeChanges, menteeChanges, menteeValues } from './rules.ts'

const profile: MenteeProfile = {
  _id: '0198a000-0000-7000-8000-000000000001',
  firstName: 'Neha',
  lastName: 'Rao',
  email: 'neha@example.in',
  phone: '9876543210',
  profileImageUrl: null,
  about: '',
  interests: ['Go'],
  timeZone: 'Asia/Kolkata',
  locale: null,
  isEmailVerified: false,
  createdAt: '2026-11-21T04:00:00.000Z',
}
const values = menteeValues(profile, 'Europe/Berlin')

describe('the changes of a profile', () => {
  it('are none when nothing was touched', () => {
    expect(menteeChanges(values, profile)).toEqual({})
  })
  it('hold what differs, trimmed', () => {
    expect(menteeChanges({ ...values, firstName: ' Asha ', interests: [] }, profile)).toEqual({
      firstName: 'Asha',
      interests: [],
    })
  })
  it('take along what was typed as an interest and not yet added', () => {
    expect(menteeChanges({ ...values, newInterests: 'C++' }, profile)).toEqual({ interests: ['Go', 'C++'] })
  })
  it('are checked by the rules of the registration', async () => {
    expect(await checkMenteeChanges({ firstName: '', phone: '12' })).toEqual({
      firstName: 'First Name is required',
      phone: 'Please enter a valid 10-digit mobile number',
    })
  })
  it('offer the zone of the browser where none is stored', () => {
    expect(menteeValues({ ...profile, timeZone: null }, 'Europe/Berlin').timeZone).toBe('Europe/Berlin')
  })
})

describe('interests', () => {
  it('are split at commas and kept once, whatever the case', () => {
    expect(addInterests('go, React', ['Go'])).toEqual(['Go', 'React'])
  })
  it('are refused when they are too long or too many', () => {
    expect(addInterests('x'.repeat(41), [])).toBeNull()
    expect(
      addInterests(
        'one more',
        Array.from({ length: 30 }, (_, n) => `i${n}`),
      ),
    ).toBeNull()
  })
})
