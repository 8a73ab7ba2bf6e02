import { Link, Outlet } from 'react-router'
import { AccountMenu } from '../../components/account-menu.tsx'
import { SiteFooter } from '../../components/site-footer.tsx'
import { SiteHeader } from '../../components/site-header.tsx'
import { readLogin, useCurrentRole } from '../../lib/auth-storage.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'

/** Bar and footer of every public page. */
export default function PublicLayout() {
  const { config } = useInstallation()
  const role = useCurrentRole()
  const login = role && readLogin(role)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only rounded-md bg-ink px-4 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <SiteHeader
        productName={config.productName}
        account={
          login ? (
            <AccountMenu login={login} onSignOut={() => leave(login.role)} />
          ) : (
            <Link to={paths.auth.login.getHref()} className={buttonStyle({ size: 'sm' })}>
              Login
            </Link>
          )
        }
      />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <SiteFooter productName={config.productName} socialLinks={config.socialLinks} />
    </div>
  )
}

/** Loaded when asked for: public pages carry nothing of the api client. */
async function leave(role: Parameters<typeof readLogin>[0]) {
  const { signOut } = await import('../../features/accounts/sign-out.ts')
  await signOut(role)
}
