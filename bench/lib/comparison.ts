import { percentile } from './rounds.ts'

export const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((one, baseline) => one - baseline),
    0.5,
  )

/** How far a reference strays from its own median: beyond 25 % it proves nothing. */
export const spreadOf = (values: readonly number[]): number =>
  (Math.max(...values) - Math.min(...values)) / median(values)

export const inPercent = (share: number): string => `${Math.round(share * 100)} %`

/** A verdict in words; none where the reference itself varied too much. */
export function verdict(isReached: boolean, references: readonly number[]): string {
  const word = isReached ? 'yes' : '**no**'
  return spreadOf(references) > 0.25
    ? `${word}, but the reference varies by ${inPercent(spreadOf(references))}`
    : word
}

/** What both do before anything is counted: the first rounds of a process are those of code not yet compiled. */
export const warmUpRounds = 2

/**
 * Runs both in turns, so that what the machine does meanwhile meets both; the first rounds only warm them up.
 * @param options.warmUps how many rounds come first and are not given back
 */
export async function inTurns<T>(
  rounds: number,
  measureCandidate: () => Promise<T>,
  measureBaseline: () => Promise<T>,
  { warmUps = warmUpRounds }: { warmUps?: number } = {},
) {
  const [candidate, baseline]: [T[], T[]] = [[], []]
  for (let round = 0; round < warmUps + rounds; round++) {
    // The one that goes first goes second in the next round.
    for (const turn of round % 2 === 0 ? ['candidate', 'baseline'] : ['baseline', 'candidate'])
      if (turn === 'candidate') candidate.push(await measureCandidate())
      else baseline.push(await measureBaseline())
  }
  return { candidate: candidate.slice(warmUps), baseline: baseline.slice(warmUps) }
}

/** Keeps so many under way for so long. @returns how many were finished, a second */
export async function closedLoop(
  atOnce: number,
  seconds: number,
  act: (turn: number) => Promise<void>,
): Promise<number> {
  const begun = performance.now()
  const untilMs = begun + seconds * 1000
  let turn = 0
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < untilMs) {
        await act(turn++)
        done++
      }
    }),
  )
  return done / ((performance.now() - begun) / 1000)
}

/** Begins so many a second whatever becomes of them; each is timed from when it was due. */
export async function openLoop(
  perSecond: number,
  seconds: number,
  act: (turn: number) => Promise<void>,
): Promise<number[]> {
  const total = Math.round(perSecond * seconds)
  const begun = performance.now()
  const durations: number[] = []
  const underWay: Promise<void>[] = []
  for (let turn = 0; turn < total; turn++) {
    const dueMs = begun + (turn * 1000) / perSecond
    while (performance.now() < dueMs)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now() - 0.5)))
    underWay.push(
      act(turn).then(() => {
        durations.push(performance.now() - dueMs)
      }),
    )
  }
  await Promise.all(underWay)
  return durations
}
