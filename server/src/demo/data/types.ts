import type { MemberRole } from '@marga/contract/roles'

/** Hints for draw-portraits.mjs; the server itself never reads them. */
export type PortraitStyle = {
  sex: 'f' | 'm'
  /** 1 is the lightest, 6 the darkest. */
  skin: 1 | 2 | 3 | 4 | 5 | 6
  hair?: 'black' | 'brown' | 'grey' | 'white'
  /** The number of the style's hair drawing, where the seeded choice did not suit the person. */
  hairVariant?: number
  headwear?: 'turban' | 'hijab'
  glasses?: boolean
  /** A moustache; with a turban a full beard. */
  beard?: boolean
  bindi?: boolean
}

/** Hours are the local start hours of one-hour sessions; weekdays count from Sunday = 0. */
export type SlotPattern = {
  weekdays: readonly number[]
  hours: readonly number[]
  /** Whether a free 20-minute intro call is offered, after the last session of the week's first day. */
  intro: boolean
}

export type DemoMentor = {
  key: string
  firstName: string
  lastName: string
  email: string
  phone: string
  jobTitle: string
  firmName: string
  shortBio: string | null
  /** Paragraphs separated by an empty line. */
  bio: string
  location: string
  expertise: readonly string[]
  educationalQualification: string
  /** Whole rupees. */
  hourlyRate: number
  /** Whole rupees; null means four times the hourly rate. */
  monthlyFee: number | null
  /** As the bio says; null where it says none. */
  yearsOfExperience: number | null
  languages: readonly string[]
  timeZone: string
  website: string | null
  twitterUrl: string | null
  linkedInUrl: string | null
  memberSinceDaysAgo: number
  slotPattern: SlotPattern
  /** What open slots are for (mentorPreferences), taken in turn. */
  slotTopics: readonly string[]
  portrait: PortraitStyle
}

type Derived = 'email' | 'phone' | 'bio'
type Defaulted = 'monthlyFee' | 'yearsOfExperience' | 'timeZone' | 'website' | 'twitterUrl' | 'linkedInUrl'

/** A mentor as written in the mentors-*.ts files; mentors.ts completes it. */
export type MentorDraft = Omit<DemoMentor, Derived | Defaulted> &
  Partial<Pick<DemoMentor, Defaulted | 'email'>> & { bio: readonly string[] }

export type DemoMentee = {
  key: string
  firstName: string
  lastName: string
  email: string
  phone: string
  about: string
  interests: readonly string[]
  timeZone: string
  memberSinceDaysAgo: number
  portrait: PortraitStyle
}

/** A mentee as written in the mentees-*.ts files; mentees.ts completes it. */
export type MenteeDraft = Omit<DemoMentee, 'email' | 'phone' | 'timeZone'> &
  Partial<Pick<DemoMentee, 'email'>>

export type Stars = 1 | 2 | 3 | 4 | 5

export type DemoReview = {
  mentorKey: string
  menteeKey: string
  rating: Stars
  daysAgo: number
  text: string
  reply: { text: string; daysAgo: number } | null
}

/** A review as written in the reviews-*.ts files, grouped under its mentor's key. */
export type ReviewDraft = {
  by: string
  rating: Stars
  daysAgo: number
  text: string
  reply?: string
}

export type ReviewDrafts = Readonly<Record<string, readonly ReviewDraft[]>>

/** A time of an earlier or later day, as the clock of a zone shows it: `{ day: -1, clock: '21:40' }` is last evening. */
export type DemoTime = { day: number; clock: string }

export type DemoMessage = {
  sender: MemberRole
  at: DemoTime
  text: string
}

/** A session of the demo mentee. Those before today took place, with notes; the others are booked. */
export type DemoSession = {
  topic: string
  booked: DemoTime
  at: DemoTime
  notes?: string
}

/** A mentor whom the demo mentee is subscribed to. */
export type DemoSubscription = {
  mentorKey: string
  since: DemoTime
  sessions: readonly DemoSession[]
  conversation: readonly DemoMessage[]
  /** Messages of the mentor at the end that the mentee has not read. */
  unread: number
  review?: { rating: Stars; at: DemoTime; text: string; reply: string }
}

export type DemoTicket = {
  raisedBy: { role: MemberRole; key: string }
  accused: { role: MemberRole; key: string }
  subject: string
  content: string
  status: 'open' | 'actioned' | 'dismissed'
  /** Why it was closed so. */
  decisionNote?: string
  daysAgo: number
}

/** A mentor whose application waits for a moderator: everything of a mentor but what comes after acceptance. */
export type DemoApplicant = Pick<
  DemoMentor,
  | 'key'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'jobTitle'
  | 'firmName'
  | 'bio'
  | 'location'
  | 'expertise'
  | 'educationalQualification'
  | 'hourlyRate'
  | 'website'
  | 'twitterUrl'
  | 'linkedInUrl'
> & { submittedHoursAgo: number }
