import type { ReviewDrafts } from './types.ts'

export const creativeCareersReviews: ReviewDrafts = {
  'tara-fernandes': [
    {
      by: 'simran-kaur',
      rating: 5,
      daysAgo: 12,
      text: 'Ten pages came back with pencil marks by post, real post. She wrote "I stopped believing you here" on page four. The novel is at 61,000 words.',
    },
    {
      by: 'rhea-thomas',
      rating: 4,
      daysAgo: 70,
      text: 'Essay writing for someone who writes only specs all day. Three hundred words a day, she does check.',
    },
    {
      by: 'omkar-jadhav',
      rating: 4,
      daysAgo: 139,
      text: 'She taught me to write a sentence without "hereinafter". Slow reader, wait a week for returns.',
    },
    {
      by: 'tanvi-naik',
      rating: 5,
      daysAgo: 221,
      text: 'Wrote the text for my picture book. She cut two thirds and suddenly the drawings could speak.',
    },
  ],
  'faisal-rizvi': [
    {
      by: 'simran-kaur',
      rating: 5,
      daysAgo: 22,
      text: 'Nine of my ten pitches were a topic. The tenth became a story, published, four thousand words, paid. He went over the structure with scissors.',
    },
    {
      by: 'omkar-jadhav',
      rating: 4,
      daysAgo: 86,
      text: 'RTI drafting from someone who has been refused in every way possible. My second one got an answer in 28 days.',
    },
    {
      by: 'anita-kumari',
      rating: 4,
      daysAgo: 160,
      text: 'Learned how to read a newspaper for the exam by learning how it is made. Night slot was late for me.',
    },
  ],
  'anjali-warrier': [
    {
      by: 'vivek-anand',
      rating: 5,
      daysAgo: 14,
      text: 'Same rushes, two cuts. Hers breathes and mine talks. I recut it and got my first editor credit on a short film in Chennai.',
    },
    {
      by: 'akash-dutta',
      rating: 4,
      daysAgo: 77,
      text: 'Sound as an editing tool, for animation too. I now cut with my eyes closed once, as she says.',
    },
    {
      by: 'tanvi-naik',
      rating: 4,
      daysAgo: 149,
      text: 'My college documentary found its ending. She never touches your timeline, only asks why.',
    },
  ],
  'shalini-rawat': [
    {
      by: 'lobsang-tsering',
      rating: 4,
      daysAgo: 31,
      text: 'Runs 312 rooms and still took my four room homestay seriously. Complaints, linen, forecast for the season. I did not need the Gulf part but enjoyed the stories.',
      reply: 'Four rooms teach you more than three hundred do. Keep the linen book!',
    },
  ],
  'neeraj-bisht': [
    {
      by: 'gaurav-rawat',
      rating: 5,
      daysAgo: 7,
      text: 'Watched myself at half speed. Said "basically" 31 times. Third session: twice. Got the job and the salary I did not dare to say before.',
      reply: 'I counted once. You are too strict with yourself.',
    },
    {
      by: 'ritika-malhotra',
      rating: 5,
      daysAgo: 34,
      text: 'Seventy seconds for tell me about yourself. I was at four minutes when we began.',
    },
    {
      by: 'aishwarya-ramesh',
      rating: 4,
      daysAgo: 65,
      text: 'Good practice for big firm interviews. He knows HR rounds better than technical ones.',
    },
    {
      by: 'omkar-jadhav',
      rating: 4,
      daysAgo: 98,
      text: 'Mock panel with two friends of his acting as senior partners. Terrifying, useful.',
    },
    {
      by: 'fatima-khan',
      rating: 5,
      daysAgo: 137,
      text: 'Campus placement from a small college: he lowered the fee without my begging for it, and he never mentioned it again.',
    },
    {
      by: 'vishal-thakur',
      rating: 5,
      daysAgo: 182,
      text: 'We practised in the English I have. He said clarity counts, and my interviewer said that I was clear.',
    },
    {
      by: 'monalisa-das',
      rating: 3,
      daysAgo: 226,
      text: 'Résumé part is a bit standard. The filmed interview is the real thing here, take that.',
      reply: 'Honest and useful, thank you. The résumé session is now half as long.',
    },
    {
      by: 'suresh-babu',
      rating: 4,
      daysAgo: 290,
      text: 'Helped me explain why a site engineer wants a design job, in three sentences.',
    },
    {
      by: 'sneha-pillai',
      rating: 1,
      daysAgo: 371,
      text: 'My file with the recorded interview was sent to me through an open link. I do not think anyone saw it, but it should not happen.',
      reply:
        'It should not, and I am sorry. The link was closed the same hour and recordings go only through the chat here since that day.',
    },
  ],
  'sunita-pawar': [
    {
      by: 'anita-kumari',
      rating: 4,
      daysAgo: 5,
      text: 'Kind and very practical. Some of the office skills part was too basic for me.',
    },
    {
      by: 'keerthi-reddy',
      rating: 4,
      daysAgo: 60,
      text: 'I did not restart a job, I started a business, but the plan of sixteen weeks kept me moving.',
    },
    {
      by: 'bhumika-chauhan',
      rating: 5,
      daysAgo: 118,
      text: 'Who cooks on Tuesday? My husband laughed at this question, then we fought, then we made a chart. Week eleven: part-time accounts job, four hours a day, near home.',
      reply: 'And he makes a good poha now, I hear.',
    },
    {
      by: 'sadia-hussain',
      rating: 5,
      daysAgo: 189,
      text: 'I sent two returning women from our factory to her. One is my colleague again.',
    },
    {
      by: 'preeti-lakra',
      rating: 4,
      daysAgo: 248,
      text: 'She reads every application, really each one. Five a week is plenty when somebody reads them.',
    },
  ],
}
