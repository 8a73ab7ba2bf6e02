import { priceBandRange } from '@marga/contract/search'

/** Addresses of the list of mentors by band and rating: at the product, and the same one at Directus. */
export function listPaths() {
  const wanted = [...'bcde'].flatMap((price) => [...'12345'].map((rating) => ({ price, rating }) as const))
  const candidatePaths = wanted.map(
    (one) => `/api/mentees/mentors?${new URLSearchParams({ ...one, limit: '12' })}`,
  )
  const directusPaths = wanted.map(({ price, rating }) => {
    const [from, to] = priceBandRange[price as 'b']
    const filter = {
      _and: [
        { hourly_rate: { _gte: from ?? 0 } },
        { hourly_rate: { _lte: to ?? 1_000_000 } },
        { rating: { _gte: Number(rating) } },
      ],
    }
    const fields = 'mentor_id,hourly_rate,rating,next_available_at'
    const query = { fields, sort: '-quality,-mentor_id', limit: '12', filter: JSON.stringify(filter) }
    return `/items/mentor_search?${new URLSearchParams(query)}`
  })
  return { candidatePaths, directusPaths }
}
