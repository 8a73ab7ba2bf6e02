import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { countTicks, labelIndexes, nearestIndex, pointX, valueY } from './chart-scale.ts'
import { cn } from './cn.ts'

export type ChartPoint = {
  key: string
  value: number
  /** Under the axis: short. */
  label: string
  /** In the readout: the whole sentence. */
  readout: string
}

type LineChartProps = {
  /** What is counted; names the chart for screen readers. */
  title: string
  points: readonly ChartPoint[]
  tone?: 'positive' | 'accent'
}

const height = 224
/** The axis reaches at least this far, so that a single count is no mountain. */
const leastTop = 4
const margin = { top: 12, right: 14, bottom: 28, left: 34 }
const tones = { positive: 'text-positive-ink', accent: 'text-accent-ink' }

/** Counts over time as a line. One stop for the keyboard: the arrow keys walk along the points. */
export function LineChart({ title, points, tone = 'positive' }: LineChartProps) {
  const [frame, width] = useWidth()
  const [active, setActive] = useState<number | null>(null)
  const last = points.length - 1
  const shown = active === null ? null : Math.min(active, last)
  const area = {
    left: margin.left,
    right: width - margin.right,
    top: margin.top,
    bottom: height - margin.bottom,
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const at = shown ?? last
    const next = nextPoint(event.key, at, last)
    if (event.key === 'Escape') return setActive(null)
    if (next === undefined) return
    event.preventDefault()
    setActive(Math.min(Math.max(next, 0), last))
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    setActive(nearestIndex(x, points.length, area.left, area.right))
  }

  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown ?? last}
      aria-valuetext={points[shown ?? last]?.readout}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && setActive(shown ?? last)}
      onBlur={() => setActive(null)}
      onPointerMove={onPointerMove}
      onPointerDown={onPointerMove}
      onPointerLeave={() => setActive(null)}
      className={cn('relative touch-pan-y', tones[tone])}
    >
      {width > 0 ? (
        <Drawing points={points} area={area} width={width} active={shown} />
      ) : (
        <div className="h-56" />
      )}
      {shown !== null && points[shown] ? (
        <Readout
          point={points[shown]}
          x={pointX(shown, points.length, area.left, area.right)}
          width={width}
        />
      ) : null}
    </div>
  )
}

/** Where a key leads to from a point; undefined for keys that lead nowhere. */
const nextPoint = (key: string, at: number, last: number): number | undefined =>
  ({ ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last })[key]

type Area = { left: number; right: number; top: number; bottom: number }
type DrawingProps = { points: readonly ChartPoint[]; area: Area; width: number; active: number | null }

function Drawing({ points, area, width, active }: DrawingProps) {
  const fadeId = useId()
  const ticks = countTicks(Math.max(leastTop, ...points.map(({ value }) => value)))
  const max = ticks[ticks.length - 1]!
  const x = (index: number) => pointX(index, points.length, area.left, area.right)
  const y = (value: number) => valueY(value, max, area.top, area.bottom)
  const line = points.map(({ value }, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  const labels = labelIndexes(points.length, Math.max(2, Math.floor((area.right - area.left) / 64)))
  return (
    <svg width={width} height={height} aria-hidden="true" className="block max-w-full">
      <defs>
        <linearGradient id={fadeId} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.22" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0.02" />
        </linearGradient>
      </defs>
      {ticks.map((tick) => (
        <Tick key={tick} tick={tick} y={y(tick)} area={area} />
      ))}
      {labels.map((index) => (
        <text
          key={index}
          x={x(index)}
          y={height - 8}
          textAnchor={index === points.length - 1 ? 'end' : 'middle'}
          className="fill-ink-faint text-xs"
        >
          {points[index]!.label}
        </text>
      ))}
      <polygon
        points={`${area.left},${area.bottom} ${line.join(' ')} ${area.right},${area.bottom}`}
        fill={`url(#${fadeId})`}
      />
      <polyline
        points={line.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {active !== null && points[active] ? (
        <ActivePoint x={x(active)} y={y(points[active].value)} area={area} />
      ) : null}
    </svg>
  )
}

function Tick({ tick, y, area }: { tick: number; y: number; area: Area }) {
  return (
    <g className="text-line">
      <line x1={area.left} x2={area.right} y1={y} y2={y} stroke="currentColor" />
      <text x={area.left - 10} y={y + 4} textAnchor="end" className="fill-ink-faint text-xs tabular-nums">
        {tick}
      </text>
    </g>
  )
}

function ActivePoint({ x, y, area }: { x: number; y: number; area: Area }) {
  return (
    <g>
      <line x1={x} x2={x} y1={area.top} y2={area.bottom} stroke="currentColor" strokeDasharray="3 4" />
      <circle cx={x} cy={y} r="5.5" className="fill-surface" stroke="currentColor" strokeWidth="2.5" />
    </g>
  )
}

/** Beside the point, on the side that has room. */
function Readout({ point, x, width }: { point: ChartPoint; x: number; width: number }) {
  const isRightHalf = x > width / 2
  return (
    <p
      aria-hidden="true"
      style={isRightHalf ? { right: width - x + 10 } : { left: x + 10 }}
      className="pointer-events-none absolute top-1 max-w-48 rounded-md bg-ink px-2.5 py-1.5 text-xs text-paper shadow-float"
    >
      {point.readout}
    </p>
  )
}

/** The width that the page gives the chart; 0 before it is known. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return [frame, width] as const
}
