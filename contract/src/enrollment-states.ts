export const enrollmentStatuses = ['active', 'past_due', 'ending', 'ended'] as const
export type EnrollmentStatus = (typeof enrollmentStatuses)[number]
/** In which states a mentee may chat and book. */
export const enrollmentGivesAccess = (status: EnrollmentStatus): boolean => status !== 'ended'
