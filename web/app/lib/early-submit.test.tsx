import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { earlySubmitScript, replayEarlySubmits } from './early-submit.ts'

const SignIn = ({ onSend }: { onSend: (email: unknown) => void }) => (
  <form
    method="post"
    onSubmit={(event) => {
      event.preventDefault()
      onSend(new FormData(event.currentTarget).get('email'))
    }}
  >
    <input name="email" />
    <button type="submit">Sign in</button>
  </form>
)

function renderOnServer() {
  // As the browser runs it in the head.
  new Function(earlySubmitScript)()
  const page = document.createElement('div')
  page.innerHTML = renderToString(<SignIn onSend={() => {}} />)
  document.body.append(page)
  return page
}

test('a form that is sent before the page is hydrated is sent once when it is, with what was typed', async () => {
  const page = renderOnServer()
  const onSend = vi.fn()
  page.querySelector('input')!.value = 'early@demo.test'
  page.querySelector('button')!.click()
  page.querySelector('button')!.click()
  await act(async () => hydrateRoot(page, <SignIn onSend={onSend} />))
  expect(onSend).not.toHaveBeenCalled()
  replayEarlySubmits()
  replayEarlySubmits()
  expect(onSend.mock.calls).toEqual([['early@demo.test']])
})

test('a form that the page itself has answered is not sent again', async () => {
  const page = renderOnServer()
  const onSend = vi.fn()
  await act(async () => hydrateRoot(page, <SignIn onSend={onSend} />))
  page.querySelector('button')!.click()
  replayEarlySubmits()
  expect(onSend).toHaveBeenCalledTimes(1)
})

test('a search, which the browser can do by itself, is left to it', () => {
  const page = renderOnServer()
  const form = page.querySelector('form')!
  form.setAttribute('method', 'get')
  const submit = new Event('submit', { bubbles: true, cancelable: true })
  form.dispatchEvent(submit)
  expect(submit.defaultPrevented).toBe(false)
  replayEarlySubmits()
})
