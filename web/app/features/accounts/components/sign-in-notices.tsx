import { SignedOutNotice } from './signed-out-notice.tsx'
import { StorageNotice } from './storage-notice.tsx'

/** What is to be known before one signs in. */
export const SignInNotices = () => (
  <>
    <StorageNotice />
    <SignedOutNotice />
  </>
)
