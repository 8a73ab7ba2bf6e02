import { act } from '@testing-library/react'
import { expect, vi } from 'vitest'

type Listener = (...given: never[]) => void

const anyListeners = new Set<(event: string, payload: unknown) => void>()

/**
 * Stands in for the library of the socket in all tests of the pages (vitest.config.ts). What a page sends goes nowhere; `deliver` brings what a server would.
 */
export const io = () => {
  const socket = {
    connected: false,
    on: vi.fn(),
    onAny: (listener: Listener) => void anyListeners.add(listener as never),
    emit: vi.fn(),
    timeout: () => ({ emitWithAck: async () => ({ ok: true }) }),
    // As the library does: on a busy machine a page that seems to have slept connects anew in one chain.
    connect: () => socket,
    disconnect: () => socket,
    io: { on: vi.fn() },
  }
  return socket
}

/** An event of the server, as the socket hands it over; the library is fetched after the page. */
export const deliver = (event: string, payload: unknown) =>
  act(async () => {
    await vi.waitFor(() => expect(anyListeners.size).toBeGreaterThan(0))
    for (const listener of anyListeners) listener(event, payload)
  })
