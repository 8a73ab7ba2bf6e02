import type { ReviewDrafts } from './types.ts'

export const financeFoundersReviews: ReviewDrafts = {
  'ramesh-iyer': [
    {
      by: 'aishwarya-ramesh',
      rating: 5,
      daysAgo: 8,
      text: 'He checked forty of my answer papers by hand with a fountain pen. Cleared the first group. He shared his own failed marksheet on day one and I stopped being ashamed of mine.',
      reply: 'The second group is yours in May. Sleep before the paper, not after it.',
    },
    {
      by: 'mohit-garg',
      rating: 4,
      daysAgo: 39,
      text: 'Explained deferred tax so that it stayed explained. Sometimes long stories, good ones.',
    },
    {
      by: 'bhumika-chauhan',
      rating: 5,
      daysAgo: 77,
      text: 'After seven years away, GST was a foreign country. We went return by return. I file for two shops now.',
    },
    {
      by: 'simran-kaur',
      rating: 5,
      daysAgo: 128,
      text: 'Freelancer, afraid of notices. One call: which registration, which date, which mistake costs money. I sleep.',
    },
    {
      by: 'nupur-jain',
      rating: 4,
      daysAgo: 196,
      text: 'Clear answer on LLP against company for our label, with the costs of closing it too. He insists it is teaching, and he does teach.',
    },
    {
      by: 'kunal-shah',
      rating: 4,
      daysAgo: 276,
      text: 'Traditional and thorough. Prefers paper, so I had to scan things, small price to pay.',
      reply: 'I have bought a tablet, Kunal. My granddaughter is training me.',
    },
    {
      by: 'omkar-jadhav',
      rating: 5,
      daysAgo: 388,
      text: 'Audit and tax as a law student sees it: dry. With him it was a detective story.',
    },
  ],
  'sana-mirza': [
    {
      by: 'kunal-shah',
      rating: 4,
      daysAgo: 19,
      text: "Went through a buyer's offer for my small company. She told me where they will press in due diligence. They did press exactly there.",
    },
    {
      by: 'ritika-malhotra',
      rating: 4,
      daysAgo: 72,
      text: 'I was thinking about leaving engineering for banking. After two frank calls I am not. Money saved, life saved.',
    },
    {
      by: 'mohit-garg',
      rating: 5,
      daysAgo: 138,
      text: 'Empty sheet, annual report, ninety minutes, she watches. I froze the first time. At the superday I was the only one who did not.',
      reply: 'You were also the only one who asked about minority interest. Noted by all three of us.',
    },
    {
      by: 'aishwarya-ramesh',
      rating: 5,
      daysAgo: 205,
      text: 'As a CA finalist I knew the accounting but not the story. Ninety seconds, thirty versions, done.',
    },
    {
      by: 'nupur-jain',
      rating: 1,
      daysAgo: 270,
      text: 'Paid for four calls, could book only two because every weekend slot was gone within an hour of being published. Pricing at this level should guarantee the calls.',
      reply:
        'You are right and I apologise. The month is refunded. I now take fewer people and hold slots for each of them.',
    },
    {
      by: 'omkar-jadhav',
      rating: 5,
      daysAgo: 360,
      text: "M&A from the banker's side before my law firm internship. I understood the deal calls from day one.",
    },
  ],
  'siddharth-jain': [
    {
      by: 'chaitra-gowda',
      rating: 4,
      daysAgo: 25,
      text: 'Term sheet reading for employees with stock options. I had no idea what a liquidation preference does to me.',
    },
    {
      by: 'kunal-shah',
      rating: 5,
      daysAgo: 68,
      text: 'Our deck went from 31 slides to 9. He played the friendly investor and I gave away the whole negotiation in four minutes. After that I was ready. Seed closed in five weeks.',
      reply: 'The friendly ones are the reason I insist on rehearsal.',
    },
    {
      by: 'keerthi-reddy',
      rating: 4,
      daysAgo: 121,
      text: 'He told me kindly that my business should not raise money and showed the arithmetic. I was hurt for a day. I now grow on profit.',
    },
    {
      by: 'mohit-garg',
      rating: 5,
      daysAgo: 179,
      text: 'Saw the other side of the table. Unit economics with a red pen.',
    },
    {
      by: 'rhea-thomas',
      rating: 3,
      daysAgo: 236,
      text: 'Brilliant, but eight thousand an hour for someone not raising money is hard to justify. Do one call, not a month.',
      reply: 'I agree with you, and I tell people the same in the first message.',
    },
    {
      by: 'tushar-patil',
      rating: 5,
      daysAgo: 310,
      text: 'I joined a start-up as the third employee. One hour with him changed the offer I signed.',
    },
    {
      by: 'rajiv-nayak',
      rating: 2,
      daysAgo: 402,
      text: 'Talked mostly about venture capital. I wanted advice on a loan for two trucks. He could have told me before the booking.',
      reply:
        'Sorry, Rajiv. I should have read your note more carefully; I wrote to you with the name of a better person.',
    },
  ],
  'revathi-chandran': [
    {
      by: 'keerthi-reddy',
      rating: 5,
      daysAgo: 14,
      text: 'Sell ten to strangers at full price. I sold twelve in a bus stand in Warangal, and heard more truth than in a year of family tasting.',
      reply: 'Twelve! And one of them reordered, which is the only number that matters.',
    },
    {
      by: 'bhumika-chauhan',
      rating: 4,
      daysAgo: 79,
      text: 'I am not a founder yet. She made the idea small enough that I could start from my kitchen.',
    },
    {
      by: 'nupur-jain',
      rating: 5,
      daysAgo: 152,
      text: 'Ninety day credit from a large store almost killed us. Her cash sheet fits on one page and is on our wall.',
    },
    {
      by: 'lobsang-tsering',
      rating: 4,
      daysAgo: 230,
      text: 'Good advice about hiring an older cook and how to speak with him. Language was sometimes a challenge for both, we managed.',
    },
  ],
}
