import { Heart } from 'lucide-react'
import { Link } from 'react-router'
import { buttonStyle } from '../../../ui/button-style.ts'

export const FavouritesLink = ({ href }: { href: string }) => (
  <Link to={href} className={buttonStyle({ variant: 'secondary', size: 'sm' })}>
    <Heart className="size-4" aria-hidden="true" />
    Favourites
  </Link>
)
