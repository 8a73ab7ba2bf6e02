import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFreshQueryClient } from './fresh-query-client.ts'

const queryKey = ['people']
let client: QueryClient
let answers: ((text: string) => void)[]
const queryFn = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
/** The nth request's answer, once it was asked for. */
const answer = async (nth: number, text: string) => {
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(nth))
  answers[nth]!(text)
}
const shown = () => client.getQueryData<string>(queryKey)
const look = () => new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => {})
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

beforeEach(() => {
  client = createFreshQueryClient({ defaultOptions: { queries: { retry: false } } })
  answers = []
  queryFn.mockClear()
})
afterEach(() => client.clear())

describe('what changes while it is asked for', () => {
  it('for the first time is asked for once more, however often it changes', async () => {
    look()
    void client.invalidateQueries({ queryKey })
    const done = client.invalidateQueries({ queryKey: [] })
    await answer(0, 'before')
    await answer(1, 'after')
    await done
    expect(shown()).toBe('after')
    await settled()
    expect(queryFn).toHaveBeenCalledTimes(2)
  })

  it('for nobody who looks is old when somebody looks', async () => {
    const early = client.prefetchQuery({ queryKey, queryFn })
    const done = client.invalidateQueries({ queryKey })
    await answer(0, 'before')
    await early
    await done
    expect(queryFn).toHaveBeenCalledTimes(1)
    look()
    await answer(1, 'after')
    await vi.waitFor(() => expect(shown()).toBe('after'))
  })

  it('by an event is not taken back by the older answer', async () => {
    look()
    await answer(0, 'first')
    await vi.waitFor(() => expect(shown()).toBe('first'))
    void client.refetchQueries({ queryKey })
    client.setQueryData(queryKey, 'told')
    await answer(1, 'before')
    // And once more while that is made good.
    await vi.waitFor(() => expect(answers).toHaveLength(3))
    client.setQueryData(queryKey, 'told again')
    await answer(2, 'told')
    await answer(3, 'told by the server')
    await vi.waitFor(() => expect(shown()).toBe('told by the server'))
  })

  it('by an event before anything is known is in the answer that follows', async () => {
    look()
    client.setQueryData<string>(queryKey, (known) => known && 'changed')
    await answer(0, 'before')
    await answer(1, 'after')
    await vi.waitFor(() => expect(shown()).toBe('after'))
  })
})

describe('nothing more is asked', () => {
  it('for what is filled in from before, or merged with the answers', async () => {
    look()
    client.setQueryData(queryKey, 'of yesterday', { updatedAt: 1 })
    await answer(0, 'now')
    const merged = ['thread']
    void client.fetchQuery({ queryKey: merged, queryFn, structuralSharing: (_, fetched) => fetched })
    client.setQueryData(merged, 'one more')
    await answer(1, 'all')
    await settled()
    expect(queryFn).toHaveBeenCalledTimes(2)
    expect(shown()).toBe('now')
  })

  it('where the library starts the request anew', async () => {
    client.setQueryData(queryKey, 'known', { updatedAt: 1 })
    look()
    const done = client.invalidateQueries({ queryKey })
    await answer(1, 'after')
    await done
    answers[0]!('before')
    await settled()
    expect([shown(), queryFn.mock.calls.length]).toEqual(['after', 2])
  })

  it('when whoever looked has gone and the request was given up', async () => {
    const leave = new QueryObserver(client, {
      queryKey,
      queryFn: ({ signal }) =>
        new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('left')))),
    }).subscribe(() => {})
    const done = client.invalidateQueries({ queryKey })
    leave()
    await done
    expect([shown(), client.getQueryState(queryKey)?.fetchStatus]).toEqual([undefined, 'idle'])
  })
})
