import { type ServerEvents, serverEvents } from '@marga/contract/realtime'
import { io, type Socket } from 'socket.io-client'

export { connect } from './socket-connect.ts'
export { createSocketLogin } from './socket-login.ts'
export { onWake } from './wake.ts'

/** Back within three seconds of the server's return, for people wait in a call; half of it by chance, not all at once. */
const comingBack = { reconnectionDelay: 500, reconnectionDelayMax: 2000, randomizationFactor: 0.5 }

export const makeSocket = (): Socket =>
  io({ transports: ['websocket', 'polling'], autoConnect: false, ...comingBack })

/** An event as the contract has it; null for one of another name or form. */
export function readEvent(
  event: string,
  payload: unknown,
): { [E in keyof ServerEvents]: { event: E; payload: ServerEvents[E] } }[keyof ServerEvents] | null {
  if (!(event in serverEvents)) return null
  const result = serverEvents[event as keyof ServerEvents].safeParse(payload)
  return result.success ? ({ event, payload: result.data } as never) : null
}
