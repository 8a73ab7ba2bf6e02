import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'

type ToasterProps = {
  /** Under the bar, for areas that have something to press at the bottom. */
  isOnTop?: boolean
}

const underBar = { top: 70, right: 12, left: 12 }

/** Where toasts appear. Figures from the contract's limits; call `toast` of `sonner` to show one. */
export function Toaster({ isOnTop = false }: ToasterProps) {
  return (
    <Sonner
      position={isOnTop ? 'top-right' : 'bottom-right'}
      visibleToasts={3}
      duration={4000}
      offset={isOnTop ? underBar : 16}
      mobileOffset={isOnTop ? underBar : 12}
      closeButton
      icons={{
        success: <CircleCheck className="size-5 text-positive-ink" />,
        error: <CircleAlert className="size-5 text-danger-ink" />,
        info: <Info className="size-5 text-accent-ink" />,
      }}
      toastOptions={{
        unstyled: false,
        classNames: { toast: 'toast-card' },
      }}
    />
  )
}
