import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../../../testing/site-stub.tsx'
import type { LandingFacts } from '../facts.ts'
import { LowerSections } from './lower-sections.tsx'

const reviewOf = (firstName: string): LandingFacts['reviews'][number] => ({
  review: {
    _id: `review of ${firstName}`,
    rating: 5,
    text: 'Half a page was enough.',
    createdAt: '2026-11-01T10:00:00.000Z',
    mentee: { firstName, profileImageUrl: `/uploads/demo/${firstName}.webp` },
    reply: null,
  },
  mentor: { id: 'm1', name: 'Ananya Krishnan' },
})
const facts: LandingFacts = {
  counts: ['66 mentors', '61 with a free hour this week', '1 language'],
  skills: ['Python', 'C++'],
  reviews: [reviewOf('Rohan'), reviewOf('Diya'), reviewOf('Karthik')],
}

async function open(of: LandingFacts) {
  renderSite([{ path: '/', element: <LowerSections facts={of} /> }], '/')
  await screen.findByRole('heading', { name: 'Before you ask' })
}

it('counts what there is, and leads from each skill to its search', async () => {
  await open(facts)
  const skills = within(screen.getByRole('region', { name: 'What do you want to learn?' }))
  expect(skills.getByText('66 mentors · 61 with a free hour this week · 1 language')).toBeTruthy()
  expect(skills.getByRole('link', { name: 'C++' }).getAttribute('href')).toBe(
    '/browse/mentor/search?search=C%2B%2B',
  )
})

it('shows three reviews with the faces of who wrote them', async () => {
  await open(facts)
  const reviews = within(screen.getByRole('region', { name: 'In their words' }))
  const items = reviews.getAllByRole('listitem')
  expect(items).toHaveLength(3)
  expect(items[0]!.textContent).toContain('Rohan')
  expect(items[0]!.querySelector('img')!.getAttribute('src')).toContain('Rohan.webp')
  expect(within(items[0]!).getByRole('link').getAttribute('href')).toBe('/browse/mentor/profile/m1')
})

it('answers four questions in place, and leaves out what there is nothing of', async () => {
  await open({ ...facts, skills: [], reviews: [] })
  const questions = screen.getByRole('region', { name: 'Before you ask' })
  expect(questions.querySelectorAll('details > summary')).toHaveLength(4)
  expect(screen.queryByRole('region', { name: 'In their words' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'What do you want to learn?' })).toBeNull()
})
