import type { ReviewDrafts } from './types.ts'

export const operationsReviews: ReviewDrafts = {
  'balaji-venkatesan': [
    {
      by: 'chaitra-gowda',
      rating: 4,
      daysAgo: 7,
      text: 'Reviewed our cloud bill and found three load balancers that belonged to nobody. Practical man.',
    },
    {
      by: 'pranav-joshi',
      rating: 5,
      daysAgo: 29,
      text: 'The broken cluster lab is the best learning I ever paid for. Week four he had changed one character in a network policy and I searched for fifty minutes. Hired as DevOps engineer last month!',
      reply: 'Your write-up of week four is what I would show any employer. Congratulations.',
    },
    {
      by: 'karthik-murthy',
      rating: 5,
      daysAgo: 55,
      text: 'Finally I can read a packet capture. He refuses to touch Kubernetes before that, and he is right.',
    },
    {
      by: 'tushar-patil',
      rating: 5,
      daysAgo: 92,
      text: 'Terraform state explained as a household account book. After this it is just book-keeping.',
    },
    {
      by: 'monalisa-das',
      rating: 4,
      daysAgo: 131,
      text: 'As a tester I wanted to understand pipelines. He adjusted the level without a word and gave me small tasks.',
    },
    {
      by: 'gaurav-rawat',
      rating: 3,
      daysAgo: 170,
      text: 'The first month is only Linux and networking. I was impatient and stopped. Friends tell me I should have continued.',
    },
    {
      by: 'ritika-malhotra',
      rating: 5,
      daysAgo: 214,
      text: 'On-call rota for eight people, designed together in one hour, accepted by all eight. I did not believe it possible.',
    },
    {
      by: 'nazneen-begum',
      rating: 5,
      daysAgo: 277,
      text: 'We hardened one cluster step by step. He knows what is worth doing and what is theatre.',
      reply: 'I quote you on "theatre" in my own company now.',
    },
    {
      by: 'harsh-vaghela',
      rating: 4,
      daysAgo: 359,
      text: 'Solid. Mostly AWS though, my work is Azure and I had to translate.',
    },
    {
      by: 'kunal-shah',
      rating: 5,
      daysAgo: 480,
      text: 'For a start-up of six he advised against Kubernetes. One virtual machine and backups. Thank you for the honesty.',
    },
  ],
  'swati-mahapatra': [
    {
      by: 'pranav-joshi',
      rating: 5,
      daysAgo: 24,
      text: 'Four years of night shift support and I thought it counted for nothing. She made me write down thirty incidents I had handled; that list became my résumé.',
    },
    {
      by: 'chaitra-gowda',
      rating: 5,
      daysAgo: 78,
      text: 'We deleted 61 alerts in one call with her looking on. Nothing bad has happened since, and people sleep.',
    },
    {
      by: 'karthik-murthy',
      rating: 4,
      daysAgo: 142,
      text: 'Clear teaching on traces. The shared terminal lagged at times.',
    },
    {
      by: 'tushar-patil',
      rating: 4,
      daysAgo: 240,
      text: 'Service level objectives in plain words, as promised. I used her template with my data team as well.',
    },
  ],
  'imran-qureshi': [
    {
      by: 'pranav-joshi',
      rating: 4,
      daysAgo: 21,
      text: 'Straight talk on certificates: which two are worth it and which are wall decoration.',
    },
    {
      by: 'karthik-murthy',
      rating: 4,
      daysAgo: 69,
      text: 'Costly, but a secure code review of this depth would cost ten times more from a firm.',
    },
    {
      by: 'nazneen-begum',
      rating: 5,
      daysAgo: 133,
      text: 'Brought my own code from the last project. He found an injection I was sure could not exist, then helped me to write the fix and the test. That is teaching.',
    },
    {
      by: 'chaitra-gowda',
      rating: 5,
      daysAgo: 202,
      text: 'Threat model of our refunds flow on one sheet. The team uses the same sheet for every feature now.',
      reply: 'And you put it on the wall, which is half the work.',
    },
    {
      by: 'fatima-khan',
      rating: 1,
      daysAgo: 266,
      text: "I am a student and asked how to get into my hostel's wifi as a project. He cancelled the call. Could have explained more politely.",
      reply:
        'I declined because you had no permission for that network, as my profile says. I sent you three legal labs to practise in; the invitation to use them with me stands.',
    },
    {
      by: 'samuel-varghese',
      rating: 5,
      daysAgo: 398,
      text: 'The reporting lesson was gold. My findings are finally read by the people who must fix them.',
    },
  ],
  'vikram-rathore': [
    {
      by: 'chaitra-gowda',
      rating: 4,
      daysAgo: 13,
      text: 'Levels and compensation talk was eye-opening. His calls are at my 7.30 pm in summer and 8.30 in winter, plan for that.',
    },
    {
      by: 'ritika-malhotra',
      rating: 5,
      daysAgo: 40,
      text: 'Two mocks, both graded on the same sheet his company uses. First one: 2 of 5. Second one: 4 of 5. The real loop felt familiar. Offer signed.',
    },
    {
      by: 'karthik-murthy',
      rating: 5,
      daysAgo: 76,
      text: 'He stopped me after ninety seconds: "Nobody asked this." Best feedback of my career.',
    },
    {
      by: 'aditya-ghorpade',
      rating: 4,
      daysAgo: 119,
      text: 'Java is not my language but system design is language free. Written feedback came the same night each time.',
    },
    {
      by: 'tushar-patil',
      rating: 5,
      daysAgo: 158,
      text: 'Kafka deep dive on something I built. I thought I knew why we had twelve partitions. I did not.',
    },
    {
      by: 'kunal-shah',
      rating: 2,
      daysAgo: 196,
      text: 'For a founder this was the wrong choice. Everything is seen from the big company side. Good man, wrong fit.',
      reply: 'Agreed, Kunal, and thank you for saying it kindly. I list founders as not my field now.',
    },
    {
      by: 'samuel-varghese',
      rating: 5,
      daysAgo: 260,
      text: 'Visa arithmetic with a real spreadsheet. Nobody else was this frank with me about the waiting times.',
    },
    {
      by: 'pranav-joshi',
      rating: 4,
      daysAgo: 350,
      text: 'High price. If you prepare before each call you get it back, otherwise not.',
    },
    {
      by: 'divya-rajan',
      rating: 5,
      daysAgo: 470,
      text: 'Did an ML system design mock. He brought a colleague from that area for ten minutes at no charge.',
    },
  ],
}
