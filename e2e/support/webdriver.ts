/** The key of an element’s reference in WebDriver’s JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

export type ElementRef = { [elementKey]: string }
export type Rect = { width: number; height: number }

export type WebDriverSession = Awaited<ReturnType<typeof openSession>>

/** A session of W3C WebDriver, as far as the journeys need it. @throws what the driver refuses, by WebDriver's own codes */
export async function openSession(driverUrl: string, capabilities: Record<string, unknown>) {
  const root = await command<{ sessionId: string; capabilities: { browserVersion: string } }>(
    driverUrl,
    'POST',
    '/session',
    { capabilities: { alwaysMatch: capabilities } },
  )
  const send = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    command<T>(driverUrl, method, `/session/${root.sessionId}${path}`, body)
  const of = (element: ElementRef) => `/element/${element[elementKey]}`
  return {
    version: root.capabilities.browserVersion,
    goto: (url: string) => send<null>('POST', '/url', { url }),
    url: () => send<string>('GET', '/url'),
    reload: () => send<null>('POST', '/refresh'),
    setWindow: (rect: Rect) => send<Rect>('POST', '/window/rect', rect),
    /** Runs in the page, by its text: it must need nothing from outside of it. */
    run: <Args extends unknown[], T>(work: (...args: Args) => T, ...args: Args) =>
      send<Awaited<T>>('POST', '/execute/sync', { script: `return (${work}).apply(null, arguments)`, args }),
    role: (element: ElementRef) => send<string>('GET', `${of(element)}/computedrole`),
    name: (element: ElementRef) => send<string>('GET', `${of(element)}/computedlabel`),
    click: (element: ElementRef) => send<null>('POST', `${of(element)}/click`),
    type: (element: ElementRef, text: string) => send<null>('POST', `${of(element)}/value`, { text }),
    /** Presses one key after the other on whatever has the focus. */
    press: (...keys: string[]) =>
      send<null>('POST', '/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: keys.flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
          },
        ],
      }),
    screenshot: async () => Buffer.from(await send<string>('GET', '/screenshot'), 'base64'),
    end: () => send<null>('DELETE', ''),
  }
}

async function command<T>(driverUrl: string, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${driverUrl}${path}`, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    signal: AbortSignal.timeout(60_000),
  })
  const { value } = (await response.json()) as { value: T | { error: string; message: string } }
  if (response.ok) return value as T
  const { error, message } = value as { error: string; message: string }
  throw new Error(`WebDriver: ${error}: ${message}`)
}
