import { expect, it } from 'vitest'
import type { z } from 'zod'
import { loginForm, menteeRegistration, phone } from './accounts.ts'
import { messageText } from './chat.ts'
import { menteeProfileForm } from './mentee-profile.ts'
import { editMentorProfile, expertise, hourlyRate, mentorRegistration } from './mentors.ts'
import { otpCode, twoFactorCode } from './one-time-codes.ts'
import { reviewForm } from './reviews.ts'
import { bookSlotForm } from './slots.ts'
import { ticketForm } from './tickets.ts'

it.each([
  ['+919876543210', '919876543210'],
  ['+91 98765 43210', '919876543210'],
  ['98765 43210', '9876543210'],
  ['098765-43210', '09876543210'],
  ['(0)98765\u00a043210', '09876543210'],
  ['9876543210', '9876543210'],
])('takes the phone number %j as %s', (typed, stored) => {
  expect(phone.parse(typed)).toBe(stored)
})

it.each(['+9876543210', '9876+543210', '12345', '+1 212 555 0100'])(
  'refuses the phone number %j',
  (typed) => {
    expect(phone.safeParse(typed).error?.issues[0]?.message).toBe(
      'Please enter a valid 10-digit mobile number',
    )
  },
)

it.each([
  ['1,200', 1200],
  ['1200,50', 1201],
  ['1,00,000', 100_000],
  ['1500.4', 1500],
  [1500.5, 1501],
])('takes the rate %j as ₹%d', (typed, rupees) => {
  expect(hourlyRate.parse(typed)).toBe(rupees)
})

it.each(['', 'free', '12-15', null])('takes %j for no rate', (typed) => {
  expect(hourlyRate.safeParse(typed).error?.issues[0]?.message).toBe('Give the hourly rate in rupees.')
})

it.each([' 280 573', '280-573', '280573'])('reads %j as the mailed code and the code of the app', (typed) => {
  expect(otpCode.parse(typed)).toBe('280573')
  expect(twoFactorCode.parse(typed)).toBe('280573')
})

it('keeps the dash and the letters of a backup code', () => {
  expect(twoFactorCode.parse('abcde-fghjk ')).toBe('abcde-fghjk')
})

const tooMuch = (schema: z.ZodType, field: string, value: unknown) =>
  schema
    .safeParse({ [field]: value })
    .error?.issues.filter(({ path }) => path[0] === field)
    .map(({ message }) => message)

const long = 'a'.repeat(6000)

const forms = {
  menteeRegistration,
  loginForm,
  mentorRegistration,
  mentorProfile: editMentorProfile.body,
  menteeProfileForm,
  reviewForm,
  ticketForm,
  bookSlotForm,
}

it.each([
  ['menteeRegistration', 'firstName', 'Use at most 80 characters.'],
  ['menteeRegistration', 'lastName', 'Use at most 80 characters.'],
  ['menteeRegistration', 'email', 'Use at most 254 characters.'],
  ['loginForm', 'password', 'Use at most 1024 characters.'],
  ['loginForm', 'totp', 'This is too long for a code.'],
  ['mentorRegistration', 'jobTitle', 'Use at most 120 characters.'],
  ['mentorRegistration', 'firmName', 'Use at most 120 characters.'],
  ['mentorRegistration', 'location', 'Use at most 120 characters.'],
  ['mentorRegistration', 'bio', 'Use at most 5000 characters.'],
  ['mentorRegistration', 'educationalQualification', 'Use at most 300 characters.'],
  ['mentorRegistration', 'website', 'Use at most 300 characters.'],
  ['mentorRegistration', 'expertise', 'Use at most 40 characters for each skill.'],
  ['mentorProfile', 'shortBio', 'Use at most 200 characters.'],
  ['menteeProfileForm', 'about', 'Use at most 2000 characters.'],
  ['reviewForm', 'text', 'Use at most 2000 characters.'],
  ['ticketForm', 'subject', 'Use at most 200 characters.'],
  ['ticketForm', 'content', 'Use at most 4000 characters.'],
  ['bookSlotForm', 'title', 'Use at most 120 characters.'],
  ['bookSlotForm', 'description', 'Use at most 2000 characters.'],
] as const)('says how long a text may be: %s, %s', (form, field, message) => {
  expect(tooMuch(forms[form], field, field === 'website' ? `https://${long}` : long)).toContain(message)
})

it('says how many there may be, and what is wrong with one of them', () => {
  const many = Array.from({ length: 31 }, (_, index) => `skill ${index}`)
  expect(expertise.safeParse(many).error?.issues[0]?.message).toBe('Give at most 30 skills.')
  expect(expertise.safeParse([long]).error?.issues[0]?.message).toBe(
    'Use at most 40 characters for each skill.',
  )
  expect(tooMuch(menteeProfileForm, 'interests', many)).toEqual(['Give at most 30 interests.'])
  expect(messageText.safeParse(long).error?.issues[0]?.message).toBe('Use at most 4000 characters.')
  expect(tooMuch(editMentorProfile.body, 'monthlyFee', '1,00,00,000')).toEqual(['At most ₹9,99,999.'])
})
