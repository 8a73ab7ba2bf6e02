export type Social = 'instagram' | 'facebook' | 'linkedin' | 'twitter'

/** Simple outlines of our own drawing; the icon library has no brands. */
const shapes: Record<Social, string> = {
  instagram:
    'M7 3.5h10A3.5 3.5 0 0 1 20.5 7v10a3.5 3.5 0 0 1-3.5 3.5H7A3.5 3.5 0 0 1 3.5 17V7A3.5 3.5 0 0 1 7 3.5ZM12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6ZM17 6.9v.2',
  facebook: 'M14 21v-8h3l.6-3.4H14V7.6c0-1.1.5-1.8 1.9-1.8h1.8V2.9c-3.9-.7-7.1.3-7.1 4.3v2.4H7.5V13h3.1v8',
  linkedin:
    'M4 9.5h3.2V20H4ZM5.6 4v.2M10.5 20V9.5h3.1V11c1.7-2.5 6.4-2.2 6.4 2.6V20h-3.2v-5.7c0-2.6-3.1-2.5-3.1 0V20Z',
  twitter: 'M4 4.2 16.4 20H20L7.6 4.2ZM19.4 4 13.2 11M10.7 13.4 4.5 20',
}

export const SocialIcon = ({ of }: { of: Social }) => (
  <svg className="size-5" viewBox="0 0 24 24" fill="none" aria-hidden="true">
    <path
      d={shapes[of]}
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
