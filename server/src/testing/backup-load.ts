import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import sharp from 'sharp'
import { book, hoursAhead, menteeForm, ok, publish } from './people.ts'
import type { TestApp } from './test-app.ts'
import type { PairWorld } from './two-pairs.ts'

/** The product, and what was acknowledged of what people did in it. */
type Load = {
  test: TestApp
  isOver: boolean
  acknowledged: { messages: string[]; accounts: string[]; booked: string[]; pictures: string[] }
}

/** What people go on doing while a backup is taken; each tells what was acknowledged. */
export function startLoad(test: TestApp, pairs: readonly PairWorld[]) {
  const load: Load = {
    test,
    isOver: false,
    acknowledged: { messages: [], accounts: [], booked: [], pictures: [] },
  }
  const { acknowledged } = load
  const [one, two] = pairs as [PairWorld, PairWorld]
  const working = [
    talk(load, one, 'mentee'),
    talk(load, one, 'mentor'),
    talk(load, two, 'mentee'),
    register(load),
    bookOnAndOn(load, one, 100),
    bookOnAndOn(load, two, 101),
    changeImage(load, two),
  ]
  return {
    acknowledged,
    async reaches(count: number) {
      while (
        acknowledged.messages.length < count ||
        acknowledged.accounts.length < 3 ||
        acknowledged.pictures.length < 2
      )
        await Promise.race([...working, new Promise((resolve) => setTimeout(resolve, 10))])
    },
    async end() {
      load.isOver = true
      await Promise.all(working)
    },
  }
}

async function forever(load: Load, act: (turn: number) => Promise<void>) {
  for (let turn = 0; !load.isOver; turn++) await act(turn)
}

const talk = (load: Load, pair: PairWorld, who: MemberRole) =>
  forever(load, async (turn) => {
    const person = pair[who]
    const sent = await load.test.call(
      api.chat[who].send as typeof api.chat.mentee.send,
      {
        params: { conversationId: pair.conversationId },
        body: { message: `${who} says ${turn}`, sender: person.id },
      },
      person,
    )
    load.acknowledged.messages.push(ok(sent).responseFromMessageCreation._id)
  })

const register = (load: Load) =>
  forever(load, async () => {
    const form = menteeForm()
    ok(await load.test.call(api.accounts.registerMentee, { body: form }))
    load.acknowledged.accounts.push(form.email)
  })

const bookOnAndOn = (load: Load, pair: PairWorld, hour: number) =>
  forever(load, async (turn) => {
    const slot = await publish(load.test, pair.mentor, hoursAhead(load.test, hour + 2 * turn))
    const { status } = await book(load.test, pair.mentee, slot._id)
    // The quota of the period ends it at some time; what was booked stays booked.
    if (status === 200 || status === 201) load.acknowledged.booked.push(slot._id)
  })

const changeImage = (load: Load, pair: PairWorld) =>
  forever(load, async (turn) => {
    const file = await sharp({
      create: { width: 40, height: 40, channels: 3, background: { r: turn % 256, g: 9, b: 9 } },
    })
      .png()
      .toBuffer()
    const { secure_url: url } = await load.test.app.images.upload(
      { accountId: pair.mentee.id, network: '' },
      file,
    )
    ok(
      await load.test.call(
        api.accountSettings.editMenteeProfile,
        { params: { menteeId: pair.mentee.id }, body: { profileImageUrl: url } as never },
        pair.mentee,
      ),
    )
    load.acknowledged.pictures.push(url)
  })
