import { PageMeta } from '../../components/page-meta.tsx'
import { ProsePage, ProseSection } from '../../components/prose-page.tsx'
import { useInstallation } from '../../lib/installation.ts'

const rules = [
  {
    title: 'Respect, first',
    text: 'Speak to each other as you would in front of a colleague whom you both admire. No harassment, no insults, no remarks about anybody’s caste, religion, gender, body or origin. A person who asks you to stop is right.',
  },
  {
    title: 'Be who you say you are',
    text: 'Mentors give their real name, work and education. Mentees write their own words. Whoever sends somebody else to a session ends the trust that this place lives on.',
  },
  {
    title: 'Keep what you hear',
    text: 'What is said in a chat or a call stays there. Do not record a session without the clear yes of the other person. Do not pass on an employer’s secrets, not even helpful ones.',
  },
  {
    title: 'Keep it here',
    text: 'Payments and sessions happen on this site, where both sides are protected. Do not ask for money, gifts, job referrals for a fee or personal favours.',
  },
  {
    title: 'Come on time',
    text: 'A booked hour is a promise. Cancel as early as you can; a call cancelled at least 12 hours ahead goes back to the calls of its month.',
  },
  {
    title: 'Review honestly',
    text: 'Write about what happened to you. No reviews for friends, none against rivals, none in exchange for anything.',
  },
]

export default function CodeOfConductPage() {
  const { productName } = useInstallation().config
  return (
    <ProsePage title="Code of Conduct" lead="Six rules. They hold for mentees, mentors and moderators alike.">
      <PageMeta
        title="Code of Conduct"
        description={`How people treat each other on ${productName}, and what happens when somebody does not.`}
      />
      {rules.map(({ title, text }) => (
        <ProseSection key={title} title={title}>
          <p>{text}</p>
        </ProseSection>
      ))}
      <ProseSection title="When somebody breaks a rule">
        <p>
          Raise a ticket. A moderator reads it together with what happened before. Whoever broke a rule badly
          is blocked: their sessions end at that moment, they can no longer sign in, and booked hours go back
          to those who had booked them. Every decision of a moderator is kept in a log.
        </p>
      </ProseSection>
    </ProsePage>
  )
}
