import { expect, it } from 'vitest'
import { clientLoader as browse } from './browse-page.tsx'
import { clientLoader as favourites } from './favourites-page.tsx'
import { clientLoader as profile } from './mentor-profile-page.tsx'

type Loader = (args: { request: Request; serverLoader: () => Promise<unknown> }) => Promise<unknown>

it.each([
  ['further mentors', browse, 'cursor'],
  ['further reviews', profile, 'cursor'],
  ['the cards of favourites', favourites, 'ids'],
])(
  'answers with the failure where %s cannot be had, so that the page stays',
  async (_, clientLoader, parameter) => {
    const load = (query: string, serverLoader: () => Promise<unknown>) =>
      (clientLoader as unknown as Loader)({ request: new Request(`http://localhost/${query}`), serverLoader })
    const failure = new TypeError('Failed to fetch')
    const lost = async () => {
      throw failure
    }
    expect(await load(`?${parameter}=x`, lost)).toEqual({ failure })
    expect(await load(`?${parameter}=x`, async () => 'answer')).toBe('answer')
    await expect(load('', lost)).rejects.toThrow('Failed to fetch')
  },
)
