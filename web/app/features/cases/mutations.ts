import { api } from '@marga/contract/api'
import type { ModerationCase } from '@marga/contract/moderation-case'
import type { DecisionForm } from '@marga/contract/outcomes'
import type { VettingItem } from '@marga/contract/vetting'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { ApiError, sendRequest } from '../../lib/api-client.ts'
import { caseKeys } from './queries.ts'
import { patchCase } from './realtime.ts'
import { caseFailure } from './rules.ts'

const store = (client: QueryClient, { case: fresh }: { case: ModerationCase }) =>
  patchCase(client, fresh._id, () => fresh)

/** What a moderator did is seen in the lists, and in the files of the people. */
function askAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: caseKeys.all })
}

type ClaimChange = { caseId: string; isClaimed: boolean }

/** Claims a case or gives it back. What another one has is left to them; the toast says who it is. */
export function useClaimCase({ isSilent = false } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: caseKeys.claiming,
    mutationFn: ({ caseId, isClaimed }: ClaimChange) =>
      sendRequest(isClaimed ? api.cases.claim : api.cases.release, { params: { id: caseId } }),
    onSuccess: (response) => store(client, response),
    onError: (error, { caseId }) => {
      if (!isSilent) toast.error(caseFailure(error))
      const isOutdated = error instanceof ApiError && error.status === 409
      if (!isOutdated) return
      void client.invalidateQueries({ queryKey: caseKeys.one(caseId) })
      void client.invalidateQueries({ queryKey: caseKeys.lists })
    },
  })
}

export function useAddNote(caseId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => sendRequest(api.cases.note, { params: { id: caseId }, body: { text } }),
    onSuccess: () => askAgain(client),
  })
}

/** Decides, proposes or confirms. The form shows what is refused. */
export function useDecideCase(caseId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: DecisionForm) => sendRequest(api.cases.decide, { params: { id: caseId }, body }),
    onSuccess: (response) => {
      store(client, response)
      toast.success('Decided')
    },
    onSettled: () => askAgain(client),
  })
}

export function useCheckItem(caseId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { item: VettingItem; evidence: string | null }) =>
      sendRequest(api.cases.check, { params: { id: caseId }, body }),
    onError: (error) => toast.error(caseFailure(error)),
    onSettled: () => client.invalidateQueries({ queryKey: caseKeys.one(caseId) }),
  })
}

export type StageMove = {
  mentorId: string
  stage: 'in_review' | 'info_wanted' | 'interview'
  text?: string
}

export function useMoveStage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: StageMove) => sendRequest(api.cases.stage, { body }),
    onSettled: () => askAgain(client),
  })
}

export function useLiftSanction() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ sanctionId, text }: { sanctionId: string; text: string }) =>
      sendRequest(api.cases.lift, { params: { id: sanctionId }, body: { text } }),
    onSuccess: () => toast.success('Lifted'),
    onError: (error) => toast.error(caseFailure(error)),
    onSettled: () => askAgain(client),
  })
}
