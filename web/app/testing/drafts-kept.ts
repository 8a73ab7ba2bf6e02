/** What the product keeps of texts that were not sent. */
export const draftsKept = () => Object.keys(localStorage).filter((key) => key.startsWith('marga.draft.'))
