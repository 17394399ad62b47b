import { useNonce } from '~/components/nonce'

/** The cookie of `unsent-cookie.ts`, of anyone. */
const FORGET = 'self.caches&&!/unsent_[^=]+=[1-9]/.test(document.cookie)&&caches.delete("sheets")'

/**
 * Whoever comes to sign in does not find the sheets of the one before on this device. What is not sent yet stays, for its maker, and with it the
 * sheets on which it shows: a session may end in the barn.
 */
export const ForgetSheets = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a line of our own
  <script nonce={useNonce()} dangerouslySetInnerHTML={{ __html: FORGET }} />
)
