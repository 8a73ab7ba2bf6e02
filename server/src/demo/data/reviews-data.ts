import type { ReviewDrafts } from './types.ts'

export const dataReviews: ReviewDrafts = {
  'sourav-chatterjee': [
    {
      by: 'sneha-pillai',
      rating: 5,
      daysAgo: 15,
      text: 'I forecast onion arrivals for the mandi in my district, with data that had three spellings for my own town. I learned more from cleaning it than from two courses.',
      reply: 'The onion project is now my favourite example for new mentees.',
    },
    {
      by: 'tushar-patil',
      rating: 4,
      daysAgo: 51,
      text: 'Strong in statistics. He will ask you what the interval means until you can say it to your grandmother.',
    },
    {
      by: 'mohit-garg',
      rating: 4,
      daysAgo: 84,
      text: 'Came for time series. Left with humility about my backtests.',
    },
    {
      by: 'ishita-bose',
      rating: 5,
      daysAgo: 117,
      text: 'As a developer I needed A/B testing basics. In one afternoon he made me throw away a result that I had already presented. Embarrassing and necessary.',
    },
    {
      by: 'divya-rajan',
      rating: 5,
      daysAgo: 165,
      text: 'He reviewed my experiment design and found the leak between train and test in six minutes.',
    },
    {
      by: 'rhea-thomas',
      rating: 5,
      daysAgo: 238,
      text: 'Experiment design for a product manager without formulas. Then with formulas, and I did not even notice.',
    },
    {
      by: 'nupur-jain',
      rating: 4,
      daysAgo: 310,
      text: 'We looked at the sales of our shop by week. He told me not to trust the festival effect from only two years. Sensible.',
      reply: 'Third year is coming, Nupur. Send me the file after Diwali.',
    },
    {
      by: 'aishwarya-ramesh',
      rating: 3,
      daysAgo: 401,
      text: 'Kind teacher, but I was looking for audit analytics and this was more forecasting. My mistake in choosing.',
    },
  ],
  'praveen-yalamanchili': [
    {
      by: 'tushar-patil',
      rating: 5,
      daysAgo: 12,
      text: 'ETL tool person for six years, like he was. Twelve weeks later I wrote a Spark job, with tests, and I can tell you what it costs per night: 41 rupees.',
    },
    {
      by: 'sneha-pillai',
      rating: 5,
      daysAgo: 57,
      text: 'SQL that scales: same result, nine minutes before, eleven seconds after. He let me find it with the plan.',
    },
    {
      by: 'karthik-murthy',
      rating: 4,
      daysAgo: 98,
      text: 'Good on Kafka and modelling. Early morning or late night only.',
    },
    {
      by: 'pranav-joshi',
      rating: 4,
      daysAgo: 149,
      text: 'Airflow without tears. I liked that everything runs on the laptop first.',
    },
    {
      by: 'kunal-shah',
      rating: 5,
      daysAgo: 216,
      text: 'Asked him hire or buy. He said neither yet, take a cron job and one table. Saved us lakhs.',
    },
    {
      by: 'aishwarya-ramesh',
      rating: 2,
      daysAgo: 333,
      text: 'I am from finance and it was too technical already in week two. The programme should say that Python is needed.',
      reply: 'Thank you, I have written it into the programme. You were right to stop when you did.',
    },
  ],
  'zoya-siddiqui': [
    {
      by: 'nupur-jain',
      rating: 4,
      daysAgo: 19,
      text: 'Built a dashboard for our shop with seven numbers. I wanted twenty, she talked me down to seven.',
    },
    {
      by: 'bhumika-chauhan',
      rating: 5,
      daysAgo: 45,
      text: 'Seven years at home and I was scared of pivot tables. She had me explain a chart aloud in the first week, voice shaking. In the tenth week I did it in an interview.',
      reply: 'You were the owner of that chart, Bhumika. I would have bought it.',
    },
    {
      by: 'sneha-pillai',
      rating: 5,
      daysAgo: 80,
      text: 'She is the reason I moved from Excel to SQL. The Bhopal grocery data is gloriously dirty.',
    },
    {
      by: 'sadia-hussain',
      rating: 5,
      daysAgo: 124,
      text: 'For HR reports. Attrition by month, finally correct and finally readable. And affordable.',
    },
    {
      by: 'vishal-thakur',
      rating: 3,
      daysAgo: 177,
      text: 'Fine for beginners. I already knew most of the Excel part and we moved slowly through it.',
    },
    {
      by: 'omkar-jadhav',
      rating: 4,
      daysAgo: 239,
      text: 'Unusual choice for a law student. I now count case outcomes in SQL and my professor is puzzled.',
    },
    {
      by: 'preeti-lakra',
      rating: 5,
      daysAgo: 307,
      text: 'Madam never made me feel that my college is small. She said the data does not ask where you studied.',
    },
  ],
}
