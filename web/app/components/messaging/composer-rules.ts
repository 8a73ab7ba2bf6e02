type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'isComposing' | 'keyCode'>

/** What WebKit says of a key that ends a composed character: it has told the end of the composition before. */
const composingKeyCode = 229

/**
 * Whether a key sends the message. The Enter that ends a composed character belongs to the keyboard. A keyboard on a
 * screen has no Shift and Enter: there Enter makes the new line, and the button sends.
 */
export const isSendKey = ({ key, shiftKey, isComposing, keyCode }: Key, isCoarsePointer = false): boolean =>
  key === 'Enter' && !shiftKey && !isComposing && keyCode !== composingKeyCode && !isCoarsePointer

/** As high as what is written, where the browser does not see to that itself. */
export function fitHeight(field: HTMLTextAreaElement, canFieldSize = false): void {
  if (canFieldSize) return
  field.style.height = 'auto'
  const borders = field.offsetHeight - field.clientHeight
  field.style.height = `${field.scrollHeight + borders}px`
}
