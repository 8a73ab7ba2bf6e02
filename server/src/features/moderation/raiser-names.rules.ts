export type Name = { id: string; firstName: string; lastName: string; email: string }

const letters = /[\p{L}\p{M}\p{N}]+/gu

/** Names that are words, too: in small letters nobody is meant by them. */
const words = new Set(
  'art bill chase dawn drew faith frank grace hope hunter joy jack mark may miles pat ray rich rose sue summer sunny will'.split(
    ' ',
  ),
)

/**
 * Whether a text to the accused names who raised the case, in large letters or small: by email, id, full name, or one
 * of its words, unless the accused has it, too. Who raised it and is sanctioned for it is no secret to themselves.
 */
export function namesRaiser(text: string, raiser: Name, accused: Omit<Name, 'email'>) {
  if (raiser.id === accused.id) return false
  const small = text.toLowerCase()
  const full = `${raiser.firstName} ${raiser.lastName}`.trim().toLowerCase()
  if ([raiser.email.toLowerCase(), raiser.id, full].some((one) => small.includes(one))) return true
  const own = new Set(wordsOf(accused).map((word) => word.toLowerCase()))
  const written = new Set(text.match(letters) ?? [])
  const inAnyCase = new Set([...written].map((word) => word.toLowerCase()))
  return wordsOf(raiser)
    .filter((word) => word.length > 2 && !own.has(word.toLowerCase()))
    .some(
      (word) => written.has(word) || (!words.has(word.toLowerCase()) && inAnyCase.has(word.toLowerCase())),
    )
}

const wordsOf = ({ firstName, lastName }: Pick<Name, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.match(letters) ?? []
