import { timeZoneName } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { useChangeZone } from '../mutations.ts'

type ZoneQuestionProps = { mentorId: string; ofAccount: string; ofBrowser: string }

/** Before the first publication: the account's zone was never chosen, and the browser is in another. */
export function ZoneQuestion({ mentorId, ofAccount, ofBrowser }: ZoneQuestionProps) {
  const change = useChangeZone(mentorId)
  return (
    <div className="grid gap-5">
      <p>
        This device is in <strong>{timeZoneName(ofBrowser)}</strong>, but your account uses{' '}
        <strong>{timeZoneName(ofAccount)}</strong>. Which zone should your times be in?
      </p>
      <div className="grid gap-3">
        <Button
          isWide
          mayWrap
          isLoading={change.isPending && change.variables === ofBrowser}
          onClick={() => change.mutate(ofBrowser)}
        >
          Use {timeZoneName(ofBrowser)}
        </Button>
        <Button
          variant="secondary"
          isWide
          mayWrap
          isLoading={change.isPending && change.variables === ofAccount}
          onClick={() => change.mutate(ofAccount)}
        >
          Keep {timeZoneName(ofAccount)}
        </Button>
      </div>
      <p className="text-sm text-ink-faint">You can change it at any time above the calendar.</p>
    </div>
  )
}
