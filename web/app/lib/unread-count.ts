import { createContext } from 'react'

/** Unread conversations of the person whose area is shown, for the title of its pages; 0 outside of areas. */
export const UnreadCountContext = createContext(0)
