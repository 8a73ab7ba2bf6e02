import type { ExportColumns } from './export-takers.rules.ts'

/** Of how mentors answer, and when they are away. */
export const responseExportColumns = {
  mentorResponse: {
    id: 'nobody',
    conversationId: 'both',
    mentorId: 'both',
    menteeId: 'both',
    since: 'both',
    dueAt: 'both',
    endedAt: 'both',
    outcome: 'both',
    waitedMs: 'both',
    reopenedAt: 'both',
    isCounted: 'nobody',
  },
  responseNotification: {
    conversationId: 'mentor',
    since: 'mentor',
    kind: 'mentor',
    mentorId: 'mentor',
    sentAt: 'mentor',
    ticketId: 'nobody',
  },
  vacation: {
    id: 'nobody',
    mentorId: 'mentor',
    firstDay: 'mentor',
    lastDay: 'mentor',
    startsAt: 'nobody',
    endsAt: 'nobody',
    announcedAt: 'mentor',
  },
} as const satisfies ExportColumns
