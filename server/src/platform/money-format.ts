const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})

/** "₹1,06,000": whole rupees, grouped the Indian way. */
export const formatRupees = (amount: number): string => rupees.format(amount)
