import type { ChildProcess } from 'node:child_process'

export function hasEnded(child: ChildProcess): boolean

/** What is left where a run does not come to its end; the latest first. @returns takes it back */
export function atExit(action: () => void): () => void

/** For one whose test may not come to its end. @returns the child */
export function killAtExit<Child extends ChildProcess>(child: Child): Child

/** The same for it and everything that it started; it leads a group of its own (`detached`). @returns the child */
export function killGroupAtExit<Child extends ChildProcess>(child: Child): Child

/** Sends a signal and waits until it is gone; nothing when it is gone already. */
export function endProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void>

/** The same for it and everything that it started; it leads a group of its own (`detached`). */
export function endGroup(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void>
