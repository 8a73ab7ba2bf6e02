import { lazy } from 'react'
import type { DialogProps } from './dialog-window.tsx'
import { Later } from './later.tsx'

const fetchWindow = () => import('./dialog-window.tsx')
const DialogWindow = lazy(async () => ({ default: (await fetchWindow()).DialogWindow }))

/** A dialog with title and close button; focus is kept inside and given back at the end. */
export const Dialog = (props: DialogProps) => (
  <Later isWanted={props.isOpen} fetchPart={fetchWindow}>
    <DialogWindow {...props} />
  </Later>
)
