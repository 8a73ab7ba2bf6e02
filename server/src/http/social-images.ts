import type { MentorCard } from '@marga/contract/mentor-card'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { hoursMs } from '../platform/clock.ts'
import { AppError } from '../platform/errors.ts'
import { createSocialImages, type SocialImage } from '../platform/images/social-image.ts'
import { publicPages } from './public-pages.ts'
import { createSingleFlight } from './single-flight.ts'

export type SocialImageSource = {
  /** The card of a mentor who is listed. */
  findMentor: (mentorId: string) => Promise<MentorCard | undefined>
  /** The file behind the address of a picture that is kept here; undefined for any other. */
  readPhoto: (address: string) => Promise<Buffer | undefined>
}

/** One is drawn at a time, out of the way of what people wait for; whoever is far behind is told to come back. */
const waitingMax = 20
/** About 40 KB each. */
const imagesKept = 200
const ttlMs = hoursMs(1)
/** Short, as a mentor may have left or changed the photo. */
const cacheControl = 'public, max-age=300'
const mentorPath = /^\/browse\/mentor\/profile\/([\w-]{36})$/
/** Stands for every path that has no picture of its own. */
const anyOther = ''

type Options = {
  productName: string
  source: SocialImageSource
  markFile: string | undefined
  /** Paths of the pages that have a picture of their own. */
  pages?: readonly string[]
}

/**
 * `/social/PATH.jpg`: the picture that services show with a link to the public page PATH, `/social/index.jpg` for `/`.
 * It says what the page says of itself; every other path has the product's. @throws AppError not_found for a mentor who is not listed
 */
export function registerSocialImages(
  app: FastifyInstance,
  { productName, source, markFile, pages = publicPages }: Options,
) {
  const images = createSingleFlight<Buffer>({ ttlMs, entriesMax: imagesKept })
  const drawImage = createSocialImages({ markFile })
  const inTurn = pLimit(1)
  const draw = (image: Omit<SocialImage, 'productName'>) => {
    if (inTurn.pendingCount >= waitingMax) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    return inTurn(() => drawImage({ ...image, productName }))
  }

  async function drawMentor(mentorId: string) {
    const mentor = await source.findMentor(mentorId)
    if (!mentor) throw new AppError('not_found')
    const { firstName, lastName, jobTitle, firmName, expertise, profileImageUrl } = mentor
    const title = `${firstName} ${lastName}`
    const details = [[jobTitle, firmName].filter(Boolean).join(', '), expertise.slice(0, 3).join(' · ')]
    // Kept by what it shows: whoever is no longer listed, or shown otherwise, is not shown as before.
    return images(JSON.stringify([mentorId, title, details, profileImageUrl]), async () =>
      draw({ title, details, photo: profileImageUrl ? await source.readPhoto(profileImageUrl) : undefined }),
    )
  }

  const drawAnyOther = () => images(anyOther, () => draw({ title: productName, details: [] }))

  async function drawPage(path: string) {
    const page = await app.inject({ method: 'GET', url: path })
    const { title, description } = readMeta(page.body)
    if (page.statusCode !== 200 || title === undefined) return drawAnyOther()
    return draw({ title, details: description ? [description] : [] })
  }

  // Not as a file that is only read: each new one is drawn, which keeps a core busy.
  const config = { limit: 'document' } as const
  app.get<{ Params: { '*': string } }>('/social/*', { config }, async (request, reply) => {
    const name = /^(.*)\.jpg$/.exec(request.params['*'])?.[1]
    if (name === undefined) return reply.callNotFound()
    const path = name === 'index' ? '/' : `/${name}`
    const mentorId = mentorPath.exec(path)?.[1]
    const image = mentorId
      ? await drawMentor(mentorId)
      : pages.includes(path)
        ? await images(path, () => drawPage(path))
        : await drawAnyOther()
    return reply.type('image/jpeg').header('cache-control', cacheControl).send(image)
  })
}

/** What `web/app/components/page-meta.tsx` writes. */
function readMeta(html: string) {
  const read = (property: string) => {
    const content = new RegExp(`<meta property="og:${property}" content="([^"]*)"`).exec(html)?.[1]
    return content === undefined ? undefined : unescapeHtml(content)
  }
  return { title: read('title'), description: read('description') }
}

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'" }
const unescapeHtml = (text: string) =>
  text.replace(/&(amp|quot|lt|gt|#x27);/g, (_, name: string) => entities[name]!)
