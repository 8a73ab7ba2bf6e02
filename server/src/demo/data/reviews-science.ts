import type { ReviewDrafts } from './types.ts'

export const scienceReviews: ReviewDrafts = {
  'rukhsana-wani': [
    {
      by: 'anita-kumari',
      rating: 5,
      daysAgo: 24,
      text: 'My sister finished MBBS and was lost. Three calls, three friends of hers from three branches on the phone. Nobody else does that.',
    },
    {
      by: 'simran-kaur',
      rating: 4,
      daysAgo: 80,
      text: 'Medical writing explained by someone who reads it. I took on my first journal editing job because of her.',
    },
    {
      by: 'mary-lalthangi',
      rating: 5,
      daysAgo: 139,
      text: 'I am not a doctor but wanted public health. The table she makes you fill in is cruelly honest. Mine had only one row left and it was the right one.',
    },
    {
      by: 'sadia-hussain',
      rating: 4,
      daysAgo: 204,
      text: 'Asked for my younger brother preparing for NEET PG. She spoke to him like a colleague, he works to her schedule now.',
    },
  ],
  'gopal-nair': [
    {
      by: 'mary-lalthangi',
      rating: 5,
      daysAgo: 18,
      text: '"Who left this lab recently?" I asked exactly this at two labs. One did not answer. I joined the other.',
      reply: 'The best control experiment you will ever run.',
    },
    {
      by: 'divya-rajan',
      rating: 4,
      daysAgo: 92,
      text: 'Six panels, one claim. I used it for an ML paper and the reviewers had fewer questions than ever.',
    },
    {
      by: 'preeti-lakra',
      rating: 4,
      daysAgo: 165,
      text: 'Helped me find out that research is not for me, gently. The stories about antivenom are great.',
    },
  ],
  'murugan-pillai': [
    {
      by: 'aditya-ghorpade',
      rating: 4,
      daysAgo: 13,
      text: 'Software person building a small machine at home. He found my bearing mistake from one photograph.',
    },
    {
      by: 'vishal-thakur',
      rating: 5,
      daysAgo: 75,
      text: "We took apart the gearbox of my mother's mixer. Eight parts drawn with tolerances. In the interview they asked about fits and I talked for ten minutes.",
    },
    {
      by: 'suresh-babu',
      rating: 4,
      daysAgo: 148,
      text: 'Practical and warm. Tamil and English mixed, fine for me.',
    },
    {
      by: 'rajiv-nayak',
      rating: 5,
      daysAgo: 281,
      text: 'He told me whom to avoid among compressor suppliers, with reasons. Diploma holders get real respect here.',
    },
  ],
  'deepika-rana': [
    {
      by: 'suresh-babu',
      rating: 5,
      daysAgo: 10,
      text: 'Seven years on site and I could not check a beam by hand. Now I do the rough answer first and twice already the software model was the wrong one. Design office job from next month.',
      reply: 'You know how concrete really arrives. They are lucky to have you.',
    },
    {
      by: 'pooja-bhatt',
      rating: 5,
      daysAgo: 61,
      text: 'As an architect I finally understand the load path. Three colours, one drawing. I argue less with structural engineers.',
    },
    {
      by: 'vishal-thakur',
      rating: 4,
      daysAgo: 122,
      text: 'Good sessions on foundations for pump houses. Rescheduled once because of a landslide near her site, understandable.',
    },
    {
      by: 'rajiv-nayak',
      rating: 3,
      daysAgo: 203,
      text: 'Helpful, but it soon went into calculations that I could not follow without engineering maths.',
    },
  ],
  'anirudh-kale': [
    {
      by: 'pooja-bhatt',
      rating: 5,
      daysAgo: 15,
      text: 'Sixty-two pages down to sixteen. I mourned for a week. Then the first office I wrote to answered on the same day and asked about the lime plaster detail.',
      reply: 'It is a beautiful detail. The mason said so too.',
    },
    {
      by: 'suresh-babu',
      rating: 4,
      daysAgo: 90,
      text: 'Visited one of his sites after a call. Seeing a wall breathe is odd and convincing.',
    },
    {
      by: 'megha-kapoor',
      rating: 4,
      daysAgo: 163,
      text: 'Took one call on portfolio structure. Different field, same disease, he said. Cut half.',
    },
  ],
  'bhavna-thakor': [
    {
      by: 'preeti-lakra',
      rating: 5,
      daysAgo: 9,
      text: 'Three farms, hour by hour. I grew up on a farm and still I learned what my own neighbours do at 4 in the morning. I work with an FPO now.',
    },
    {
      by: 'kunal-shah',
      rating: 5,
      daysAgo: 100,
      text: 'We thought of logistics for vegetables. She sent me to the mandi before giving me a second call. Idea changed completely.',
    },
  ],
  'oindrila-sen': [
    {
      by: 'mohit-garg',
      rating: 4,
      daysAgo: 11,
      text: 'For finance degrees she was less sure and told me so. Statement editing was first class.',
    },
    {
      by: 'mary-lalthangi',
      rating: 5,
      daysAgo: 54,
      text: 'Eight programmes, three offers, one scholarship. She asked forty questions in the margins and did not write one word for me. I am proud that it is my own.',
      reply: 'The line about the river stayed from the first draft to the last. Rightly.',
    },
    {
      by: 'ishita-bose',
      rating: 5,
      daysAgo: 109,
      text: 'The budget sheet is frightening and correct. I shifted my plans by a year and saved up first.',
    },
    {
      by: 'nazneen-begum',
      rating: 4,
      daysAgo: 174,
      text: 'Good advice on Ireland. With the time difference it was always evening for me, sometimes late.',
    },
    {
      by: 'divya-rajan',
      rating: 5,
      daysAgo: 250,
      text: "She said that for me a second master's makes no sense and explained why, with numbers. That honest call saved twenty lakh rupees.",
    },
    {
      by: 'tanvi-naik',
      rating: 3,
      daysAgo: 341,
      text: 'Design schools are not her thing, portfolio questions remained open. The visa part was perfect.',
      reply:
        'True, I only read science applications for years. I should say it more loudly on my profile, and now do.',
    },
  ],
}
