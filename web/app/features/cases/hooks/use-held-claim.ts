import type { ModerationCase } from '@marga/contract/moderation-case'
import { useEffect, useEffectEvent, useRef } from 'react'
import { currentTime } from '../../../lib/clock.ts'
import { useClaimCase } from '../mutations.ts'
import { claimNow } from '../queue-rules.ts'

const checkEveryMs = 30_000
/** A claim that runs out sooner is renewed while the moderator does something. */
const renewBelowMs = 20 * 60_000
const activity = ['keydown', 'pointerdown', 'pointermove', 'scroll'] as const

type HeldCase = Pick<ModerationCase, '_id' | 'status' | 'claimedBy' | 'isOthersToDecide'>

/**
 * Claims the case of a page for as long as the page is open and somebody is at it: at once unless another one has it,
 * again before it runs out, and gives it back when the page is left. A closed browser lets it run out. What is another
 * moderator's to decide is not claimed.
 */
export function useHeldClaim(opened: HeldCase): void {
  const isToDecide = opened.status === 'open' && !opened.isOthersToDecide
  const { mutateAsync } = useClaimCase({ isSilent: true })
  const isActive = useRef(true)
  const claiming = useRef<Promise<boolean> | null>(null)
  const send = (isClaimed: boolean) =>
    mutateAsync({ caseId: opened._id, isClaimed }).then(
      () => isClaimed,
      () => false,
    )

  const keep = useEffectEvent(() => {
    if (!isToDecide || !isActive.current) return
    isActive.current = false
    const now = currentTime()
    const claim = claimNow(opened, now)
    const hasTime = claim !== null && new Date(claim.until).getTime() - now.getTime() > renewBelowMs
    if (claim && (!claim.isYou || hasTime)) return
    claiming.current = send(true)
  })
  const leave = useEffectEvent(async () => {
    if (opened.status !== 'open') return
    // One that is on its way arrives first: else it would stay for half an hour.
    const hasClaimed = await claiming.current
    if (hasClaimed || opened.claimedBy?.isYou) void send(false)
  })
  useEffect(() => {
    isActive.current = true
    keep()
    const noteActivity = () => {
      isActive.current = true
    }
    const timer = setInterval(() => keep(), checkEveryMs)
    for (const event of activity) document.addEventListener(event, noteActivity, { passive: true })
    return () => {
      clearInterval(timer)
      for (const event of activity) document.removeEventListener(event, noteActivity)
      void leave()
    }
  }, [])
}
