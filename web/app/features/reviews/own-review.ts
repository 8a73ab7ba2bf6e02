import { api } from '@marga/contract/api'
import type { Review } from '@marga/contract/reviews'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { ApiError, call } from '../../lib/api-client.ts'

export type ReviewValues = { rating: number; text: string }

/**
 * Reviews do not tell who wrote them, so the browser keeps which one is its owner's. On another
 * device the form begins empty; what is written there replaces the earlier one all the same.
 */
const keyOf = (menteeId: string, mentorId: string) => `marga.review.${menteeId}.${mentorId}`

export function readOwnReview(menteeId: string, mentorId: string): Review | null {
  const text = localStorage.getItem(keyOf(menteeId, mentorId))
  if (!text) return null
  const parsed = api.reviews.put.response.shape.data.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}

export function useOwnReview(menteeId: string, mentorId: string) {
  const client = useQueryClient()
  const [own, setOwn] = useState(() => readOwnReview(menteeId, mentorId))
  const keep = (review: Review | null) => {
    const key = keyOf(menteeId, mentorId)
    if (review) localStorage.setItem(key, JSON.stringify(review))
    else localStorage.removeItem(key)
    setOwn(review)
    void client.invalidateQueries({ queryKey: ['reviews', mentorId] })
    void client.invalidateQueries({ queryKey: ['mentors', 'profile', mentorId] })
  }
  const params = { mentorId }
  const save = useMutation({
    mutationFn: (body: ReviewValues) => call(api.reviews.put, { params, body }),
    onSuccess: ({ data }) => {
      keep(data)
      toast.success('Thank you. Your review is published.')
    },
  })
  const remove = useMutation({
    mutationFn: () => call(api.reviews.remove, { params }),
    onSuccess: () => {
      keep(null)
      toast.success('Your review is removed')
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.status === 404)) {
        return toast.error('The review was not removed', { description: error.message })
      }
      keep(null)
      toast.info('You have no review of this mentor')
    },
  })
  return { own, save, remove }
}
