import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Reviews } from './reviews.tsx'

it('says who can write a review where there is none yet', () => {
  render(
    <Reviews
      mentorFirstName="Ananya"
      summary={{ rating: null, count: 0, byStars: [0, 0, 0, 0, 0] }}
      reviews={[]}
      hasMore={false}
      isLoadingMore={false}
      onLoadMore={() => undefined}
    />,
  )
  expect(screen.getByText('Only mentees who met or paid this mentor can write one.')).toBeTruthy()
})
