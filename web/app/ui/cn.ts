import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. It does not weigh one utility against another: a `className` given to a ui
 * component is for its place (margin, width, grid), its look is chosen by its props.
 */
export const cn = (...values: ClassValue[]): string => clsx(values)
