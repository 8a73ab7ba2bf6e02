import { useEffect, useState } from 'react'

/** The time, renewed every `everyMs`; for countdowns and for what is allowed only until some moment. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
