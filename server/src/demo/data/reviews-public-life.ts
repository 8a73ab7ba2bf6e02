import type { ReviewDrafts } from './types.ts'

export const publicLifeReviews: ReviewDrafts = {
  'meenakshi-sundaresan': [
    {
      by: 'kunal-shah',
      rating: 4,
      daysAgo: 16,
      text: 'Learned to read shareholder agreements before paying my lawyer to do it. Very exact person.',
    },
    {
      by: 'ritika-malhotra',
      rating: 5,
      daysAgo: 66,
      text: 'Negotiated my exit terms after one session of drafting. The e-mail to the angry client exercise works for angry managers as well.',
    },
    {
      by: 'omkar-jadhav',
      rating: 5,
      daysAgo: 131,
      text: 'My first indemnity came back with nine comments and one tick. The tick was for a comma. By the sixth draft there were nine ticks. I got the internship and then was called back.',
      reply: 'The comma deserved it.',
    },
    {
      by: 'sadia-hussain',
      rating: 4,
      daysAgo: 209,
      text: 'Helped me understand our employment contracts clause by clause, as learning. She was careful to say that it is not legal advice.',
    },
    {
      by: 'nazneen-begum',
      rating: 3,
      daysAgo: 330,
      text: 'Excellent lawyer. She starts on the minute and ends on the minute, so come with everything ready or you lose a third of it.',
    },
  ],
  'nandini-hegde': [
    {
      by: 'sadia-hussain',
      rating: 5,
      daysAgo: 11,
      text: 'We wrote a leave policy on one page. It had been fourteen. The workers read it. That sentence alone is my review.',
      reply: 'And they found a mistake in it, which means that they really did read it.',
    },
    {
      by: 'chaitra-gowda',
      rating: 5,
      daysAgo: 56,
      text: 'She played the angry director and I nearly cried, and then we did it again, and again. The real conversation was easy.',
    },
    {
      by: 'bhumika-chauhan',
      rating: 4,
      daysAgo: 108,
      text: 'Good help for salary talks after a break. She knows what is said in the room after you leave.',
    },
    {
      by: 'vishal-thakur',
      rating: 4,
      daysAgo: 170,
      text: 'Asked for one thing only, how to resign well. Did it. My old boss sends me customers.',
    },
    {
      by: 'harsh-vaghela',
      rating: 3,
      daysAgo: 262,
      text: "Useful, somewhat from the company's point of view at times. I wanted somebody fully on my side.",
      reply:
        'I can see why it felt so. I try to show what the other side will say, and perhaps I did too much of it.',
    },
  ],
  'alok-pandey': [
    {
      by: 'omkar-jadhav',
      rating: 4,
      daysAgo: 6,
      text: 'Polity portion is better taught here than in my law college. Early hours though, 6 a.m.',
    },
    {
      by: 'anita-kumari',
      rating: 5,
      daysAgo: 31,
      text: 'Every week eight answers, every week red marks, for two years. My mains score went up by sixty. He charges less than the photocopies cost me.',
    },
    {
      by: 'santosh-yadav',
      rating: 5,
      daysAgo: 70,
      text: 'Third attempt. He never promised anything. He told me where I write without answering, and it was everywhere. Interview call received.',
    },
    {
      by: 'preeti-lakra',
      rating: 5,
      daysAgo: 103,
      text: 'Sir asked for my plan B in the second call. I was angry. Now I have an agriculture officer exam as plan B and I study with less fear.',
    },
    {
      by: 'sadia-hussain',
      rating: 4,
      daysAgo: 144,
      text: 'Essay Sundays are wonderful. Handwriting remarks hurt but are true.',
    },
    {
      by: 'vishal-thakur',
      rating: 3,
      daysAgo: 190,
      text: 'Very good man. It needs full time commitment and with my job I sent two answers instead of eight, so little progress.',
    },
    {
      by: 'mary-lalthangi',
      rating: 5,
      daysAgo: 243,
      text: 'He explained the exam to a first generation aspirant from Mizoram without one condescending word.',
    },
    {
      by: 'rajiv-nayak',
      rating: 4,
      daysAgo: 305,
      text: 'For state services also helpful. Hindi medium is taken seriously here.',
    },
    {
      by: 'bhumika-chauhan',
      rating: 2,
      daysAgo: 377,
      text: 'I am past the age for the exam and only wanted interview practice for a state board. It took two weeks to get a slot.',
      reply:
        'My regret, Bhumikaji. The weeks after the mains result are crowded. I keep two hours apart for others now.',
    },
    {
      by: 'suresh-babu',
      rating: 5,
      daysAgo: 520,
      text: 'Tried for engineering services. General studies answers improved, and I sleep seven hours on his orders.',
    },
  ],
  'stanzin-angmo': [
    {
      by: 'preeti-lakra',
      rating: 5,
      daysAgo: 20,
      text: 'She asked about my savings before my dreams. I have a plan now: one year in a district programme, with money for fourteen months.',
      reply: 'And a strong back. Do not forget the third question.',
    },
    {
      by: 'anita-kumari',
      rating: 5,
      daysAgo: 88,
      text: 'We spoke about schools in places with no road. Connection was weak from her side in the snow but she called back each time.',
    },
  ],
}
