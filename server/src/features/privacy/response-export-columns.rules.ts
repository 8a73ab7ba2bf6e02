import type { ExportColumns } from './export-takers.rules.ts'

/** Of how mentors answer. */
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
} as const satisfies ExportColumns
