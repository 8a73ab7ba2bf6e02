import defaultPicture from '../assets/default-avatar.svg'
import { cn } from './cn.ts'

const sizes = { xs: 28, sm: 40, md: 56, lg: 80, xl: 128 } as const

type AvatarProps = {
  /** Absent: the built-in picture. */
  src: string | null | undefined
  /** Whose face; empty where the name stands beside it. */
  name?: string
  size?: keyof typeof sizes
  isEager?: boolean
  className?: string
}

export function Avatar({ src, name = '', size = 'sm', isEager, className }: AvatarProps) {
  return (
    <img
      src={src || defaultPicture}
      alt={name}
      width={sizes[size]}
      height={sizes[size]}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      onError={(event) => {
        const image = event.currentTarget
        if (!image.src.endsWith(defaultPicture)) image.src = defaultPicture
      }}
      className={cn('aspect-square shrink-0 rounded-full bg-accent-soft object-cover', className)}
    />
  )
}
