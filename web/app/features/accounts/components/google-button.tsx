import { ui } from '@marga/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConsentLine } from './consent-line.tsx'

const signInAddress = '/api/mentees/google_auth_mentee'

type GoogleButtonProps = {
  isReady: boolean
  /** The popup is gone, whether with a login or without. */
  onClosed: () => void
}

/** Opens the identity provider in a popup and watches for its end. */
export function GoogleButton({ isReady, onClosed }: GoogleButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const poll = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(poll.current), [])

  const open = () => {
    const popup = window.open(signInAddress, 'google-sign-in', 'popup,width=480,height=640')
    if (!popup) return window.location.assign(signInAddress)
    setIsOpen(true)
    clearInterval(poll.current)
    poll.current = setInterval(() => {
      if (!popup.closed) return
      clearInterval(poll.current)
      setIsOpen(false)
      onClosed()
    }, ui.googlePopupPollMs)
  }

  return (
    <div className="grid gap-3">
      <Button variant="secondary" isWide isLoading={isOpen} isWaiting={!isReady} onClick={open}>
        Sign in with Google
      </Button>
      <ConsentLine by="signing in with Google" />
    </div>
  )
}
