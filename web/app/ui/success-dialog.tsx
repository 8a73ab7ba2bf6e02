import { lazy } from 'react'
import { Later } from './later.tsx'
import type { SuccessDialogProps } from './success-window.tsx'

const fetchWindow = () => import('./success-window.tsx')
const SuccessWindow = lazy(async () => ({ default: (await fetchWindow()).SuccessWindow }))

/** The 400 px modal after a registration; the page behind it moves on by itself. */
export const SuccessDialog = (props: SuccessDialogProps) => (
  <Later isWanted={props.isOpen} fetchPart={fetchWindow}>
    <SuccessWindow {...props} />
  </Later>
)
