import type { MemberRole } from '@marga/contract/roles'

/** Keys of what one feature holds and another makes out of date; all other keys lie beside their queries. */
export const sharedKeys = {
  mentorProfiles: ['mentors', 'profile'] as const,
  mentorProfile: (mentorId: string) => ['mentors', 'profile', mentorId] as const,
  allReviews: ['reviews'] as const,
  reviews: (mentorId: string) => ['reviews', mentorId] as const,
  /** A mentor's own, as the mentor edits it. */
  ownMentorProfile: (mentorId: string) => ['mentor-profile', 'profile', mentorId] as const,
  /** What a member has told moderators. */
  ownTickets: (role: MemberRole) => ['tickets', role] as const,
  /** Who is subscribed to a mentor. */
  subscribedMentees: ['mentor-profile', 'mentees'] as const,
  /** How many are, day by day. */
  mentorEnrollments: ['stats', 'of-mentor'] as const,
  /** Contests and refund requests. */
  disputes: (role: MemberRole) => ['disputes', role] as const,
  /** Where the calls of subscriptions went. */
  sessionCredits: ['session-credits'] as const,
  chat: (role: MemberRole) => ['chat', role] as const,
  /** How a mentor answers, and who waits. */
  responseTimes: ['response-times'] as const,
  /** A mentor's own hours, limits and vacations. */
  availability: ['availability'] as const,
  ownAvailability: (mentorId: string) => ['availability', mentorId] as const,
  /** Times that mentees asked for. */
  timeRequests: (role: MemberRole) => ['time-requests', role] as const,
  /** Where the mentee waits for a place. */
  waitlist: ['waitlist'] as const,
}
