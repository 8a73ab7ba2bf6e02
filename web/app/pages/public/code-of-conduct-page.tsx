import { PageMeta } from '../../components/page-meta.tsx'
import { ProsePage, ProseSection } from '../../components/prose-page.tsx'
import { useInstallation } from '../../lib/installation.ts'

const rules = [
  {
    title: 'Respect, first',
    text: 'Speak to each other as you would in front of a colleague you both admire. No harassment, no insults, no remarks about anyone’s caste, religion, gender, body or origin. If someone asks you to stop, stop.',
  },
  {
    title: 'Be who you say you are',
    text: 'Mentors give their real name, work and education. Mentees write their own words. Sending someone else to a session breaks the trust that everyone here relies on.',
  },
  {
    title: 'Keep what you hear',
    text: 'What is said in a chat or a call stays there. Do not record a session unless the other person has clearly agreed. Do not pass on an employer’s secrets, not even helpful ones.',
  },
  {
    title: 'Keep it here',
    text: 'Payments and sessions happen on this site, where both sides are protected. Do not ask for money, gifts, job referrals for a fee or personal favours.',
  },
  {
    title: 'Come on time',
    text: 'A booked hour is a promise. Cancel as early as you can: if you cancel at least 12 hours ahead, you get the call back for that month.',
  },
  {
    title: 'Review honestly',
    text: 'Write about what happened to you. No reviews for friends, none against rivals, none in exchange for anything.',
  },
]

export default function CodeOfConductPage() {
  const { productName } = useInstallation().config
  return (
    <ProsePage title="Code of Conduct" lead="Six rules. They apply to mentees, mentors and moderators alike.">
      <PageMeta
        title="Code of Conduct"
        description={`How we treat each other on ${productName}, and what happens when someone breaks a rule.`}
      />
      {rules.map(({ title, text }) => (
        <ProseSection key={title} title={title}>
          <p>{text}</p>
        </ProseSection>
      ))}
      <ProseSection title="When someone breaks a rule">
        <p>
          Raise a ticket. A moderator reads it together with what happened before. Anyone who seriously breaks
          a rule is blocked: their sessions end at once, they can no longer sign in, and their booked sessions
          are cancelled. Every decision of a moderator is kept in a log.
        </p>
      </ProseSection>
    </ProsePage>
  )
}
