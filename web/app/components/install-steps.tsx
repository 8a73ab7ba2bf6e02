import { useState } from 'react'
import { toast } from 'sonner'
import { askToInstall, type InstallWay } from '../lib/install-prompt.ts'
import { Button } from '../ui/button.tsx'

const menuSteps = {
  'safari-on-ios': 'In Safari, tap Share and choose “Add to Home Screen”.',
  'firefox-on-android': 'Open Firefox’s menu and choose to add this site to the home screen.',
} as const satisfies Record<Exclude<InstallWay, 'ask'>, string>

/** The browser's own menu, where it leaves no other way. */
export const menuStepOf = (way: InstallWay): string | null => (way === 'ask' ? null : menuSteps[way])

type InstallButtonProps = { productName: string; size?: 'sm'; onAnswer?: () => void }

/** Lets the browser ask; a browser that takes its offer back says so by failing. */
export function InstallButton({ productName, size, onAnswer }: InstallButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const ask = async () => {
    setIsAsking(true)
    try {
      await askToInstall()
      onAnswer?.()
    } catch {
      toast.error('The browser did not open its question. Its own menu has the same.')
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <Button size={size} isLoading={isAsking} onClick={() => void ask()}>
      Install {productName}
    </Button>
  )
}
