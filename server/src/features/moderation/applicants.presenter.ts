import type { MentorRequest } from '@marga/contract/applicants'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { ApplicantRow } from './applicants.queries.ts'

export const presentMentorRequest = (row: ApplicantRow): MentorRequest => ({
  mentorId: row.mentorId,
  name: fullName(row),
  email: row.email,
  isEmailVerified: row.isEmailVerified,
  firstName: row.firstName,
  lastName: row.lastName,
  phone: row.phone ?? '',
  jobTitle: row.jobTitle,
  firmName: row.firmName,
  location: row.location,
  bio: row.bio,
  educationalQualification: row.educationalQualification,
  hourlyRate: row.hourlyRate,
  expertise: row.expertise,
  website: row.website,
  twitterUrl: row.twitterUrl,
  linkedInUrl: row.linkedInUrl,
  submittedAt: row.submittedAt.toISOString(),
  attempts: row.attempt,
})
