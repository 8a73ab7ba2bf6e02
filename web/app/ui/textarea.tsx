import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { inputStyle } from './input.tsx'

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={cn(inputStyle, 'resize-y py-2.5', className)} {...rest} />
}
