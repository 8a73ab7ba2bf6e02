import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** The title comes with the page, which may still be on its way when the address has changed. */
const settleMs = 500

/**
 * Says the title of a page that was opened without loading the site anew, as a browser does by itself otherwise. The
 * focus goes to the page's content where the page before took it along.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const first = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (first.current === pathname) return
    first.current = ''
    const timer = setTimeout(() => {
      // What is unread is said by the badge.
      setTitle(document.title.replace(/^\(\d+\) /, ''))
      if (document.activeElement === document.body)
        document.getElementById('content')?.focus({ preventScroll: true })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}
