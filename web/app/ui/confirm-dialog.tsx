import { lazy } from 'react'
import type { ConfirmDialogProps } from './confirm-window.tsx'
import { Later } from './later.tsx'

const fetchWindow = () => import('./confirm-window.tsx')
const ConfirmWindow = lazy(async () => ({ default: (await fetchWindow()).ConfirmWindow }))

/** Asks once before something that cannot be taken back. The caller closes it when it is done. */
export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Later isWanted={props.isOpen} fetchPart={fetchWindow}>
    <ConfirmWindow {...props} />
  </Later>
)
