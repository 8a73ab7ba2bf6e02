import { Heart } from 'lucide-react'
import { buttonStyle } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'

type FavouriteButtonProps = {
  /** Of the mentor. */
  name: string
  isFavourite: boolean
  onToggle: () => void
  className?: string
}

export const FavouriteButton = ({ name, isFavourite, onToggle, className }: FavouriteButtonProps) => (
  <button
    type="button"
    aria-label={`Favourite: ${name}`}
    aria-pressed={isFavourite}
    className={cn(
      buttonStyle({ variant: 'quiet', size: 'icon' }),
      isFavourite ? 'text-danger-ink' : 'text-ink-faint',
      className,
    )}
    onClick={onToggle}
  >
    <Heart className={cn('size-5', isFavourite && 'fill-current')} aria-hidden="true" />
  </button>
)
