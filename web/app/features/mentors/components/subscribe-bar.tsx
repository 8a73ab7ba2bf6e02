import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Price } from '../../../components/price.tsx'

type SubscribeBarProps = {
  monthlyFee: number
  /** The offer as it stands in the page: while any of it is seen, the bar is not there. */
  offer: RefObject<HTMLElement | null>
  /** The Subscribe button or link. */
  children: ReactNode
}

/** Price and Subscribe within reach of the thumb, on screens where the offer scrolls out of sight. */
export function SubscribeBar({ monthlyFee, offer, children }: SubscribeBarProps) {
  const isSeen = useIsSeen(offer)
  if (isSeen) return null
  return (
    <section
      aria-label="Subscribe"
      data-bottom-bar
      className="fixed inset-x-0 bottom-(--tabs-height,0px) z-20 border-t border-line bg-raised pt-2.5 pb-[max(0.625rem,calc(env(safe-area-inset-bottom)-var(--tabs-height,0px)))] shadow-float short:hidden lg:hidden"
    >
      <div className="page flex items-center justify-between gap-4">
        <Price monthlyFee={monthlyFee} className="text-lg" />
        {children}
      </div>
    </section>
  )
}

/** True until the element was seen to be out of view: a page comes without the bar. */
function useIsSeen(target: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(true)
  useEffect(() => {
    const element = target.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => setIsSeen(entry?.isIntersecting ?? true), {
      // What is under the bar of the site is not seen.
      rootMargin: '-64px 0px 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [target])
  return isSeen
}
