import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'

/** Where toasts appear. Figures from the product's specification; call `toast` of `sonner` to show one. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={3}
      duration={4000}
      offset={16}
      mobileOffset={12}
      closeButton
      icons={{
        success: <CircleCheck className="size-5 text-positive-ink" />,
        error: <CircleAlert className="size-5 text-danger-ink" />,
        info: <Info className="size-5 text-accent-ink" />,
      }}
      toastOptions={{
        unstyled: false,
        classNames: {
          toast: 'toast-card',
          description: 'text-ink-soft',
        },
      }}
    />
  )
}
