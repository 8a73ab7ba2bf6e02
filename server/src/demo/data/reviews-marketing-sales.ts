import type { ReviewDrafts } from './types.ts'

export const marketingSalesReviews: ReviewDrafts = {
  'shruti-agarwal': [
    {
      by: 'kunal-shah',
      rating: 3,
      daysAgo: 17,
      text: 'Excellent for consumer brands. For B2B software she was honest that it works differently, so only half was useful.',
    },
    {
      by: 'simran-kaur',
      rating: 3,
      daysAgo: 53,
      text: 'I write landing pages and wanted to know why some of them sell. Now I ask for the returns data before writing.',
    },
    {
      by: 'nupur-jain',
      rating: 5,
      daysAgo: 119,
      text: 'She opened the account, looked at the margins first and the ads later. We switched off four campaigns of seven. Sales the same, spend down by forty percent.',
      reply: 'The hardest part was pressing pause during the sale week. You did it.',
    },
    {
      by: 'keerthi-reddy',
      rating: 5,
      daysAgo: 187,
      text: "The chutney story is true: she made me test with two thousand rupees. My millet laddoo video, filmed by my brother, beat the agency's one.",
    },
    {
      by: 'lobsang-tsering',
      rating: 3,
      daysAgo: 255,
      text: 'Helped my homestay with a tiny budget. Told me that good photographs come first and ads second.',
    },
  ],
  'dinesh-choudhary': [
    {
      by: 'simran-kaur',
      rating: 5,
      daysAgo: 12,
      text: 'Three months, one site, ten pages. In week nine the graph moved and I screamed. He had said week ten.',
    },
    {
      by: 'nupur-jain',
      rating: 4,
      daysAgo: 63,
      text: 'No tricks, as he says. He found that our whole catalogue was blocked by one line in a file.',
    },
    {
      by: 'keerthi-reddy',
      rating: 4,
      daysAgo: 114,
      text: 'Value for money is unbeatable. Hindi explanations are very clear, the written reports are a bit short.',
    },
    {
      by: 'lobsang-tsering',
      rating: 5,
      daysAgo: 176,
      text: 'My homestay is now on the first page when you search in our valley. I did the work, he showed where.',
    },
    {
      by: 'gaurav-rawat',
      rating: 3,
      daysAgo: 248,
      text: 'Learned technical SEO fundamentals. The freelancing part was only half an hour and that was what I came for.',
    },
  ],
  'pallavi-joshi': [
    {
      by: 'keerthi-reddy',
      rating: 4,
      daysAgo: 15,
      text: 'Role play with the difficult purchase manager was scary, she does not break character. I needed that before the supermarket meeting.',
    },
    {
      by: 'vishal-thakur',
      rating: 5,
      daysAgo: 59,
      text: 'We listened to a recording of me and in minute three I start praising the impeller. She was right, to the minute. I ask about downtime now and shut up.',
      reply: 'The impeller will forgive you.',
    },
    {
      by: 'kunal-shah',
      rating: 5,
      daysAgo: 102,
      text: 'As a founder who hates selling: the five polite follow-ups got me two of our biggest customers. The fifth one, both times.',
    },
    {
      by: 'rajiv-nayak',
      rating: 3,
      daysAgo: 167,
      text: 'Useful for dealing with transporters as well. Negotiation is listening, she says.',
    },
    {
      by: 'harsh-vaghela',
      rating: 2,
      daysAgo: 233,
      text: 'I am a developer moved to presales. A lot of industrial examples and she had to postpone two calls for a trade fair. Good content otherwise.',
      reply: 'You are right about the postponing. Fair season is closed in my calendar from now on.',
    },
  ],
  'venkat-gollapudi': [
    {
      by: 'rajiv-nayak',
      rating: 5,
      daysAgo: 21,
      text: 'He made me walk my own warehouse slowly, one aisle an hour, writing. I had passed that broken dock light for two years. Promotion came after the cold chain project.',
    },
    {
      by: 'vishal-thakur',
      rating: 4,
      daysAgo: 94,
      text: 'Safety stock explained with actual numbers from his own mistakes. Refreshing.',
    },
    {
      by: 'keerthi-reddy',
      rating: 4,
      daysAgo: 160,
      text: 'For a small food business: which transporter, what temperature, how much to lose before you complain. Simple and good.',
    },
  ],
}
