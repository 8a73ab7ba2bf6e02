const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})

/** Whole rupees with Indian grouping: ₹1,25,000. */
export const formatRupees = (amountRupees: number): string => rupees.format(amountRupees)

/** A decimal as people type it, comma or point; 0 when it is none. */
export function readDecimal(text: string): number {
  const value = Number.parseFloat(text.trim().replace(',', '.'))
  return Number.isFinite(value) ? value : 0
}
