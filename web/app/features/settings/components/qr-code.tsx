import { encode } from 'uqr'

/** Drawn as one path: no markup of a library enters the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    // Dark on light in both themes, or cameras do not read it.
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="mx-auto size-48 rounded-md">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
