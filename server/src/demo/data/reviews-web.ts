import type { ReviewDrafts } from './types.ts'

export const webReviews: ReviewDrafts = {
  'arjun-deshpande': [
    {
      by: 'fatima-khan',
      rating: 4,
      daysAgo: 9,
      text: 'Very clear. Sometimes a bit fast when he is in the dev tools, I had to ask him to go back.',
      reply: 'Noted, Fatima. I now record the screen for you, so you can pause me.',
    },
    {
      by: 'ishita-bose',
      rating: 5,
      daysAgo: 33,
      text: 'We profiled the order table in my own repo and it was rendering 900 rows on each keystroke. He did not fix it, he made me find it in the flame chart. I have fixed four more since.',
    },
    {
      by: 'gaurav-rawat',
      rating: 5,
      daysAgo: 61,
      text: 'Best money I spent this year. I finally understand what useEffect is not for.',
    },
    {
      by: 'megha-kapoor',
      rating: 4,
      daysAgo: 95,
      text: 'Took three sessions as a designer who codes a little. He explained the cascade and focus order without making me feel stupid.',
    },
    {
      by: 'ritika-malhotra',
      rating: 5,
      daysAgo: 120,
      text: 'Frontend round at a product company: build an autocomplete in 45 min. We had practised exactly this kind of thing, including the keyboard part nobody else mentions. Got the offer.',
    },
    {
      by: 'karthik-murthy',
      rating: 3,
      daysAgo: 171,
      text: 'Good engineer. I wanted architecture talk and we mostly looked at one component. Perhaps I should have said so earlier.',
    },
    {
      by: 'chaitra-gowda',
      rating: 5,
      daysAgo: 222,
      text: 'Ran a session for two of my juniors with me listening. They still quote him about "state that can be computed is not state".',
      reply: 'Your juniors asked better questions than most seniors do.',
    },
    {
      by: 'harsh-vaghela',
      rating: 5,
      daysAgo: 280,
      text: 'Coming from Blazor, TypeScript generics were a wall. He drew it like a form to be filled in. Click.',
    },
    {
      by: 'rhea-thomas',
      rating: 4,
      daysAgo: 345,
      text: 'Accessibility walkthrough of our checkout with a screen reader. Forty minutes of shame, then a list of eleven fixes in order of effort. Very practical.',
    },
  ],
  'lalrinpuii-hmar': [
    {
      by: 'tanvi-naik',
      rating: 5,
      daysAgo: 14,
      text: 'She opened my portfolio at 320 pixels and said nothing for ten seconds. Then we fixed it together with grid and no media queries at all. Magic.',
    },
    {
      by: 'gaurav-rawat',
      rating: 5,
      daysAgo: 52,
      text: 'From a small hill town myself, so the talk about remote contracts was worth it alone. I sent her the offer letter and she marked the clause about notice period.',
      reply: 'Glad they agreed to change it. Always ask.',
    },
    {
      by: 'megha-kapoor',
      rating: 5,
      daysAgo: 101,
      text: 'Lovely person and very precise on components. The connection did drop twice, as she warned. She added the time at the end.',
    },
  ],
  'farida-merchant': [
    {
      by: 'harsh-vaghela',
      rating: 5,
      daysAgo: 11,
      text: 'Finally somebody who knows WebForms and does not laugh. We cut one reports module out of a fifteen year old system and gave it tests. My manager now wants the others done as well.',
    },
    {
      by: 'ritika-malhotra',
      rating: 5,
      daysAgo: 70,
      text: 'She rehearsed with me how to tell the client no. In Gujarati first, then in English. It worked.',
      reply: 'The pause after "no" was perfect, I hear.',
    },
    {
      by: 'monalisa-das',
      rating: 4,
      daysAgo: 126,
      text: 'Helped me understand how the C# side of our API is built so my tests make sense. Very kind.',
    },
    {
      by: 'gaurav-rawat',
      rating: 4,
      daysAgo: 190,
      text: 'Solid on ASP.NET Core basics. Sunday mornings are a blessing if you work six days.',
    },
    {
      by: 'tushar-patil',
      rating: 5,
      daysAgo: 288,
      text: 'SQL Server execution plans explained with a textile warehouse. You cannot forget which scan is expensive when it is rolls of cloth.',
    },
  ],
  'manoj-sahu': [
    {
      by: 'monalisa-das',
      rating: 4,
      daysAgo: 8,
      text: 'Good for node.js basics. Slots are late at night only, after 9.',
    },
    {
      by: 'ishita-bose',
      rating: 4,
      daysAgo: 49,
      text: 'I know the frontend and wanted one backend of my own. Exactly what I got, nothing fancy.',
    },
    {
      by: 'gaurav-rawat',
      rating: 5,
      daysAgo: 105,
      text: 'We started from an empty folder and eleven calls later it runs on a server I pay for myself. Every line typed by me. Hindi made it so much easier.',
      reply: 'You skipped nothing, bhai. That is why it runs.',
    },
    {
      by: 'fatima-khan',
      rating: 5,
      daysAgo: 181,
      text: 'He told the story of the leaked addresses in the first call and then we did validation for a whole hour. I check everything twice now.',
    },
  ],
}
