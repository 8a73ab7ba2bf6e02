import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { hydratedEvent, replayEarlyEvents } from './event-replay.ts'

function Controls() {
  const [isTicked, setIsTicked] = useState(false)
  const [count, setCount] = useState(0)
  const [order, setOrder] = useState('best')
  return (
    <>
      <input type="checkbox" checked={isTicked} onChange={(event) => setIsTicked(event.target.checked)} />
      <button type="button" onClick={() => setCount(count + 1)}>
        More
      </button>
      <select value={order} onChange={(event) => setOrder(event.target.value)}>
        <option value="best">Best</option>
        <option value="newest">Newest</option>
      </select>
      <output>{`${isTicked} ${count} ${order}`}</output>
    </>
  )
}

test('a press for the sake of which React hydrates is not done twice', async () => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Controls />)
  document.body.append(page)
  replayEarlyEvents(hydratedEvent)
  const button = page.querySelector('button')!
  const comeAlive = () => void document.dispatchEvent(new Event(hydratedEvent))
  button.addEventListener('click', comeAlive, { once: true })
  await act(async () => hydrateRoot(page, <Controls />))
  await act(async () => button.click())
  expect(page.querySelector('output')!.textContent).toBe('false 1 best')
})

test('what is done before the page is hydrated is done once when it is', async () => {
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Controls />)
  document.body.append(page)
  replayEarlyEvents(hydratedEvent)
  page.querySelector('input')!.click()
  page.querySelector('button')!.click()
  const select = page.querySelector('select')!
  select.value = 'newest'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await act(async () => hydrateRoot(page, <Controls />))
  await act(async () => void document.dispatchEvent(new Event(hydratedEvent)))
  expect(page.querySelector('output')!.textContent).toBe('true 1 newest')
  await act(async () => page.querySelector('button')!.click())
  await act(async () => void document.dispatchEvent(new Event(hydratedEvent)))
  expect(page.querySelector('output')!.textContent).toBe('true 2 newest')
})
