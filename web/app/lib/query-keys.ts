/** Keys of what one feature holds and another makes out of date; all other keys lie beside their queries. */
export const sharedKeys = {
  mentorProfiles: ['mentors', 'profile'] as const,
  mentorProfile: (mentorId: string) => ['mentors', 'profile', mentorId] as const,
  reviews: (mentorId: string) => ['reviews', mentorId] as const,
  /** Contests and refund requests. */
  disputes: (role: 'mentee' | 'mentor') => ['disputes', role] as const,
  /** Where the calls of subscriptions went. */
  sessionCredits: ['session-credits'] as const,
  chat: (role: 'mentee' | 'mentor') => ['chat', role] as const,
}
