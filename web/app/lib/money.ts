const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})

/** Whole rupees with Indian grouping: ₹1,25,000. */
export const formatRupees = (amountRupees: number): string => rupees.format(amountRupees)
