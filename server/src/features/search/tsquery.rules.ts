export const allOf = (parts: readonly string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(' & ')})`)
export const anyOf = (parts: readonly string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(' | ')})`)

/**
 * So many of the parts: each way of dividing them between the two halves. Four of eight name each part six times;
 * all subsets written out would name each 35 times.
 */
export function atLeast(parts: readonly string[], count: number): string {
  if (count >= parts.length) return allOf(parts)
  if (count <= 1) return anyOf(parts)
  const [left, right] = halvesOf(parts)
  return anyOf(
    divisionsOf(left.length, right.length, count).map(([inLeft, inRight]) =>
      allOf([
        ...(inLeft > 0 ? [atLeast(left, inLeft)] : []),
        ...(inRight > 0 ? [atLeast(right, inRight)] : []),
      ]),
    ),
  )
}

/** How many parts `atLeast` names, of so many. */
export function timesNamed(parts: number, count: number): number {
  if (count >= parts || count <= 1) return parts
  const left = parts >> 1
  return divisionsOf(left, parts - left, count).reduce(
    (sum, [inLeft, inRight]) =>
      sum +
      (inLeft > 0 ? timesNamed(left, inLeft) : 0) +
      (inRight > 0 ? timesNamed(parts - left, inRight) : 0),
    0,
  )
}

const halvesOf = <T>(parts: readonly T[]) =>
  [parts.slice(0, parts.length >> 1), parts.slice(parts.length >> 1)] as const

const divisionsOf = (left: number, right: number, count: number) =>
  Array.from({ length: count + 1 }, (_, inLeft) => [inLeft, count - inLeft] as const).filter(
    ([inLeft, inRight]) => inLeft <= left && inRight <= right,
  )
