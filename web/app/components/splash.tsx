import { texts } from '@marga/contract/texts'
import { Spinner } from '../ui/spinner.tsx'
import { PageTitle } from './page-title.tsx'

/** Shown while a lazily loaded screen is on its way. */
export function Splash() {
  return (
    <div className="grid min-h-[60dvh] place-items-center" role="status">
      <PageTitle />
      <p className="flex items-center gap-3 text-ink-soft">
        <Spinner />
        {texts.routing.splash}
      </p>
    </div>
  )
}
