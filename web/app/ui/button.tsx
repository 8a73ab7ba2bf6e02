import type { ComponentProps } from 'react'
import { type ButtonStyle, buttonStyle } from './button-style.ts'
import { cn } from './cn.ts'
import { Spinner } from './spinner.tsx'

export type ButtonProps = ComponentProps<'button'> &
  ButtonStyle & {
    /** Shows progress and refuses clicks. */
    isLoading?: boolean
    /** Not usable yet, without looking switched off: the page is still being hydrated. */
    isWaiting?: boolean
  }

export function Button({
  variant,
  size,
  isWide,
  isLoading = false,
  isWaiting = false,
  mayWrap,
  className,
  disabled,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled || isLoading || isWaiting}
      data-waiting={isWaiting || undefined}
      aria-busy={isLoading || undefined}
      className={cn(buttonStyle({ variant, size, isWide, mayWrap }), className)}
      {...rest}
    >
      {isLoading ? <Spinner /> : null}
      {children}
    </button>
  )
}
