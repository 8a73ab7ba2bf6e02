/**
 * "1,25,000": the last three digits together, those before in pairs, as numbers are written in India. By hand: making
 * the browser's formatter for it takes a telephone longer than drawing the page that shows the number.
 */
export function groupDigits(value: number): string {
  const [whole = '', fraction] = Math.abs(value).toString().split('.')
  const pairs = whole.slice(0, -3).replace(/\B(?=(?:\d\d)+$)/g, ',')
  const grouped = pairs ? `${pairs},${whole.slice(-3)}` : whole
  return `${value < 0 ? '-' : ''}${grouped}${fraction ? `.${fraction}` : ''}`
}
