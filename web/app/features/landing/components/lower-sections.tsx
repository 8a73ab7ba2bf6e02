import { QuestionList } from '../../../components/question-list.tsx'
import { paths } from '../../../lib/paths.ts'
import type { LandingFacts } from '../facts.ts'
import { firstQuestions } from '../questions.ts'
import { FeeSection } from './fee-section.tsx'
import { MentorCall } from './mentor-call.tsx'
import { ReviewsSection } from './reviews-section.tsx'
import { SkillGrid } from './skill-grid.tsx'
import { StepsSection } from './steps-section.tsx'
import { VettingSection } from './vetting-section.tsx'

/** What is read after the first screen: its code comes after the page is alive. */
export const LowerSections = ({ facts }: { facts: LandingFacts }) => (
  <>
    <SkillGrid facts={facts} />
    <StepsSection />
    <ReviewsSection reviews={facts.reviews} />
    <FeeSection />
    <VettingSection />
    <section
      className="page grid grid-cols-1 gap-x-10 gap-y-6 pb-16 lg:grid-cols-[1fr_2fr]"
      aria-labelledby="questions"
    >
      <div>
        <h2 id="questions" className="text-3xl">
          Before you ask
        </h2>
        <a href={paths.faq.getHref()} className="link mt-3 inline-block py-1">
          All questions
        </a>
      </div>
      <QuestionList questions={firstQuestions} />
    </section>
    <MentorCall />
  </>
)
