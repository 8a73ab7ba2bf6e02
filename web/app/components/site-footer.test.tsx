import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSite } from '../testing/site-stub.tsx'
import { SiteFooter } from './site-footer.tsx'

const home = { instagram: '/', facebook: '/', linkedin: '/', twitter: '/' }
const Footer = () => <SiteFooter productName="Marga" socialLinks={home} />

it('says what the product is, has its columns and real pages, four social links and the year 2023', async () => {
  renderSite([{ path: '/', Component: Footer }], '/')
  await screen.findByText('A trusted source for finding highly-vetted mentors and industry professionals.')
  const linksOf = (column: string) =>
    within(screen.getByRole('navigation', { name: column }))
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`)
  expect(linksOf('Platform')).toEqual([
    'Find a Mentor /browse/mentor/search',
    'Book a Session /browse/mentor/search',
    'Testimonials /testimonials',
  ])
  expect(linksOf('Company')).toEqual(['About /about', 'Code of Conduct /code-of-conduct'])
  expect(linksOf('Support')).toEqual(['Faq /faq', 'Contact /contact', 'Grievance officer /grievance'])
  for (const name of ['Instagram', 'Facebook', 'LinkedIn', 'Twitter']) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/')
  }
  expect(screen.getByText(/^© 2023 Marga/)).toBeTruthy()
})
