import type { ReviewDrafts } from './types.ts'

export const demoMentorReviews: ReviewDrafts = {
  'demo-mentor': [
    {
      by: 'karthik-murthy',
      rating: 5,
      daysAgo: 12,
      text: 'We spent an hour on one pull request of 80 lines and I learned more than in the last quarter at work. She asked why I had a mutex there and I could not say. Now I can.',
      reply: 'You found the answer yourself on Thursday, Karthik. I only kept asking.',
    },
    {
      by: 'ishita-bose',
      rating: 5,
      daysAgo: 26,
      text: 'I came for React help and left with a plan for the next six months. Ananya reads code the way other people read novels.',
    },
    {
      by: 'ritika-malhotra',
      rating: 5,
      daysAgo: 41,
      text: 'Bombed a system design round in March, went through it with her question by question, passed a similar one in May. What changed: I now say the numbers aloud before drawing boxes.',
      reply: 'The estimate of daily writes is what turned it around. Well prepared!',
    },
    {
      by: 'pranav-joshi',
      rating: 4,
      daysAgo: 58,
      text: 'Very good on the backend side. Kubernetes is not her main area and she said so at once, then pointed me to the right person here. I appreciated that.',
    },
    {
      by: 'chaitra-gowda',
      rating: 5,
      daysAgo: 73,
      text: 'First year as a manager and I was reviewing everything myself. She made me list what I would stop doing. Painful list. Team is happier.',
    },
    {
      by: 'gaurav-rawat',
      rating: 5,
      daysAgo: 90,
      text: 'I am self taught and was afraid she would find my questions silly. She did not. We built the login part of my node.js project together, I typed and she watched. Patient like a school teacher, in the best sense.',
    },
    {
      by: 'samuel-varghese',
      rating: 3,
      daysAgo: 112,
      text: 'Clearly an expert, but the slots I could take were all at 8 in the morning and twice she joined from a taxi. Content 5, logistics 2.',
      reply:
        'Fair. I have moved the morning calls to days on which I work from home, and opened evenings too.',
    },
    {
      by: 'divya-rajan',
      rating: 5,
      daysAgo: 134,
      text: 'Even for ML work the code review calls are useful. She made me delete a thousand lines of config and nothing was lost.',
    },
    {
      by: 'kunal-shah',
      rating: 4,
      daysAgo: 160,
      text: 'Helped us decide not to rewrite. That single conversation saved a founder four months. Would like slightly longer written summaries.',
    },
    {
      by: 'tushar-patil',
      rating: 5,
      daysAgo: 188,
      text: 'Asked for two things each month and checked them. First mentor who remembered what we agreed upon without me repeating it.',
    },
    {
      by: 'fatima-khan',
      rating: 5,
      daysAgo: 215,
      text: 'She looked at my college project for real, ran it on her laptop, and found a bug in the payment screen. I was embarrassed for one minute and then it was great fun.',
    },
    {
      by: 'aditya-ghorpade',
      rating: 4,
      daysAgo: 252,
      text: 'My daily work is C++, so I wondered if it would fit. For design documents and for explaining trade-offs it fits any language. For the language itself take somebody else.',
    },
    {
      by: 'rhea-thomas',
      rating: 5,
      daysAgo: 301,
      text: 'I am in product, not engineering. Four calls on how systems fail, drawn on paper. Engineers in my team noticed within weeks.',
    },
    {
      by: 'sneha-pillai',
      rating: 5,
      daysAgo: 366,
      text: 'Honest about timing: she told me that a data engineering role was about a year away. It took eleven months. I trust people who say such things at the start.',
      reply: 'Eleven! You beat my estimate. Congratulations once more.',
    },
  ],
}
