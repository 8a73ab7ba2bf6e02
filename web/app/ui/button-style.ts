import { cva, type VariantProps } from 'class-variance-authority'

/** Look of buttons, for `<Button>` and for links that look like one. */
export const buttonStyle = cva(
  'inline-flex items-center justify-center gap-2 rounded-md font-semibold transition-colors select-none disabled:cursor-not-allowed disabled:not-data-waiting:opacity-55 aria-disabled:opacity-55',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
        secondary:
          'border border-line-strong bg-surface text-ink hover:not-disabled:bg-sunken hover:not-disabled:border-ink-soft',
        positive: 'bg-positive text-on-positive hover:not-disabled:brightness-110',
        danger: 'bg-danger text-on-danger hover:not-disabled:bg-danger-hover',
        quiet: 'text-ink-soft hover:not-disabled:bg-sunken hover:not-disabled:text-ink',
      },
      size: {
        sm: 'min-h-9 px-3 text-sm',
        md: 'min-h-11 px-5 text-base',
        lg: 'min-h-13 px-7 text-lg',
        icon: 'size-11 shrink-0',
        iconSm: 'size-9 shrink-0',
      },
      isWide: { true: 'w-full' },
      /** For labels that hold a name, which may be one long word. On the narrowest screens all labels wrap between words. */
      mayWrap: {
        true: 'min-w-0 py-1.5 wrap-anywhere',
        false: 'whitespace-nowrap max-[22rem]:py-1.5 max-[22rem]:whitespace-normal',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md', mayWrap: false },
  },
)
export type ButtonStyle = VariantProps<typeof buttonStyle>
