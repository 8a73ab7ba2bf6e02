import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `listener` when the browser shows this page again as it was left, such as on the way back from the payment
 * provider's: a button that was busy until the page is left would be busy for good.
 */
export function useReturnToPage(listener: () => void): void {
  const onReturn = useEffectEvent(listener)
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onReturn()
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
}
