import type { DemoMessage } from './types.ts'

const hour = 60
const day = 24 * hour

/** Between mentee@demo.test and mentor@demo.test, oldest first; the last message is still unread by the mentee. */
export const demoConversation: readonly DemoMessage[] = [
  {
    sender: 'mentee',
    minutesAgo: 9 * day + 5 * hour,
    text: 'Hello Ananya, I subscribed last night. I am a backend developer (Go, three years) and my manager says I am "nearly senior". I would like to know what is in the "nearly".',
  },
  {
    sender: 'mentor',
    minutesAgo: 9 * day + 2 * hour + 10,
    text: 'Welcome, Rohan! That is a good question and a lazy answer from your manager. Send me one thing you built in the last three months that you were unsure about. Code is fine, a design note is better.',
  },
  {
    sender: 'mentee',
    minutesAgo: 8 * day + 21 * hour,
    text: 'We have a service that sends invoices by e-mail. Some customers get the same invoice twice, about 3 in 10,000. I added a lock in Redis and it went down to 1 in 10,000, but it did not go away and I cannot explain why.',
  },
  {
    sender: 'mentor',
    minutesAgo: 8 * day + 19 * hour + 25,
    text: 'Lovely problem. Before we touch code: what happens, step by step, if the process dies after the mail is handed over and before the row is marked as sent? Write it as a numbered list, please.',
  },
  {
    sender: 'mentee',
    minutesAgo: 8 * day + 18 * hour,
    text: '1. Worker takes the invoice, takes the lock.\n2. Calls the mail provider, gets 202.\n3. Dies.\n4. Lock expires after 30 s.\n5. Another worker takes the same invoice and sends it again.\n\nOh. So the lock only makes it rarer.',
  },
  {
    sender: 'mentor',
    minutesAgo: 8 * day + 17 * hour + 48,
    text: 'Exactly. A lock cannot help with step 3. You have two honest choices: accept "at least once" and make the second send harmless, or find out from the provider whether the first one happened. What does their documentation say about a key that you may send along?',
  },
  {
    sender: 'mentee',
    minutesAgo: 7 * day + 3 * hour,
    text: 'They accept an idempotency key for 24 hours! Nobody on the team knew. I would use the invoice id plus its revision as the key. Is it bad that it only covers 24 hours?',
  },
  {
    sender: 'mentor',
    minutesAgo: 7 * day + 40,
    text: 'It is not bad, but it is a number you must know. Ask yourself: what is the longest time after which your worker may retry? If it is under 24 hours, write that down next to the constant and add a test. If nobody can say, that is the "nearly" in nearly senior.',
  },
  {
    sender: 'mentee',
    minutesAgo: 5 * day + 2 * hour,
    text: 'Found out: the retry job had no upper limit at all. Now it stops after 6 hours and raises an alert. I deleted the Redis lock. 140 lines less.',
  },
  {
    sender: 'mentor',
    minutesAgo: 5 * day + hour + 20,
    text: 'Deleting the lock is my favourite part. How many doubles since then?',
  },
  {
    sender: 'mentee',
    minutesAgo: 2 * day + 4 * hour,
    text: 'Zero in three days, about 41,000 invoices. My manager asked me to present it on Friday to the whole backend group. I am more nervous about that than I was about the bug.',
  },
  {
    sender: 'mentor',
    minutesAgo: 2 * day + 3 * hour + 5,
    text: 'Then let us use our next call for it. Three slides: what customers saw, the numbered list you wrote me, what you deleted. Please do not start with the architecture diagram.',
  },
  {
    sender: 'mentee',
    minutesAgo: 22 * hour,
    text: 'I have booked the hour and written "Rehearse the invoice talk" as the topic. I will have the three slides by then. Should I tell them that I first tried a lock and was wrong?',
  },
  {
    sender: 'mentor',
    minutesAgo: 20 * hour + 30,
    text: 'Yes, in one sentence, with the numbers before and after. People trust an engineer who shows the wrong turn. It is also the part they will remember in two years when they are about to add a lock.',
  },
  {
    sender: 'mentor',
    minutesAgo: 20 * hour + 28,
    text: 'And bring the test for the retry limit. Somebody will ask.',
  },
]
