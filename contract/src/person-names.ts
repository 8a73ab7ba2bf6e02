/**
 * What no name holds: what makes an address out of it (mail programs turn those into links), line breaks and other
 * control characters, and the marks that turn the direction of the text around them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unfit = /[/:@\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

export const plainNameMessage = 'A name takes no “/”, “:” or “@” and no line breaks.'

/** A name stands in mails to people who do not know its owner: it must not carry an advertisement to them. */
export const isPlainName = (name: string): boolean => !unfit.test(name)

/** The same name without what a name may not hold, for names that nobody is there to correct. */
export const plainName = (name: string): string =>
  name.split(new RegExp(unfit, 'g')).join(' ').replace(/\s+/g, ' ').trim()
