import { Link } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { ProsePage, ProseSection } from '../../components/prose-page.tsx'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'

export default function AboutPage() {
  const { productName } = useInstallation().config
  return (
    <ProsePage
      title={`Why ${productName} exists`}
      lead="Someone already knows most of what makes a career go well. It is just not written down."
    >
      <PageMeta title="About" description={`What ${productName} is, who it is for and how it makes money.`} />
      <ProseSection title="What it is">
        <p>
          {productName} brings people who want to learn together with people who have done the thing they want
          to learn. A mentee subscribes to one mentor for a month at a time. During that month they can write
          to each other as much as they like and meet by video for four hours. That is the whole product.
        </p>
      </ProseSection>
      <ProseSection title="Who the mentors are">
        <p>
          Working professionals. Each of them has applied, and a moderator has accepted the application before
          the profile went public. No one can buy a place in the list, and search results come in the same
          order for everyone.
        </p>
      </ProseSection>
      <ProseSection title="What we do not do">
        <p>
          We do not sell what you tell us, we show no advertising, and the pages that you read load no
          tracking code. Moderators never remove a review for being unkind about a mentor’s work, only for
          breaking the{' '}
          <Link to={paths.codeOfConduct.getHref()} className="link">
            code of conduct
          </Link>
          . A review also goes when its writer deletes it or their account.
        </p>
      </ProseSection>
    </ProsePage>
  )
}
