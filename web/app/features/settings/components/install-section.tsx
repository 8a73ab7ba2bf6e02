import { InstallButton, menuStepOf } from '../../../components/install-steps.tsx'
import { useInstallWay } from '../../../lib/install-prompt.ts'
import { Section } from './section.tsx'

type InstallSectionProps = {
  productName: string
  /** What opens without a line there. */
  kept: string
}

/** Only where there is a way to install it; the browser's offer may come late. */
export function InstallSection({ productName, kept }: InstallSectionProps) {
  const way = useInstallWay()
  if (!way) return null
  const step = menuStepOf(way)
  return (
    <Section
      id="install"
      title={`${productName} on this device`}
      description={`It opens in its own window, with ${kept} even when you are offline.`}
    >
      {step ? (
        <p>{step}</p>
      ) : (
        <div>
          <InstallButton productName={productName} />
        </div>
      )}
    </Section>
  )
}
