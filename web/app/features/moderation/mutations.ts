import { api } from '@marga/contract/api'
import type { MentorRequest } from '@marga/contract/applicants'
import type { MemberRole } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { saveAsFile } from '../../lib/save-as-file.ts'
import { type LogFilter, logFilterQuery } from './log-rules.ts'
import { moderationKeys } from './queries.ts'
import { decisionFailure } from './rules.ts'

export type Decision =
  | { kind: 'accept'; request: MentorRequest }
  | { kind: 'refuse'; request: MentorRequest; reason: string }

/** Accepts or refuses an application; a refusal's reason goes to the applicant by mail. */
export function useDecide() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision) => {
      const { mentorId, name, email } = decision.request
      return decision.kind === 'accept'
        ? sendRequest(api.moderation.accept, { body: { mentorId, mentorName: name, mentorEmail: email } })
        : sendRequest(api.moderation.reject, { body: { mentorId, reason: decision.reason } })
    },
    onSuccess: (_, { kind, request }) =>
      toast.success(kind === 'accept' ? `${request.name} is a mentor now` : `${request.name} was refused`),
    onError: (error) => toast.error(decisionFailure(error)),
    onSettled: () => client.invalidateQueries({ queryKey: moderationKeys.all }),
  })
}

export type StatusChange = { _id: string; isBlocked: boolean; note: string }

/** Blocks or lets in again. Says what is wanted instead of toggling: two moderators must not undo each other. */
export function useChangeStatus(role: MemberRole) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id, isBlocked, note }: StatusChange) => {
      const body = { isBlocked, note: note.trim() || undefined }
      return role === 'mentee'
        ? sendRequest(api.moderation.changeMenteeStatus, { body: { menteeId: _id, ...body } })
        : sendRequest(api.moderation.changeMentorStatus, { body: { mentorId: _id, ...body } })
    },
    onSuccess: ({ data }) => toast.success(data.isBlocked ? texts.tickets.userBlocked : 'User Unblocked'),
    onError: (error) => toast.error(decisionFailure(error)),
    onSettled: () => client.invalidateQueries({ queryKey: moderationKeys.all }),
  })
}

/** Writes down that a refund that came back was paid another way. */
export function useSettleRefund() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { refundId: string; note: string }) =>
      sendRequest(api.moderation.settleRefund, { body }),
    onSuccess: () => toast.success('Noted as paid back'),
    onError: (error) => toast.error(decisionFailure(error)),
    onSettled: () => client.invalidateQueries({ queryKey: moderationKeys.all }),
  })
}

/** What the filter shows, as a file. */
export const useExportLog = () =>
  useMutation({
    mutationFn: ({ filter, timeZone }: { filter: LogFilter; timeZone: string }) =>
      sendRequest(api.moderation.exportAuditLog, { query: logFilterQuery(filter, timeZone) }),
    onSuccess: ({ csv, entries, isComplete }) => {
      saveAsFile('moderators-log.csv', 'text/csv', csv)
      if (isComplete) toast.success(entries === 1 ? '1 entry downloaded' : `${entries} entries downloaded`)
      else
        toast.message(`The newest ${entries} entries were downloaded`, {
          description: 'There are more. Narrow the dates to get the rest.',
        })
    },
    onError: (error) => toast.error('The log was not downloaded', { description: error.message }),
  })
