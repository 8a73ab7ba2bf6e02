import { MonitorSmartphone } from 'lucide-react'
import { dismissInstallHint, useInstallWay, useIsHintDismissed } from '../lib/install-prompt.ts'
import { Button } from '../ui/button.tsx'
import { InstallButton, menuStepOf } from './install-steps.tsx'

type InstallHintProps = {
  productName: string
  /** What opens without a line there, such as "your inbox and your sessions". */
  kept: string
}

/** Says once that the product can be installed, where it can; the settings go on saying it. */
export function InstallHint({ productName, kept }: InstallHintProps) {
  const way = useInstallWay()
  const isDismissed = useIsHintDismissed()
  if (!way || isDismissed) return null
  const step = menuStepOf(way)
  return (
    <section
      aria-label={`Install ${productName}`}
      className="flex items-start gap-3 rounded-lg border border-line bg-surface p-4 text-sm"
    >
      <MonitorSmartphone className="mt-0.5 size-5 shrink-0 text-accent-ink" aria-hidden="true" />
      <div className="grid min-w-0 flex-1 gap-3">
        <p>
          <strong className="font-semibold">Keep {productName} on this device.</strong> It opens in its own
          window, with {kept} even when you are offline.{step ? ` ${step}` : null}
        </p>
        <div className="flex flex-wrap gap-2">
          {way === 'ask' ? (
            <InstallButton productName={productName} size="sm" onAnswer={dismissInstallHint} />
          ) : null}
          <Button size="sm" variant="quiet" onClick={dismissInstallHint}>
            {step ? 'Got it' : 'Not now'}
          </Button>
        </div>
      </div>
    </section>
  )
}
