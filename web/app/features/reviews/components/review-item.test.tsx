import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ReviewItem } from './review-item.tsx'

const review = {
  _id: 'r1',
  rating: 4,
  text: 'Asked what my team had not.',
  createdAt: '2026-11-21T04:00:00.000Z',
  mentee: { firstName: 'Asha', profileImageUrl: null },
  reply: 'Thank you.',
}

it('names who replied', () => {
  render(<ReviewItem review={review} mentorFirstName="Ananya" />)
  expect(screen.getByText('Ananya’s reply')).toBeTruthy()
  expect(screen.getByText('Thank you.')).toBeTruthy()
})
