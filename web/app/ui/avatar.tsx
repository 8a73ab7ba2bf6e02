import defaultImage from '../assets/default-avatar.svg'
import { cn } from './cn.ts'
import { imageSrcSet } from './image-sizes.ts'

const sizes = {
  xs: [28, 'size-7'],
  sm: [40, 'size-10'],
  md: [56, 'size-14'],
  lg: [80, 'size-20'],
  xl: [128, 'size-32'],
} as const

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
  const [px, sizeClass] = sizes[size]
  return (
    <img
      src={src || defaultImage}
      srcSet={src ? imageSrcSet(src) : undefined}
      sizes={`${px}px`}
      alt={name}
      width={px}
      height={px}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      onError={(event) => {
        const image = event.currentTarget
        // A size may be missing where the picture is not.
        if (image.srcset) image.srcset = ''
        else if (!image.src.endsWith(defaultImage)) image.src = defaultImage
      }}
      className={cn('shrink-0 rounded-full bg-accent-soft object-cover', sizeClass, className)}
    />
  )
}
