import type { MentorCard as MentorCardData } from '@marga/contract/mentor-card'
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import defaultImage from '../assets/default-avatar.svg'
import { renderSite } from '../testing/site-stub.tsx'
import { MentorCard } from './mentor-card.tsx'

const mentor: MentorCardData = {
  _id: '0198a000-0000-7000-8000-000000000002',
  firstName: 'Asha',
  lastName: 'Iyer',
  jobTitle: 'Staff Engineer',
  firmName: 'Rangoli Systems',
  shortBio: 'I answer at night.',
  location: 'Bengaluru',
  expertise: ['Go', 'C++', 'SQL', 'Rust'],
  hourlyRate: 1500,
  monthlyFee: 6000,
  profileImageUrl: null,
  stripePriceId: null,
  rating: null,
  reviewCount: 0,
  nextAvailableAt: null,
  response: null,
  capacity: { isFull: false, placesLeft: null, waiting: 0 },
  isOnVacation: false,
  backOn: null,
}

let shown = mentor
const Card = () => <MentorCard mentor={shown} profileHref="/browse/mentor/profile/x" />

async function show(given: Partial<MentorCardData> = {}) {
  cleanup()
  shown = { ...mentor, ...given }
  renderSite([{ path: '/', Component: Card }], '/')
  await screen.findByText('Asha Iyer')
}

it('shows title and firm as "title@ firm", the price a month and an hour, and a Profile link', async () => {
  await show()
  expect(screen.getByText('Staff Engineer@ Rangoli Systems')).toBeTruthy()
  expect(screen.getByText('₹6,000').parentElement!.textContent).toBe('₹6,000 a month ₹1,500 an hour')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/browse/mentor/profile/x')
})

it('shows at most three skills', async () => {
  await show()
  expect(screen.getByLabelText('Skills').textContent).toBe('GoC++SQL')
})

it('shows the default picture and the default short bio where there is none', async () => {
  await show({ shortBio: null })
  expect(document.querySelector('img')!.getAttribute('src')).toBe(defaultImage)
  expect(
    screen.getByText(
      'I have 6+ years of experience in tech, business and product, and I enjoy helping others find their way.',
    ),
  ).toBeTruthy()
  await show()
  expect(screen.getByText('I answer at night.')).toBeTruthy()
})

it('says how fast the mentor answers, and no more than is known', async () => {
  await show()
  expect(screen.getByText('Answer time: new')).toBeTruthy()
  await show({ response: { medianMinutes: 176, within24hPercent: 97, count: 12 } })
  expect(screen.getByRole('article').textContent).toContain('Answers in about 3 hours, 97% within 24 hours')
})

it('marks a mentor of enough prompt answers, and says by a button what that takes', async () => {
  const prompt = { medianMinutes: 176, within24hPercent: 95, count: 20 }
  await show({ response: { ...prompt, within24hPercent: 94 } })
  expect(screen.queryByRole('button')).toBeNull()
  await show({ response: { ...prompt, count: 19 } })
  expect(screen.queryByRole('button')).toBeNull()
  await show({ response: prompt })
  const badge = screen.getByRole('button', { name: 'Answers on time' })
  const explanation = document.getElementById(badge.getAttribute('popovertarget')!)!
  expect(explanation.textContent).toContain(
    'At least 95% of questions answered within 24 hours, over 20 or more',
  )
  expect(explanation.querySelector('a')!.getAttribute('href')).toBe('/faq#answer-times')
})

it('says "New" instead of inventing a rating', async () => {
  await show()
  expect(screen.getByText('New')).toBeTruthy()
  await show({ rating: 4.3, reviewCount: 7 })
  expect(screen.getByText('4.3')).toBeTruthy()
})

it('says that a mentor is away and when they are back, in the stead of the next free day', async () => {
  const nextAvailableAt = '2026-12-08T10:00:00.000Z'
  await show({ nextAvailableAt, isOnVacation: true, backOn: '2026-12-07' })
  expect(screen.getByText('Away, back on Mon 7 Dec')).toBeTruthy()
  expect(screen.queryByText(/^Free/)).toBeNull()
  await show({ nextAvailableAt })
  expect(screen.getByText(/^Free Tue 8 Dec/)).toBeTruthy()
})

it.each([
  [{ isFull: false, placesLeft: 5, waiting: 0 }, '5 places left'],
  [{ isFull: false, placesLeft: 1, waiting: 0 }, '1 place left'],
  [{ isFull: true, placesLeft: 0, waiting: 12 }, 'Full, 12 waiting'],
  [{ isFull: true, placesLeft: 0, waiting: 0 }, 'Full'],
])('says of places %o "%s"', async (capacity, text) => {
  await show({ capacity })
  expect(screen.getByText(text)).toBeTruthy()
})

it('says nothing of places while there are more than five, or without a limit', async () => {
  for (const placesLeft of [6, null]) {
    await show({ capacity: { isFull: false, placesLeft, waiting: 0 } })
    expect(screen.queryByText(/places? left|Full/)).toBeNull()
  }
})
