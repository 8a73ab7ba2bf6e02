import { readdirSync, statSync } from 'node:fs'
import { readClock } from '@marga/contract/zoned-time'
import { describe, expect, it } from 'vitest'
import { demoApplicants } from './applicants.ts'
import { demoSubscriptions, introConversation, introMentorKey } from './demo-mentee-story.ts'
import { demoMenteeKey, demoMentees, newMenteeKey } from './mentees.ts'
import { demoMentorKey, demoMentors } from './mentors.ts'
import { demoReviews } from './reviews.ts'
import { expandDemoSlots } from './slot-times.ts'
import { demoTickets } from './tickets.ts'

const portraits = new URL('../portraits/', import.meta.url)
const people = [...demoMentors, ...demoMentees]
const everybody = [...people, ...demoApplicants]
const mentorByKey = new Map(demoMentors.map((mentor) => [mentor.key, mentor]))
const menteeByKey = new Map(demoMentees.map((mentee) => [mentee.key, mentee]))

function duplicates(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

describe('people', () => {
  it('have unique keys, addresses, phone numbers and names', () => {
    expect(duplicates(everybody.map((person) => person.key))).toEqual([])
    expect(duplicates(everybody.map((person) => person.email))).toEqual([])
    expect(duplicates(everybody.map((person) => person.phone))).toEqual([])
    expect(duplicates(everybody.map((person) => `${person.firstName} ${person.lastName}`))).toEqual([])
  })

  it('have keys fit for file names, demo addresses and Indian mobile numbers', () => {
    for (const person of everybody) {
      expect(person.key).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(person.email).toMatch(/^[a-z-]+@demo\.test$/)
      expect(person.phone).toMatch(/^[6-9]\d{9}$/)
    }
  })

  it('include the demo logins', () => {
    expect(mentorByKey.get(demoMentorKey)?.email).toBe('mentor@demo.test')
    expect(menteeByKey.get(demoMenteeKey)?.email).toBe('mentee@demo.test')
    expect(menteeByKey.get(newMenteeKey)?.email).toBe('new-mentee@demo.test')
  })

  it('have a small portrait each, and no portrait is left over', () => {
    const files = readdirSync(portraits).filter((file) => file.endsWith('.webp'))
    expect(files.sort()).toEqual(people.map((person) => `${person.key}.webp`).sort())
    const sizes = files.map((file) => statSync(new URL(file, portraits)).size)
    expect(Math.max(...sizes)).toBeLessThan(12 * 1024)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1024 * 1024)
  })
})

describe('mentors', () => {
  it('are many, from many places and in every price band', () => {
    const count = (isInBand: (rate: number) => boolean) =>
      demoMentors.filter((mentor) => isInBand(mentor.hourlyRate)).length
    expect(demoMentors.length).toBeGreaterThanOrEqual(60)
    expect(new Set(demoMentors.map((mentor) => mentor.location)).size).toBeGreaterThanOrEqual(20)
    expect(count((rate) => rate < 1000)).toBeGreaterThanOrEqual(5)
    expect(count((rate) => rate >= 1000 && rate <= 2500)).toBeGreaterThanOrEqual(5)
    expect(count((rate) => rate >= 2000 && rate <= 5000)).toBeGreaterThanOrEqual(5)
    expect(count((rate) => rate > 5000)).toBeGreaterThanOrEqual(5)
  })

  it.each([...demoMentors, ...demoApplicants].map((mentor) => [mentor.key, mentor] as const))(
    '%s keeps the limits of an application',
    (_key, mentor) => {
      expect(mentor.expertise.length).toBeGreaterThanOrEqual(1)
      expect(mentor.expertise.length).toBeLessThanOrEqual(30)
      expect(mentor.expertise.every((skill) => skill.length >= 1 && skill.length <= 40)).toBe(true)
      expect(duplicates(mentor.expertise.map((skill) => skill.toLowerCase()))).toEqual([])
      expect(Number.isInteger(mentor.hourlyRate)).toBe(true)
      expect(mentor.hourlyRate).toBeGreaterThanOrEqual(1)
      expect(mentor.hourlyRate).toBeLessThanOrEqual(100_000)
      expect(mentor.bio.length).toBeGreaterThanOrEqual(200)
    },
  )

  it.each(demoMentors.map((mentor) => [mentor.key, mentor] as const))(
    '%s has a fit profile',
    (_key, mentor) => {
      expect(mentor.shortBio?.length ?? 1).toBeLessThanOrEqual(140)
      expect(mentor.bio.split('\n\n').length).toBeGreaterThanOrEqual(2)
      expect(mentor.languages.length).toBeGreaterThanOrEqual(1)
      expect(mentor.slotTopics.length).toBeGreaterThanOrEqual(1)
      expect(() => new Intl.DateTimeFormat('en', { timeZone: mentor.timeZone })).not.toThrow()
      for (const url of [mentor.website, mentor.twitterUrl, mentor.linkedInUrl]) {
        expect(url ?? 'https://example.com/').toMatch(/^https:\/\/example\.com\//)
      }
    },
  )

  it('write nothing twice', () => {
    const paragraphs = [...demoMentors, ...demoApplicants].flatMap((mentor) => mentor.bio.split('\n\n'))
    const shortBios = demoMentors.flatMap((mentor) => mentor.shortBio ?? [])
    expect(duplicates([...paragraphs, ...shortBios])).toEqual([])
  })
})

describe('slots', () => {
  // Half past midnight in Seattle, a week before the clocks change there and in Toronto.
  const now = new Date('2026-10-25T07:30:00.000Z')

  it.each(demoMentors.map((mentor) => [mentor.key, mentor] as const))(
    'of %s are open time',
    (_key, mentor) => {
      const slots = expandDemoSlots(mentor, now)
      expect(slots.length).toBeGreaterThanOrEqual(6)
      expect(slots.length).toBeLessThanOrEqual(200)
      expect(slots.some((slot) => slot.type === 'intro')).toBe(mentor.slotPattern.intro)
      slots.forEach((slot, index) => {
        expect(slot.start.getTime()).toBeGreaterThan(now.getTime())
        expect(slot.end.getTime() - slot.start.getTime()).toBe((slot.type === 'intro' ? 20 : 60) * 60_000)
        expect(slots[index + 1]?.start.getTime() ?? Infinity).toBeGreaterThanOrEqual(slot.end.getTime())
      })
    },
  )

  it('start at the local hours of the pattern on both sides of a clock change', () => {
    const mentor = mentorByKey.get('vikram-rathore')!
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: mentor.timeZone,
      hour: 'numeric',
      hourCycle: 'h23',
    })
    const hours = new Set(expandDemoSlots(mentor, now).map((slot) => Number(clock.format(slot.start))))
    expect([...hours].sort()).toEqual([...mentor.slotPattern.hours])
  })
})

describe('reviews', () => {
  it('are many, of an honest spread, and leave some mentors new', () => {
    const mean = demoReviews.reduce((sum, review) => sum + review.rating, 0) / demoReviews.length
    const stars = (wanted: number) => demoReviews.filter((review) => review.rating === wanted).length
    expect(demoReviews.length).toBeGreaterThanOrEqual(260)
    expect(mean).toBeGreaterThan(4.2)
    expect(mean).toBeLessThan(4.6)
    expect([1, 2, 3, 4, 5].every((wanted) => stars(wanted) > 0)).toBe(true)
    const reviewed = new Set(demoReviews.map((review) => review.mentorKey)).size
    expect(demoMentors.length - reviewed).toBeGreaterThanOrEqual(10)
  })

  it('come from mentees about mentors, each once, after both had joined', () => {
    expect(duplicates(demoReviews.map((review) => `${review.mentorKey} ${review.menteeKey}`))).toEqual([])
    for (const { mentorKey, menteeKey, daysAgo, reply } of demoReviews) {
      const pair = `${mentorKey} by ${menteeKey}`
      expect(mentorByKey.get(mentorKey)?.memberSinceDaysAgo, pair).toBeGreaterThan(daysAgo)
      expect(menteeByKey.get(menteeKey)?.memberSinceDaysAgo, pair).toBeGreaterThan(daysAgo)
      expect(reply?.daysAgo ?? 0, pair).toBeLessThanOrEqual(daysAgo)
    }
  })

  it('have texts of the allowed length, none of them twice', () => {
    for (const { text } of demoReviews) {
      expect(text.length, text).toBeGreaterThanOrEqual(20)
      expect(text.length, text).toBeLessThanOrEqual(2000)
    }
    const replies = demoReviews.flatMap((review) => review.reply?.text ?? [])
    expect(duplicates([...demoReviews.map((review) => review.text), ...replies])).toEqual([])
  })
})

describe('conversation and tickets', () => {
  it.each([
    ...demoSubscriptions.map(({ mentorKey, conversation }) => [mentorKey, conversation] as const),
    [introMentorKey, introConversation] as const,
  ])('with %s runs forward in time, on days before today, between the two', (_key, messages) => {
    const order = ({ at: { day, clock } }: (typeof messages)[number]) => day * 24 * 60 + readClock(clock)!
    expect(messages.map(order)).toEqual(messages.map(order).sort((one, other) => one - other))
    expect(messages.every(({ at }) => at.day < 0)).toBe(true)
    expect(new Set(messages.map(({ sender }) => sender)).size).toBe(2)
    expect(messages.every(({ text }) => text.length >= 1 && text.length <= 4000)).toBe(true)
  })

  it('are about people who exist', () => {
    for (const { raisedBy, accused } of demoTickets) {
      for (const { role, key } of [raisedBy, accused]) {
        expect((role === 'mentor' ? mentorByKey : menteeByKey).has(key), key).toBe(true)
      }
      expect(raisedBy.role).not.toBe(accused.role)
    }
  })
})
