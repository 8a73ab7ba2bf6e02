import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Reviews } from './reviews.tsx'

const noMore = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
  error: null,
  refetch: async () => undefined,
}

it('says who can write a review where there is none yet', () => {
  render(
    <Reviews
      mentorFirstName="Ananya"
      summary={{ rating: null, count: 0, byStars: [0, 0, 0, 0, 0] }}
      reviews={[]}
      more={noMore}
    />,
  )
  expect(screen.getByText('Only mentees who met or paid this mentor can write one.')).toBeTruthy()
})
