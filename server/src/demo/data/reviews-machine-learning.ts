import type { ReviewDrafts } from './types.ts'

export const machineLearningReviews: ReviewDrafts = {
  'lakshmi-raghavan': [
    {
      by: 'karthik-murthy',
      rating: 4,
      daysAgo: 18,
      text: 'Got me through training run debugging: loss curves read like an ECG. Would like evening slots on weekends.',
    },
    {
      by: 'aditya-ghorpade',
      rating: 5,
      daysAgo: 60,
      text: 'We reproduced one row of one table. It took a month. I now understand why people do not do this.',
    },
    {
      by: 'divya-rajan',
      rating: 5,
      daysAgo: 111,
      text: 'Fifteen papers so far. In week six I noticed that a table had no variance reported and she just smiled. That is the course.',
      reply: 'You have begun to read like a reviewer. There is no way back.',
    },
    {
      by: 'sneha-pillai',
      rating: 4,
      daysAgo: 178,
      text: 'Demanding. I was at the lower limit of what is needed and she told me so before I paid, which was fair.',
    },
    {
      by: 'tushar-patil',
      rating: 5,
      daysAgo: 245,
      text: 'MLOps from someone who has truly carried a pager for a speech model. No buzzwords.',
    },
    {
      by: 'samuel-varghese',
      rating: 3,
      daysAgo: 320,
      text: 'Great mind, though the calls turned to NLP very often and my topic was vision.',
    },
    {
      by: 'chaitra-gowda',
      rating: 5,
      daysAgo: 430,
      text: 'I manage an ML team without the background. She told me five questions to ask in reviews. I use them each week.',
    },
  ],
  'amit-trivedi': [
    {
      by: 'mohit-garg',
      rating: 5,
      daysAgo: 22,
      text: 'Probability aloud with a timer. I hated it for three weeks. Then a trader asked me the very kind of question and I heard myself answering calmly.',
    },
    {
      by: 'aditya-ghorpade',
      rating: 5,
      daysAgo: 90,
      text: 'Moved from automotive C++ to a research developer seat. He told me early that pure research is not for me, and why. Right again.',
    },
    {
      by: 'sneha-pillai',
      rating: 4,
      daysAgo: 156,
      text: 'Tough, fair, punctual to the second. Not cheap at all.',
    },
    {
      by: 'karthik-murthy',
      rating: 3,
      daysAgo: 220,
      text: 'Interesting hour but I had wanted technology advice. This is really for quant candidates.',
    },
    {
      by: 'kunal-shah',
      rating: 4,
      daysAgo: 301,
      text: 'His view on when a backtest lies made me look at our growth model again. It lied as well.',
    },
  ],
  'nikhil-bhandari': [
    {
      by: 'karthik-murthy',
      rating: 5,
      daysAgo: 11,
      text: 'Latency budget per call, fallback for every call, cost per customer. Real engineering.',
    },
    {
      by: 'ishita-bose',
      rating: 4,
      daysAgo: 48,
      text: 'Good talk about streaming answers in the interface. A bit rushed at the end because of his next meeting.',
      reply: 'Sorry about that, Ishita. I leave a quarter of an hour between calls now.',
    },
    {
      by: 'divya-rajan',
      rating: 5,
      daysAgo: 93,
      text: 'Forty questions, scored by hand, over one rainy Sunday. We found out that retrieval was the whole problem and the model was fine. Two months of wrong work stopped.',
      reply: 'The Sunday method is unpopular and it never fails.',
    },
    {
      by: 'rhea-thomas',
      rating: 5,
      daysAgo: 141,
      text: 'I was told to "add AI". He helped me write a one page note on why not yet, and the CEO thanked me.',
    },
    {
      by: 'gaurav-rawat',
      rating: 4,
      daysAgo: 190,
      text: 'Asked mainly about Germany. Got an honest list: language first, then applications, then hope.',
    },
    {
      by: 'chaitra-gowda',
      rating: 5,
      daysAgo: 255,
      text: 'Our evaluation sheet is still the one we made with him. It has survived three model changes.',
    },
  ],
}
