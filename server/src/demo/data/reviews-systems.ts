import type { ReviewDrafts } from './types.ts'

export const systemsReviews: ReviewDrafts = {
  'harpreet-gill': [
    {
      by: 'chaitra-gowda',
      rating: 5,
      daysAgo: 20,
      text: 'Our wallet service had paid a vendor twice. He did not laugh. We designed the ledger table so that the database itself refuses it.',
    },
    {
      by: 'samuel-varghese',
      rating: 5,
      daysAgo: 47,
      text: 'Compared his two settlement programs, bad one and good one, side by side. I wish more people kept their bad code.',
    },
    {
      by: 'karthik-murthy',
      rating: 5,
      daysAgo: 83,
      text: 'The paper about idempotency keys was twelve pages, and the hour after it changed how I write every handler. Reading before the call is not optional, be warned.',
    },
    {
      by: 'pranav-joshi',
      rating: 4,
      daysAgo: 118,
      text: 'Learned Go from zero in four months with him. Strict but never rude. Sessions at six in the morning need character.',
    },
    {
      by: 'tushar-patil',
      rating: 4,
      daysAgo: 150,
      text: 'Great on contexts and cancellation. Wanted more on testing, we only touched it.',
    },
    {
      by: 'ritika-malhotra',
      rating: 5,
      daysAgo: 199,
      text: 'Sir explained channels using the queue at a langar and I will never forget it.',
    },
    {
      by: 'gaurav-rawat',
      rating: 2,
      daysAgo: 240,
      text: 'Too advanced for me at that time. He said in the intro call that I should do two months of basics first and I did not listen. Half my fault, but the fee was spent.',
      reply: 'Come back when you feel ready, Gaurav. The first month is on me.',
    },
    {
      by: 'harsh-vaghela',
      rating: 5,
      daysAgo: 312,
      text: 'We moved one service from C# to Go as an exercise, then he asked whether it should have been moved at all. Answer: no. Excellent lesson.',
    },
  ],
  'nivedita-kulkarni': [
    {
      by: 'samuel-varghese',
      rating: 5,
      daysAgo: 17,
      text: 'I had fought lifetimes for a year. She took a pencil, drew two boxes and an arrow, and the error message suddenly was a sentence in English.',
    },
    {
      by: 'aditya-ghorpade',
      rating: 5,
      daysAgo: 66,
      text: 'C++ person here. She knows exactly which of my habits transfer and which hurt. My first patch to an open project was merged in week nine.',
      reply: 'Twenty-six review comments, and you answered every one. That is how it is done.',
    },
    {
      by: 'karthik-murthy',
      rating: 4,
      daysAgo: 110,
      text: 'Slow pace by design. She really does wait until you answer. Bring patience, it pays.',
    },
    {
      by: 'divya-rajan',
      rating: 4,
      daysAgo: 163,
      text: 'Did a small tokenizer in Rust with her. Good questions about memory, less interested in the ML side.',
    },
    {
      by: 'pranav-joshi',
      rating: 3,
      daysAgo: 228,
      text: 'Liked her, but two calls were rescheduled in one month because of a release at her work.',
      reply:
        'True, and I was sorry about it. I gave that month back and I publish fewer slots before releases now.',
    },
    {
      by: 'nazneen-begum',
      rating: 5,
      daysAgo: 300,
      text: 'Took it to understand memory safety for my security job. Unsafe blocks no longer look like poetry to me.',
    },
  ],
  'thomas-kurian': [
    {
      by: 'karthik-murthy',
      rating: 4,
      daysAgo: 30,
      text: 'Deep knowledge of lock-free queues. Very little small talk. Fine for me.',
    },
    {
      by: 'aditya-ghorpade',
      rating: 5,
      daysAgo: 88,
      text: 'Brutal in a good way. He asked what a cache line is in minute two and I had no idea in spite of five years of C++. Six months later I work at an exchange.',
      reply: 'You did the homework. All of it. Simple as that.',
    },
    {
      by: 'samuel-varghese',
      rating: 5,
      daysAgo: 140,
      text: 'The measuring session alone: we guessed ten times where the time goes, wrong nine times. I do not guess any more.',
    },
    {
      by: 'mohit-garg',
      rating: 2,
      daysAgo: 175,
      text: 'I wanted to get into trading technology but my C++ was basic. He says on his profile that it is not for beginners, still I felt brushed off after one call.',
      reply:
        'I should have told you that before you paid, Mohit, and I have refunded the month. Please start with one of the patient people here.',
    },
    {
      by: 'chaitra-gowda',
      rating: 4,
      daysAgo: 260,
      text: 'Used him for one performance review of a service. Found a false sharing problem in twenty minutes that we had chased for weeks. Expensive and worth it.',
    },
    {
      by: 'harsh-vaghela',
      rating: 3,
      daysAgo: 333,
      text: 'Good teacher of templates. Homework of 6 hours a week is not a joke and I could not keep up with my job.',
    },
    {
      by: 'pranav-joshi',
      rating: 5,
      daysAgo: 450,
      text: 'Mock interview felt harder than the real one. That was the idea.',
    },
  ],
}
