import type { ModerationCase } from '@marga/contract/moderation-case'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { currentTime } from '../../../lib/clock.ts'
import { useClaimCase } from '../mutations.ts'
import { claimNow } from '../queue-rules.ts'
import { useShortcuts } from './use-shortcuts.ts'

type QueueKeys = { cases: readonly ModerationCase[]; searchId: string; onHelp: () => void }

/** The keys of the queue; the list gets the ref. The focused line is the one they are about. */
export function useQueueKeys({ cases, searchId, onHelp }: QueueKeys) {
  const list = useRef<HTMLUListElement>(null)
  // A line that goes takes the focus with it: j goes on where it was.
  const place = useRef(-1)
  const { mutate: claimCase } = useClaimCase()
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-case]') ?? [])]
  const focused = () => links().find((link) => link === document.activeElement)

  const go = (step: 1 | -1) => () => {
    const all = links()
    const current = all.indexOf(focused()!)
    const from = current >= 0 ? current + step : step === 1 ? Math.max(place.current, 0) : place.current - 1
    const at = Math.min(Math.max(from, 0), all.length - 1)
    place.current = at
    all[at]?.focus()
    all[at]?.scrollIntoView({ block: 'nearest' })
  }
  const claim = () => {
    const row = cases.find(({ _id }) => _id === focused()?.dataset.case)
    if (row?.status === 'open' && !row.isOthersToDecide)
      claimCase({ caseId: row._id, isClaimed: !claimNow(row, currentTime())?.isYou })
  }
  useShortcuts({
    j: go(1),
    k: go(-1),
    o: () => focused()?.click(),
    c: claim,
    '/': () => document.querySelector<HTMLInputElement>(`[data-search="${searchId}"]`)?.focus(),
    '?': onHelp,
  })
  useFocusOnReturn(links)
  return list
}

/** Whoever comes back from a case goes on at its line. */
function useFocusOnReturn(links: () => HTMLAnchorElement[]) {
  const { state } = useLocation() as { state: { fromCase?: string } | null }
  const fromCase = state?.fromCase
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the page
  useEffect(() => {
    if (fromCase)
      links()
        .find((link) => link.dataset.case === fromCase)
        ?.focus()
  }, [])
}
