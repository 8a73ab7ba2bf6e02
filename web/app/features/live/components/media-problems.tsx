import { Button } from '../../../ui/button.tsx'
import { permissionHint, problemText } from '../devices.ts'
import type { LocalMediaState } from '../local-media.ts'

/** What is missing, what that means, and how to change it. Joining works all the same. */
export function MediaProblems({ state, onRetry }: { state: LocalMediaState; onRetry: () => void }) {
  const { cameraProblem, microphoneProblem } = state
  if (!cameraProblem && !microphoneProblem) return null
  const consequence = !microphoneProblem
    ? 'You can join with sound only.'
    : cameraProblem
      ? 'You can join and listen; write in the chat.'
      : 'You can join, be seen and listen.'
  return (
    <div className="grid gap-3 rounded-md bg-accent-soft p-4 text-sm text-accent-ink">
      <div role="status" className="grid gap-1.5">
        {microphoneProblem ? <p>{problemText('microphone', microphoneProblem)}</p> : null}
        {cameraProblem ? <p>{problemText('camera', cameraProblem)}</p> : null}
        {[cameraProblem, microphoneProblem].includes('refused') ? (
          <p>{permissionHint(navigator.userAgent)}</p>
        ) : null}
        <p className="font-semibold">{consequence}</p>
      </div>
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
