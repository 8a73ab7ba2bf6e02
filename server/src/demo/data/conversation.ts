import type { DemoMessage } from './types.ts'

/** Between mentee@demo.test and mentor@demo.test, oldest first; the last message is still unread by the mentee. */
export const demoConversation: readonly DemoMessage[] = [
  {
    sender: 'mentee',
    at: { day: -9, clock: '09:12' },
    text: 'Hello Ananya, I subscribed last night. I am a backend developer (Go, three years) and my manager says I am "nearly senior". I would like to know what is in the "nearly".',
  },
  {
    sender: 'mentor',
    at: { day: -9, clock: '12:05' },
    text: 'Welcome, Rohan! That is a good question and a lazy answer from your manager. Send me one thing you built in the last three months that you were unsure about. Code is fine, a design note is better.',
  },
  {
    sender: 'mentee',
    at: { day: -9, clock: '19:30' },
    text: 'We have a service that sends invoices by email. Some customers get the same invoice twice, about 3 in 10,000. I added a lock in Redis and it went down to 1 in 10,000, but it did not go away and I cannot explain why.',
  },
  {
    sender: 'mentor',
    at: { day: -9, clock: '20:55' },
    text: 'Lovely problem. Before we touch code: what happens, step by step, if the process dies after the mail is handed over and before the row is marked as sent? Write it as a numbered list, please.',
  },
  {
    sender: 'mentee',
    at: { day: -9, clock: '22:10' },
    text: '1. Worker takes the invoice, takes the lock.\n2. Calls the mail provider, gets 202.\n3. Dies.\n4. Lock expires after 30 s.\n5. Another worker takes the same invoice and sends it again.\n\nOh. So the lock only makes it rarer.',
  },
  {
    sender: 'mentor',
    at: { day: -8, clock: '08:40' },
    text: 'Exactly. A lock cannot help with step 3. You have two honest choices: accept "at least once" and make the second send harmless, or find out from the provider whether the first one happened. What does their documentation say about a key that you may send along?',
  },
  {
    sender: 'mentee',
    at: { day: -7, clock: '18:20' },
    text: 'They accept an idempotency key for 24 hours! Nobody on the team knew. I would use the invoice id plus its revision as the key. Is it bad that it only covers 24 hours?',
  },
  {
    sender: 'mentor',
    at: { day: -7, clock: '20:45' },
    text: 'It is not bad, but it is a number you must know. Ask yourself: what is the longest time after which your worker may retry? If it is under 24 hours, write that down next to the constant and add a test. We look at it in our call tomorrow evening.',
  },
  {
    sender: 'mentee',
    at: { day: -5, clock: '18:30' },
    text: 'You were right to ask: the retry job had no upper limit at all. Now it stops after 6 hours and raises an alert. I deleted the Redis lock. 140 lines less.',
  },
  {
    sender: 'mentor',
    at: { day: -5, clock: '19:10' },
    text: 'Deleting the lock is my favourite part. How many doubles since then?',
  },
  {
    sender: 'mentee',
    at: { day: -2, clock: '17:40' },
    text: 'Zero in three days, about 41,000 invoices. My manager asked me to present it to the whole backend group. I am more nervous about that than I was about the bug.',
  },
  {
    sender: 'mentor',
    at: { day: -2, clock: '18:35' },
    text: 'Then let us use our next call for it. Three slides: what customers saw, the numbered list you wrote me, what you deleted. Please do not start with the architecture diagram.',
  },
  {
    sender: 'mentee',
    at: { day: -1, clock: '10:20' },
    text: 'I have booked the hour and written "Rehearse the invoice talk" as the topic. I will have the three slides by then. Should I tell them that I first tried a lock and was wrong?',
  },
  {
    sender: 'mentor',
    at: { day: -1, clock: '11:50' },
    text: 'Yes, in one sentence, with the numbers before and after. People trust an engineer who shows the wrong turn. It is also the part they will remember in two years when they are about to add a lock.',
  },
  {
    sender: 'mentor',
    at: { day: -1, clock: '11:52' },
    text: 'And bring the test for the retry limit. Someone will ask.',
  },
]
