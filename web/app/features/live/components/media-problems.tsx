import { type DeviceProblem, permissionHint } from '../devices.ts'
import type { LocalMediaState } from '../local-media.ts'

const words: Record<DeviceProblem, string> = {
  missing: 'was not found',
  refused: 'is not allowed on this page',
  busy: 'is used by another program',
}

/** What is missing, what that means, and how to change it. Joining works all the same. */
export function MediaProblems({ state }: { state: LocalMediaState }) {
  const { cameraProblem, microphoneProblem } = state
  if (!cameraProblem && !microphoneProblem) return null
  const consequence = !microphoneProblem
    ? 'You can join with sound only.'
    : cameraProblem
      ? 'You can join and listen; write in the chat.'
      : 'You can join, be seen and listen.'
  return (
    <div role="status" className="grid gap-1.5 rounded-md bg-accent-soft p-4 text-sm text-accent-ink">
      {microphoneProblem ? <p>Your microphone {words[microphoneProblem]}.</p> : null}
      {cameraProblem ? <p>Your camera {words[cameraProblem]}.</p> : null}
      {[cameraProblem, microphoneProblem].includes('refused') ? (
        <p>{permissionHint(navigator.userAgent)}</p>
      ) : null}
      <p className="font-semibold">{consequence}</p>
    </div>
  )
}
