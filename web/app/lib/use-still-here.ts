import { useCallback, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Whether the person is still on the page of this component and has pressed no other link: an answer that leads
 * elsewhere may come when they have long gone on.
 */
export function useStillHere(): () => boolean {
  const isHere = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    isHere.current = state === 'idle'
    return () => {
      isHere.current = false
    }
  }, [state])
  return useCallback(() => isHere.current, [])
}
