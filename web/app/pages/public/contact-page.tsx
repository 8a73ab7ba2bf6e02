import { Link } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { ProsePage, ProseSection } from '../../components/prose-page.tsx'
import { ContactForm } from '../../features/accounts/components/contact-form.tsx'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'

export default function ContactPage() {
  const { productName, contactEmail } = useInstallation().config
  return (
    <ProsePage title="Contact" lead="The quickest way depends on what it is about.">
      <PageMeta title="Contact" description={`How to reach the people behind ${productName}.`} />
      <ProseSection title="A problem with a person">
        <p>
          Sign in and raise a ticket: it goes straight to a moderator, who sees what happened and can act at
          once. The person you report never learns it was you.
        </p>
        <p>
          <Link to={paths.auth.login.getHref()} className={buttonStyle({ variant: 'secondary' })}>
            Sign in
          </Link>
        </p>
      </ProseSection>
      <ProseSection title="A problem with a session or a payment">
        <p>
          Write to your mentor first: most things are a message away. If that does not help, raise a ticket. A
          moderator reads it and decides: you may get money or a call back, and the person may be warned,
          restricted or blocked.
        </p>
      </ProseSection>
      {contactEmail && (
        <ProseSection title="You cannot sign in, or your account was blocked">
          <p>
            Write to{' '}
            <a href={`mailto:${contactEmail}`} className="link">
              {contactEmail}
            </a>{' '}
            from the address of your account, and say what happened. A person reads it. Or write to us here:
          </p>
          <ContactForm />
        </ProseSection>
      )}
      <ProseSection title="How it works in general">
        <p>
          The{' '}
          <Link to={paths.faq.getHref()} className="link">
            questions people ask
          </Link>{' '}
          cover fees, calls, refunds and privacy.
        </p>
      </ProseSection>
      <ProseSection title="You want to teach">
        <p>
          <Link to={paths.auth.mentorRegister.getHref()} className="link">
            Apply as a mentor
          </Link>
          . Every application is read by a person, and answered.
        </p>
      </ProseSection>
    </ProsePage>
  )
}
