/** The way of an application. The last three are decisions. */
export const applicationStages = [
  'received',
  'in_review',
  'info_wanted',
  'interview',
  'accepted',
  'accepted_on_probation',
  'rejected',
] as const
export type ApplicationStage = (typeof applicationStages)[number]
/** What a moderator moves an application to without deciding it. */
export const movableStages = ['in_review', 'info_wanted', 'interview'] as const
export type MovableStage = (typeof movableStages)[number]

/** What is checked of every mentor: published to applicants, ticked by moderators with what proves it. */
export const vettingChecklist = {
  identity: {
    label: 'Who you are',
    description: 'Name and face match a public profile or a document shown in the interview.',
  },
  work: {
    label: 'Where you work',
    description: 'Job title and firm are confirmed by LinkedIn, the firm’s site or an email from there.',
  },
  experience: {
    label: 'What you have done',
    description: 'The skills you list show in your work, talks, writing or code.',
  },
  education: {
    label: 'What you studied',
    description: 'The qualification you name is plausible and, where it matters, confirmed.',
  },
  conversation: {
    label: 'How you teach',
    description: 'A short conversation with a moderator, or a recording of you teaching.',
  },
} as const
export type VettingItem = keyof typeof vettingChecklist
export const vettingItems = Object.keys(vettingChecklist) as [VettingItem, ...VettingItem[]]

/** Probation ends by itself after so many mentees without a case. */
export const probationMentees = 3
