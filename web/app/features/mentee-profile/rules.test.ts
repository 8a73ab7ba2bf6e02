import type { MenteeProfile } from '@marga/contract/mentee-profile'
import { describe, expect, it } from 'vitest'
import {
  addInterests,
  checkMenteeChanges,
  menteeChanges,
  menteeValues,
  typedComplaint,
  withTyped,
} from './rules.ts'

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
const values = menteeValues(profile)

describe('the changes of a profile', () => {
  it('are none when nothing was touched', () => {
    expect(menteeChanges(values, values)).toEqual({})
    const without = menteeValues({ ...profile, timeZone: null })
    expect(menteeChanges(without, without)).toEqual({})
  })
  it('hold what differs, trimmed', () => {
    expect(menteeChanges({ ...values, firstName: ' Asha ', interests: [] }, values)).toEqual({
      firstName: 'Asha',
      interests: [],
    })
  })
  it('take along what was typed as an interest and not yet added', () => {
    expect(menteeChanges({ ...values, newInterests: 'C++' }, values)).toEqual({ interests: ['Go', 'C++'] })
  })
  it('are checked by the rules of the registration', async () => {
    expect(await checkMenteeChanges({ firstName: '', phone: '12' })).toEqual({
      firstName: 'First Name is required',
      phone: 'Please enter a valid 10-digit mobile number',
    })
    expect(await checkMenteeChanges({ lastName: '', phone: '' })).toEqual({
      lastName: 'Last Name is required',
      phone: 'Mobile number is required',
    })
  })
  it('name a zone only where one was chosen', () => {
    const without = menteeValues({ ...profile, timeZone: null })
    expect(menteeChanges({ ...without, about: 'Hello' }, without)).toEqual({ about: 'Hello' })
    expect(menteeChanges({ ...without, timeZone: 'Europe/Berlin' }, without)).toEqual({
      timeZone: 'Europe/Berlin',
    })
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
  it('that are typed are complained of only where they cannot be added', () => {
    expect(typedComplaint({ ...values, newInterests: ' ' })).toEqual({})
    expect(typedComplaint({ ...values, newInterests: 'C++' })).toEqual({})
    expect(typedComplaint({ ...values, newInterests: 'x'.repeat(41) })).toEqual({
      interests: 'At most 30 interests of 40 characters.',
    })
    expect(withTyped(' , ', ['Go'])).toEqual(['Go'])
  })
})
