import { z } from 'zod'
import { id, isoDate, isoTime } from './common.ts'

/** How a mentor answers, over 90 days: the median, and how many of a hundred questions within 24 hours. */
export const mentorResponse = z.object({
  medianMinutes: z.number().int().min(0),
  within24hPercent: z.number().int().min(0).max(100),
  /** Answers that this is reckoned from. */
  count: z.number().int(),
})
export type MentorResponse = z.infer<typeof mentorResponse>

/** Places for mentees. Without a limit none of them is counted: never full, and `placesLeft` is null. */
export const mentorCapacity = z.object({
  isFull: z.boolean(),
  placesLeft: z.number().int().min(0).nullable(),
  /** Who waits for a place. */
  waiting: z.number().int().min(0),
})
export type MentorCapacity = z.infer<typeof mentorCapacity>

/** A mentor as listed. Money is whole rupees; `rating` is a mean to one decimal. */
export const mentorCard = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  jobTitle: z.string(),
  firmName: z.string(),
  shortBio: z.string().nullable(),
  location: z.string().nullable(),
  expertise: z.array(z.string()),
  hourlyRate: z.number().int(),
  monthlyFee: z.number().int(),
  profileImageUrl: z.string().nullable(),
  stripePriceId: z.string().nullable(),
  rating: z.number().nullable(),
  reviewCount: z.number().int(),
  nextAvailableAt: isoTime.nullable(),
  /** Null below ten answers. */
  response: mentorResponse.nullable(),
  capacity: mentorCapacity,
  isOnVacation: z.boolean(),
  /** The first day after the vacation and those that follow it at once, of the mentor's calendar; null unless on vacation. */
  backOn: isoDate.nullable(),
})
export type MentorCard = z.infer<typeof mentorCard>
