import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'
import type { TestPerson } from './people.ts'

type Payload = Record<string, unknown>

/** A socket, and every event that it has been sent so far. */
export type Heard = {
  socket: Socket
  events: { name: string; payload: Payload }[]
  /** @returns the payloads of the events of that name, the oldest first */
  of(name: string): Payload[]
}

type SignIn = Pick<TestPerson, 'id' | 'role' | 'token'>

/** Asks to be set up as the person and waits for no answer. The socket is closed with the test that opened it. */
export function openSocket(address: string, person: SignIn, setup: Payload = {}): Heard {
  const socket = io(address, { transports: ['websocket'], reconnection: false, forceNew: true })
  onTestFinished(() => void socket.close())
  const events: Heard['events'] = []
  socket.onAny((name: string, payload: Payload) => events.push({ name, payload }))
  socket.emit('setup', { role: person.role, userId: person.id, token: person.token, ...setup })
  const of = (name: string) => events.filter((event) => event.name === name).map((event) => event.payload)
  return { socket, events, of }
}

/** Signed in, or the test fails here. */
export async function connectSocket(address: string, person: SignIn): Promise<Heard> {
  const heard = openSocket(address, person)
  await expect.poll(() => heard.of('connected').length).toBe(1)
  return heard
}

/** @returns what the server acknowledged the event with */
export const send = (heard: Heard, event: string, payload: object) =>
  heard.socket.emitWithAck(event, payload) as Promise<Payload>
