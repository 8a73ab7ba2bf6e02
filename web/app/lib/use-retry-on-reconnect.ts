import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { isOffline } from './online.ts'

const firstPauseMs = 2_000
const longestPauseMs = 30_000

/** Loads the page again as soon as there is a line, and until then now and then, with growing pauses. */
export function useRetryOnReconnect() {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { state, location: next } = useNavigation()
  const [tries, setTries] = useState(0)
  const load = () => {
    setTries((before) => before + 1)
    // Whoever has pressed a link to another page is not called back.
    if (next && next.pathname !== pathname) return
    // A revalidation that is over at once is never drawn as under way, and then the error would stay.
    void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true })
  }
  const retry = useEffectEvent(load)
  useEffect(() => {
    const onBack = () => retry()
    window.addEventListener('online', onBack)
    const pauseMs = Math.min(firstPauseMs * 2 ** tries, longestPauseMs)
    const timer = setTimeout(() => {
      if (!isOffline()) retry()
    }, pauseMs)
    return () => {
      window.removeEventListener('online', onBack)
      clearTimeout(timer)
    }
  }, [tries])
  return { isRetrying: state === 'loading', retry: load }
}
