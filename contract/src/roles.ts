/** The three kinds of user. Every account, login session and stored login belongs to exactly one. */
export const roles = ['mentee', 'mentor', 'moderator'] as const
export type Role = (typeof roles)[number]
/** Those who meet in sessions; moderators only watch over them. */
export type MemberRole = Exclude<Role, 'moderator'>

/** Where each role's calls live on the wire. */
export const roleApiBase = {
  mentee: '/api/mentees',
  mentor: '/api/mentors',
  moderator: '/api/moderator',
} as const satisfies Record<Role, string>

/** Home of each role's area in the browser. */
export const roleHome = {
  mentee: '/mentees',
  mentor: '/mentors',
  moderator: '/moderator',
} as const satisfies Record<Role, string>

/** Query marker by which /auth/login is preselected. "modarators" is the product's own spelling. */
export const loginMarkers = {
  mentee: 'mentees',
  mentor: 'mentors',
  moderator: 'modarators',
} as const satisfies Record<Role, string>

/** Local storage key of each role's stored login. */
export const loginStorageKeys = {
  mentee: 'menteeAuth',
  mentor: 'mentorAuth',
  moderator: 'moderatorAuth',
} as const satisfies Record<Role, string>

/** The stored login of each role, exactly as it lies in the browser's local storage. */
export type MenteeAuth = {
  menteeId: string
  menteeName: string
  profileImageUrl: string | null
  accessToken: string
  refreshToken: string
  isMenteeAuthenticated: true
}
export type MentorAuth = {
  mentorId: string
  mentorName: string
  profileImageUrl: string | null
  accessToken: string
  refreshToken: string
  isMentorAuthenticated: true
}
export type ModeratorAuth = {
  moderatorId: string
  moderatorName: string
  moderatorAccessToken: string
  refreshToken: string
  isModeratorAuthenticated: true
}
