import { z } from 'zod'
import { id, isoTime } from './common.ts'

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
})
export type MentorCard = z.infer<typeof mentorCard>
