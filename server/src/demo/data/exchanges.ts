/** What mentees ask between sessions, and what comes back: of no one field, so that every pair may have written it. */
export const demoExchanges: readonly { question: string; answer: string }[] = [
  {
    question:
      'I tried what you suggested on Tuesday. It works for the small case and falls apart for the big one.',
    answer:
      'Good, then we know where the limit is. Write down the smallest case in which it fails, and nothing else. We look at that one.',
  },
  {
    question: 'Is it normal that the first draft takes me three evenings? It feels slow.',
    answer:
      'It is normal for the first five. Keep a note of what took longest each time; that list is what we work on.',
  },
  {
    question: 'They have asked me to present it to the whole team. Ten minutes. What do I leave out?',
    answer:
      'Everything they could not act on. One problem, one picture, one thing you want from them. Send me the picture before you make slides.',
  },
  {
    question: 'Which of the two books would you read first?',
    answer: 'The thinner one, with a pencil. The other is for looking things up, and nobody finishes it.',
  },
  {
    question:
      'I have two offers and three days. Can I tell you the numbers and you tell me what I am not seeing?',
    answer:
      'Yes. Send me both, and one line on who your manager would be in each. That line usually decides it.',
  },
  {
    question: 'My feedback said “be more visible”. What does a person do with that on a Monday morning?',
    answer:
      'Ask for one example of somebody who is, and what they did last week. Vague feedback becomes useful when it has a name in it.',
  },
  {
    question: 'Quick one: do you keep notes in one place or in many?',
    answer: 'One place, searched, never sorted. I gave up on sorting in 2016 and have not missed it.',
  },
  {
    question: 'I sent the first version yesterday. Only one reply so far, and it was kind but not useful.',
    answer:
      'Ask that person one narrow question: which sentence made you stop? Kind readers answer narrow questions very well.',
  },
  {
    question: 'Can we use the next call to rehearse? I would like to be interrupted.',
    answer: 'With pleasure. I shall interrupt you early and often. Bring a clock.',
  },
  {
    question: 'It went well! They said yes to most of it. I wanted you to be the first to know.',
    answer:
      'That made my day. Before the glow fades: write down what you did differently this time, in three lines.',
  },
]

/** Not answered yet when the demo begins. @see load-demo-answers.ts */
export const demoOpenQuestions: readonly string[] = [
  'Would you look at my plan for the migration before Friday? It is one page, I promise.',
  'I got the interview! It is on Thursday. Which two things would you practise first?',
]

/** What the demo mentor writes again and again. */
export const demoSavedReplies: readonly string[] = [
  'Send me one thing you built in the last three months that you were unsure about. Code is fine, a design note is better.',
  'Good question, and too long for a message. Book an hour and bring the code; we look at it together.',
  'Well done! Before the glow fades: write down what you did differently this time, in three lines.',
]
