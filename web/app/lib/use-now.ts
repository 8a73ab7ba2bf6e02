import { useEffect, useState } from 'react'
import { currentTime } from './clock.ts'

/** The time, renewed every `everyMs`; for countdowns and for what is allowed only until some moment. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => currentTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(currentTime()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
