import type { MentorCard } from '@marga/contract/mentor-card'
import type { Mentor } from '@marga/contract/mentors'
import { mentorId } from './chat-samples.ts'

export const mentorCardOf = (given: Partial<MentorCard> = {}): MentorCard => ({
  _id: mentorId,
  firstName: 'Ananya',
  lastName: 'Krishnan',
  jobTitle: 'Staff Engineer',
  firmName: 'Rangoli Systems',
  shortBio: 'I answer at night.',
  location: 'Bengaluru',
  expertise: ['Go', 'C++', 'SQL', 'Rust', 'Linux'],
  hourlyRate: 1500,
  monthlyFee: 6000,
  profileImageUrl: null,
  stripePriceId: 'price_1',
  rating: null,
  reviewCount: 0,
  nextAvailableAt: null,
  response: null,
  capacity: { isFull: false, placesLeft: null, waiting: 0 },
  isOnVacation: false,
  backOn: null,
  ...given,
})

export const mentorOf = (given: Partial<Mentor> = {}): Mentor => ({
  ...mentorCardOf(),
  bio: 'Twelve years of backends.',
  educationalQualification: 'B.E.',
  website: null,
  twitterUrl: null,
  linkedInUrl: null,
  languages: ['English'],
  workingSince: null,
  yearsOfExperience: null,
  timeZone: 'Asia/Kolkata',
  memberSince: '2026-01-01T00:00:00.000Z',
  ...given,
})
