import { useNonce } from '~/components/nonce'

/**
 * A script that deletes the stored sheets, unless a cookie of `unsent-cookie.ts` says that there are unsent changes.
 */
const FORGET = 'self.caches&&!/unsent_[^=]+=[1-9]/.test(document.cookie)&&caches.delete("sheets")'

/**
 * Deletes the previous user's sheets from this device on the sign-in screen. Unsent changes stay for the person who
 * made them, with the sheets that show them, because a session may end in the barn.
 */
export const ForgetSheets = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  <script nonce={useNonce()} dangerouslySetInnerHTML={{ __html: FORGET }} />
)
