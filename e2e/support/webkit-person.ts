import { expect } from '@playwright/test'
import { type Area, storedLogin } from './sign-in.ts'
import type { ElementRef, WebDriverSession } from './webdriver.ts'
import type { WebKit } from './webkit.ts'

/** What may have the role; the engine is asked for what it tells assistive technology. */
const candidates = {
  article: 'article',
  button: 'button, summary, [role=button]',
  dialog: 'dialog, [role=dialog], [role=alertdialog]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  log: '[role=log]',
  textbox: 'input, textarea',
}
/** WebKit calls a field of a search, and one with suggestions, by other roles than a field of a form. */
const rolesOf: Record<string, readonly string[]> = {
  dialog: ['dialog', 'alertdialog'],
  textbox: ['textbox', 'searchbox', 'combobox'],
}

/** As WebDriver writes keys that are no characters. */
export const keys = { enter: '\uE007', escape: '\uE00C', tab: '\uE004' }

export type Target = {
  role: keyof typeof candidates
  /** A part of its name, whatever the case; or a pattern. */
  name?: string | RegExp
  /** A part of what it shows. */
  text?: string
  in?: Target
}

const patience = { timeout: 60_000, intervals: [100] }

/** @returns what finds the visible elements that fit, in the order of the page */
function finderIn(session: WebDriverSession) {
  async function find(target: Target): Promise<ElementRef[]> {
    const [within] = target.in ? await find(target.in) : []
    if (target.in && !within) return []
    const visible = await session.run(
      (selector: string, part: string, root: Element | null) =>
        [...(root ?? document).querySelectorAll<HTMLElement>(selector)].filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) &&
            // biome-ignore lint/performance/useDomNodeTextContent: what is seen counts
            element.innerText.includes(part),
        ) as unknown as ElementRef[],
      candidates[target.role],
      target.text ?? '',
      (within ?? null) as Element | null,
    )
    const fitting: ElementRef[] = []
    for (const element of visible) if (await fits(element, target)) fitting.push(element)
    return fitting
  }
  async function fits(element: ElementRef, { role, name }: Target) {
    if (!(rolesOf[role] ?? [role]).includes(await session.role(element))) return false
    if (name === undefined) return true
    const called = await session.name(element)
    return name instanceof RegExp ? name.test(called) : called.toLowerCase().includes(name.toLowerCase())
  }
  return find
}

/** Somebody in front of WebKit. Everything waits until it can be done. */
export type WebKitPerson = ReturnType<typeof personAt>

export function personAt({ session }: WebKit, baseUrl: string) {
  const find = finderIn(session)
  /** Tries until it is done: a page that is drawn anew takes its elements away under the hand. */
  const patiently = (what: string, work: () => Promise<unknown>) =>
    expect(async () => void (await work()), `${what}, in WebKit`).toPass(patience)

  async function one(target: Target): Promise<ElementRef> {
    const [first] = await find(target)
    expect(first, `no ${told(target)}`).toBeDefined()
    return first!
  }
  const see = (target: Target) =>
    patiently(`see ${told(target)}`, async () => expect((await find(target)).length).toBeGreaterThan(0))
  const path = async () => new URL(await session.url()).pathname

  return {
    session,
    find,
    see,
    path,
    goto: (address: string) => session.goto(`${baseUrl}${address}`),
    press: (target: Target) =>
      patiently(`press ${told(target)}`, async () => session.click(await one(target))),
    fill: (target: Target, text: string) =>
      patiently(`fill ${told(target)}`, async () => session.type(await one(target), text)),
    seeNone: (target: Target) =>
      patiently(`see no ${told(target)}`, async () => expect(await find(target)).toEqual([])),
    seeText: (text: string) =>
      patiently(`read “${text}”`, async () =>
        // biome-ignore lint/performance/useDomNodeTextContent: what is seen counts
        expect(await session.run(() => document.body.innerText)).toContain(text),
      ),
    arriveAt: (pattern: RegExp) =>
      patiently(`arrive at ${pattern}`, async () => expect(await session.url()).toMatch(pattern)),
    /** Asks the page until it answers so. */
    becomes: (what: string, ask: () => unknown, wanted: unknown) =>
      patiently(what, async () => expect<unknown>(await session.run(ask)).toEqual(wanted)),
    async signIn(area: Area, email: string, secret?: string) {
      // A page of the same origin that runs nothing.
      await session.goto(`${baseUrl}/robots.txt`)
      const { key, text, home } = await storedLogin(baseUrl, area, email, secret)
      await session.run((name: string, value: string) => localStorage.setItem(name, value), key, text)
      await session.goto(`${baseUrl}${home}`)
    },
  }
}

const told = ({ role, name, text, in: within }: Target): string =>
  [role, name && `“${name}”`, text && `with “${text}”`, within && `in ${told(within)}`]
    .filter(Boolean)
    .join(' ')
