import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'

type ShareProfileProps = {
  /** Of the public profile, which everyone can open. */
  path: string
  name: string
  /** Says what came of it, where the page has toasts. Without it the text stands beside the button. */
  onSaid?: (text: string) => void
}

/** By the device's own way of sharing where it has one; else the link is copied. */
export function ShareProfile({ path, name, onSaid }: ShareProfileProps) {
  const [said, setSaid] = useState('')
  const share = async () => {
    const text = await shareLink({ title: name, url: new URL(path, window.location.origin).href })
    setSaid(onSaid ? '' : text)
    if (text) onSaid?.(text)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Share ${name}’s profile`}
        onClick={() => void share()}
      >
        <Share2 className="size-4" aria-hidden="true" />
        Share
      </Button>
      <span role="status" className="text-sm text-positive-ink">
        {said}
      </span>
    </div>
  )
}

/** @returns what to say of it; nothing where the device has shown that itself, or the person changed their mind */
async function shareLink(of: { title: string; url: string }): Promise<string> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(of)
      return ''
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return ''
    }
  }
  return (await copyText(of.url)) ? 'Link copied' : of.url
}
