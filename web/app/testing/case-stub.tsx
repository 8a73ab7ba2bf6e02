import type { CaseEvidence } from '@marga/contract/case-evidence'
import type { ModerationCase } from '@marga/contract/moderation-case'
import { cleanup, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, vi } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { renderInArea } from './area-stub.tsx'
import { caseOf, claimOf, dossierOf, evidenceOf, listOf, sanctionOf } from './case-samples.ts'
import { fakeServer, type SeenRequest } from './fake-server.ts'
import { moderatorLogin } from './logins.ts'

type Reply = { status: number; body: unknown } | 'network-failure'
const mine = claimOf('Mira Sen', true)

/** The page of a case, with a server that has this one; `special` answers first. */
export function showCase(
  page: ReactElement,
  given: Partial<ModerationCase> = {},
  evidence: Partial<CaseEvidence> = {},
  special: (request: SeenRequest) => Reply | Promise<Reply> | undefined = () => undefined,
) {
  const state = { shown: caseOf(given) }
  const requests = fakeServer((request) => {
    const { method, url } = request
    const answer = special(request)
    if (answer) return answer
    if (url.endsWith('/claim')) {
      state.shown = { ...state.shown, claimedBy: method === 'POST' ? mine : null }
      return { status: 200, body: { case: state.shown } }
    }
    if (url.includes('/people/')) return { status: 200, body: dossierOf({ sanctions: [sanctionOf()] }) }
    if (url.includes(`/cases/${state.shown._id}`))
      return {
        status: 200,
        body: {
          case: state.shown,
          events: [{ at: '2026-11-21T04:00:00.000Z', who: null, what: 'opened', text: '' }],
          evidence: evidenceOf(evidence),
        },
      }
    return { status: 200, body: listOf([state.shown, caseOf({ _id: 'next', subject: 'Another' })]) }
  })
  const at = `/moderator/cases/${state.shown._id}`
  const view = renderInArea(page, { login: moderatorLogin, at, path: '/moderator/cases/:id' })
  return { requests, state, ...view }
}
export const decision = async () => within(await screen.findByRole('region', { name: 'The decision' }))
export const sentDecision = (requests: readonly SeenRequest[]) =>
  requests.find(({ url }) => url.endsWith('/decide'))?.body

/** Leaves the page of a case, which gives the claim back: that request belongs to this test and to none after it. */
export async function leaveCase() {
  cleanup()
  await new Promise((resolve) => setTimeout(resolve))
  await vi.waitFor(() => expect(queryClient.isMutating()).toBe(0))
  vi.unstubAllGlobals()
}
