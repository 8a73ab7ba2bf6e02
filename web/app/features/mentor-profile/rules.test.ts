import type { OwnMentorProfile } from '@marga/contract/mentors'
import { expect, test } from 'vitest'
import {
  aboutChanges,
  aboutValues,
  checkChanges,
  priceChanges,
  skillRejectionReason,
  timeZoneChoices,
  usualMonthlyFee,
} from './rules.ts'

const profile = {
  firstName: 'Ananya',
  lastName: 'Krishnan',
  phone: '9000000001',
  jobTitle: 'Engineer',
  firmName: 'Rangoli',
  location: null,
  shortBio: null,
  bio: 'Long.',
  educationalQualification: 'B.E.',
  languages: ['English', 'Tamil'],
  website: null,
  linkedInUrl: null,
  twitterUrl: null,
  timeZone: 'Asia/Kolkata',
  hourlyRate: 1800,
  monthlyFee: 7200,
} as OwnMentorProfile

test('only what was changed is sent', () => {
  const values = aboutValues(profile)
  expect(aboutChanges(values, profile)).toEqual({})
  expect(aboutChanges({ ...values, languages: 'English, tamil, english', bio: ' New ' }, profile)).toEqual({
    languages: ['English', 'tamil'],
    bio: 'New',
  })
})

test('the contract’s own rules say what is wrong, by field', async () => {
  expect(await checkChanges({ firstName: '' })).toHaveProperty('firstName')
  expect(await checkChanges({ website: 'javascript:alert(1)' })).toHaveProperty('website')
  expect(await checkChanges({ hourlyRate: '1200', monthlyFee: '5000' })).toEqual({})
  expect(await checkChanges({ hourlyRate: 'many' })).toHaveProperty('hourlyRate')
})

test('a fee that follows the hourly rate is left to follow it', () => {
  expect(priceChanges({ hourlyRate: '2000', monthlyFee: '7200' }, profile)).toEqual({
    hourlyRate: '2000',
    monthlyFee: '7200',
  })
  expect(priceChanges({ hourlyRate: '1800', monthlyFee: '6500' }, profile)).toEqual({ monthlyFee: '6500' })
  expect(usualMonthlyFee('1500')).toBe(6000)
  expect(usualMonthlyFee('')).toBeNull()
})

test('skills: empty, too long, known in another spelling, too many', () => {
  expect(skillRejectionReason(' ', [])).toBe('empty')
  expect(skillRejectionReason('x'.repeat(41), [])).toBe('too_long')
  expect(skillRejectionReason('react', ['React'])).toBe('known')
  expect(
    skillRejectionReason(
      'Go',
      Array.from({ length: 30 }, (_, index) => `skill ${index}`),
    ),
  ).toBe('too_many')
  expect(skillRejectionReason('C++', ['C#'])).toBeNull()
})

test('the present zone is always among the choices', () => {
  expect(timeZoneChoices('Asia/Kolkata')).toContain('Asia/Kolkata')
})
